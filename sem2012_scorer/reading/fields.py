"""Which field holds what: by the usual names, of which some say gold, and some the prediction.

The same names stand at the head of a table, in CSV and in JSON. Where a file has two readings of
one part, only a name, or an option, says which is the prediction: never its content, since a perfect
system equals gold too.
"""

from __future__ import annotations

import re
from shlex import quote

from ..ground.records import Record
from ..ground.wording import some
from .options import CUE, DOCUMENT, EVENT, LABEL, NUMBER, SCOPE, TEXT, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

NEGATIONS, SPANS = "negations", "spans"
PREDICTED, GOLDS = "prediction", "gold"
ANNOTATION = (LABEL, CUE, SCOPE, EVENT, NEGATIONS, SPANS)
WHOLE = (LABEL, NEGATIONS, SPANS)
"""What holds all parts of a negation."""

_NAMES = {
    WORD: "token tokens word words form forms tok seq",
    TEXT: "text sentence sent input sentence_text",
    DOCUMENT: "document doc doc_id document_id file filename book chapter corpus",
    NUMBER: "number sent_id sentence_id sent_num sent_nr sentence_nr sentence_num sentence_number "
    "sentence_no sent_no n_sent newsent_nr sid s_id",
    LABEL: "label labels tag tags bio bio_tag bio_tags bio_label bio_labels ner ner_tag ner_tags "
    "token_label token_labels negation_scope negation_cue neg neg_label",
    CUE: "cue cues cue_mask cue_masks cue_label cue_labels cue_id cue_ids cue_tag cue_tags cue_text "
    "cue_indices cue_tokens cue_span negation_cues trigger triggers",
    SCOPE: "scope scopes scope_mask scope_masks scope_label scope_labels scope_id scope_ids scope_tag "
    "scope_tags scope_text scope_indices scope_tokens scope_span negation_scopes",
    EVENT: "event events event_mask event_masks event_text event_indices negated",
    NEGATIONS: "negations negation negation_instances",
    SPANS: "span spans ents entities annotations annotation result results",
}
_ROLES = {name: role for role, names in _NAMES.items() for name in names.split()}
"""What the usual names hold, in small letters with _ between their words."""
_SIDES = {
    **dict.fromkeys(
        "pred preds predicted prediction predictions system sys output outputs response responses hyp "
        "hypothesis completion guess".split(),
        PREDICTED,
    ),
    **dict.fromkeys("gold golds true truth reference ref target expected correct".split(), GOLDS),
}
"""The words of a name that say whose annotation it is."""
_BESIDE = set(
    "id idx index i uuid meta metadata explanation reasoning source split lang language options accept "
    "lead_time _input_hash _task_hash _view_id _timestamp _session_id _annotator_id "
    "original original_text ids word_ids input_ids attention_mask token_type_ids offset_mapping "
    "special_tokens_mask pos pos_tag pos_tags upos xpos lemma lemmas dep deps head heads feats relations "
    "comments cats sents tokens_ws start end drafts file_upload inner_id total_annotations "
    "cancelled_annotations total_predictions project comment_count unresolved_comment_count "
    "comment_authors last_comment_updated_at updated_by created_at updated_at".split()
)
"""Names that are not about negation."""
_OF_PARTS = set(
    "cue cues scope scopes event events label labels tag tags negation negations span spans entities "
    "ents".split()
)
"""Words that say what a field holds, whatever words stand beside them."""
_NOT_PARTS = set("id type count n num number len length start end index score prob pos".split())
OF_SHAPE = {
    **dict.fromkeys(("labels", "numbers", "tags"), LABEL),
    "spans": SPANS,
    "negations": NEGATIONS,
}
"""What a field with values of a shape holds, if its name does not say it. Texts can be anything."""
OTHER = "other"
"""The role of a field that is annotation by its side or its shape, of a part that is not known."""


class Name(Record):
    """What a name says: what the field holds ("" if it does not say), and whose it is ("" likewise)."""

    role: str = ""
    side: str = ""


def plain_name(name: str) -> str:
    """Return a name in small letters, with _ between its words."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip().lstrip("#").strip())
    return re.sub(r"[\s.\-]+", "_", name).lower()


def read_name(name: str) -> Name:
    """Return what a name says: ``pred_scope`` is a scope, predicted; ``y_true`` is gold's."""
    plain = plain_name(name)
    if plain in _ROLES:
        return Name(_ROLES[plain])
    if is_beside(name):
        return Name()
    words = [word.strip("0123456789") for word in plain.split("_")]
    side = next((_SIDES[word] for word in words if word in _SIDES), "")
    rest = "_".join(word for word in words if word not in _SIDES and word not in ("y", ""))
    role = _ROLES.get(rest, "")
    if not role and not _NOT_PARTS & {*words}:
        role = next((_ROLES[word] for word in words if word in _OF_PARTS), "")
    return Name(role, side)


def is_beside(name: str) -> bool:
    """Return True for a name that is known to be of something else than negation."""
    return plain_name(name) in _BESIDE or name.lower() in _BESIDE


class Chosen(Record):
    """Which field holds what, by role, and the names that are left out although they are annotation."""

    fields: Mapping[str, str]
    second: tuple[str, ...] = ()


class Undecided(ValueError):
    """Two fields could hold the prediction, or one holds gold's; the text says which, and what to type."""


def choose(
    names: Sequence[str],
    shape_of: Callable[[str], str],
    given: Mapping[str, str],
    gold_cues: bool = False,
) -> Chosen:
    """Return which of `names` holds what, as far as names and shapes say it.

    `shape_of` returns what the values of a name look like, "" for what can be no annotation; what looks like
    annotation is some, whatever it is called. `given` are the fields that the user has named, by role.
    Raises `Undecided` where two fields could be the prediction.
    """
    chosen: dict[str, str] = dict(given)
    parts: dict[str, dict[str, list[str]]] = {}
    for name in names:
        if name in given.values():
            continue
        said = read_name(name)
        if said.side and said.role in (WORD, TEXT) and shape_of(name) in OF_SHAPE:
            said = Name("", said.side)
        if said.role in (WORD, TEXT, DOCUMENT, NUMBER):
            if not said.side:
                chosen.setdefault(said.role, name)
            continue
        role = said.role or _role_of(name, shape_of(name), said.side)
        if role and shape_of(name):
            parts.setdefault(role, {}).setdefault(said.side, []).append(name)
    if len([name for several in parts.get(LABEL, {}).values() for name in several]) > 1:
        # Tags of words have the same name, and none that could be of negation.
        parts[LABEL] = {
            side: kept
            for side, several in parts[LABEL].items()
            if (kept := [name for name in several if shape_of(name) != "tags"])
        }
    if any(role in given for role in ANNOTATION):
        left = [name for sides in parts.values() for several in sides.values() for name in several]
        return Chosen(chosen, tuple(left))
    if LABEL in parts and {CUE, SCOPE} & {*parts}:
        # Numbers beside masks of parts are a mask too, of a part that is not known.
        for side, several in list(parts[LABEL].items()):
            numbers = [name for name in several if shape_of(name) == "numbers"]
            parts[LABEL][side] = [name for name in several if name not in numbers]
            if numbers:
                parts.setdefault(OTHER, {}).setdefault(side, []).extend(numbers)
        parts[LABEL] = {side: several for side, several in parts[LABEL].items() if several}
    second = _choose_annotation(chosen, {r: s for r, s in parts.items() if s}, gold_cues)
    if not parts:
        # All is empty: what would be the prediction has none.
        pairs = [(read_name(name), name) for name in names]
        for side in (PREDICTED, ""):
            found = {one.role: name for one, name in pairs if one.side == side}
            if {*ANNOTATION} & found.keys():
                return Chosen({**found, **chosen}, second)
    return Chosen(chosen, second)


def _role_of(name: str, shape: str, side: str) -> str:
    """Return what a field holds whose name does not say it: by its shape, if it is annotation."""
    if is_beside(name):
        return OF_SHAPE[shape] if shape in ("labels", "negations") else ""
    if shape in ("quoted", "unknown"):
        return OTHER
    if shape in ("texts", "positions", "lists", "objects"):
        return OTHER if side else ""
    return OF_SHAPE.get(shape, "")


def _choose_annotation(
    chosen: dict[str, str], parts: Mapping[str, Mapping[str, list[str]]], gold_cues: bool
) -> tuple[str, ...]:
    """Add the fields of annotation to `chosen`; return the names of second readings."""
    predicted = {role: sides[PREDICTED] for role, sides in parts.items() if PREDICTED in sides}
    plain = {role: sides[""] for role, sides in parts.items() if "" in sides}
    golds = [name for sides in parts.values() for name in sides.get(GOLDS, ())]
    if OTHER in parts:
        if len(parts) > 1 or PREDICTED in parts[OTHER]:
            raise _undecided(plain, next(iter(parts[OTHER].values())), OTHER)
        return ()
    for role, found in predicted.items():
        if len(found) > 1:
            raise _undecided({**plain, **predicted}, found, role)
        chosen[role] = found[0]
    if predicted:
        has_whole = any(role in WHOLE for role in predicted)
        for role, found in plain.items():
            if not has_whole and role not in predicted and not (gold_cues and role == CUE):
                name = next(iter(predicted.values()))[0]
                hint = "--gold-cues, if they are gold's, or " if role == CUE else ""
                raise Undecided(
                    "%s is the prediction by its name, and %s does not say whose it is; say it with "
                    "%s--fields %s" % (name, found[0], hint, _pairs({**predicted, role: found}))
                )
        left = [n for role, found in plain.items() for n in found if n != chosen.get(role)]
        return (*golds, *left)
    wholes = [role for role in WHOLE if role in plain]
    for role, found in plain.items():
        own = parts[role].get(GOLDS, [])
        if len(found) > 1 or own:
            raise _undecided(plain, [*own, *found], role)
        if (golds and role not in wholes) or len(wholes) > 1 or (wholes and role not in wholes):
            raise _undecided({}, [*golds, *[names[0] for names in plain.values()]], role)
        chosen[role] = found[0]
    if golds and not plain:
        raise Undecided(
            "no annotation but %s, which is gold's by its name: --fields says which is the prediction"
            % some(golds, 3)
        )
    return tuple(golds)


def _pairs(fields: Mapping[str, Sequence[str]]) -> str:
    pairs = ("%s=%s" % (_option_of(role), names[-1]) for role, names in fields.items())
    return " ".join(map(quote, pairs))


def _option_of(role: str) -> str:
    return role if role in (LABEL, CUE, SCOPE, EVENT) else LABEL


def _undecided(plain: Mapping[str, Sequence[str]], names: Sequence[str], role: str) -> Undecided:
    """Return the error for several readings of one part, with an option for the last one and the other parts."""
    fields = {part: found for part, found in plain.items() if part in (CUE, SCOPE, EVENT)}
    others = [name for found in plain.values() for name in found] if role == OTHER else []
    every = [*dict.fromkeys([*names, *others])]
    if role == OTHER:
        role = SCOPE if SCOPE in fields else next(iter(fields), LABEL)
    fields = {**fields, role: names} if role in fields else {role: names}
    what = "is the prediction" if len(every) > 1 else "part it is"
    return Undecided(
        "annotation in %s, and the names do not say which %s; say it with --fields %s"
        % (" and ".join(every[:4]), what, _pairs(fields))
    )
