"""Documents of each format, and how tests read them."""

from __future__ import annotations

import io
import json

from conftest import ROOT
from hypothesis import strategies as st

from sem2012_scorer import (
    Negation,
    Reading,
    Sentence,
    Token,
    read_corpus,
)

CORPORA = ROOT / "fixtures" / "corpora"


FILES = {
    "columns": ROOT / "fixtures" / "all-right" / "gold.txt",
    "neges": CORPORA / "neges.txt",
    "jsonl": CORPORA / "sentences.jsonl",
    "bio": CORPORA / "labels.bio",
    "bioscope": CORPORA / "bioscope.xml",
    "sfu": CORPORA / "sfu.xml",
    "sp-neg": CORPORA / "sp-neg.xml",
    "norec": CORPORA / "norec.json",
    "epe": CORPORA / "epe.jsonl",
}


def words_of(sentence: Sentence) -> list[tuple[str, str, str]]:
    """Return of each negation cue, scope and event in words."""

    def shown(part) -> str:
        found = []
        for item in part:
            position, string = (item, None) if isinstance(item, int) else item
            found.append(sentence.tokens[position].word if string is None else "~" + string)
        return " ".join(found)

    return [(shown(n.cue), shown(n.scope), shown(n.event)) for n in sentence.negations]


def read(source, format="auto", **reading):
    """Return sentences, and what was remarked: line and kind."""
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    found = read_corpus(stream, format, Reading(**reading))
    return list(found), [(one.line, one.kind) for one in found.remarks]


def bioscope(text: str) -> bytes:
    return (
        '<DocumentSet><Document><sentence id="S1">%s</sentence>'
        '<sentence id="S2">End</sentence></Document></DocumentSet>' % text
    ).encode()


def sfu(text: str) -> bytes:
    return (
        "<DOCUMENT><P><SENTENCE>%s</SENTENCE><SENTENCE><W>End</W></SENTENCE></P></DOCUMENT>" % text
    ).encode()


def sp_neg(text: str) -> bytes:
    return (
        '<review><sentence>%s</sentence><sentence><f wd="."/></sentence></review>' % text
    ).encode()


def norec(cue: object = (["no"], ["0:2"]), scope: object = (), **others: object) -> bytes:
    negation = {"Cue": cue, "Scope": scope, "Affixal": False, **others}
    return json.dumps([{"sent_id": "1-1", "text": "no rain", "negations": [negation]}]).encode()


texts = st.text(min_size=1, max_size=3)


@st.composite
def sentences(draw) -> Sentence:
    tokens = draw(
        st.lists(
            st.builds(Token._make, st.tuples(texts, texts, texts, texts, texts | st.none())),
            min_size=1,
            max_size=4,
        )
    )
    positions = st.integers(0, len(tokens) - 1)
    item = st.tuples(positions, texts).map(
        lambda one: one[0] if one[1] == tokens[one[0]].word else one
    )
    part = st.lists(positions | item, max_size=3)
    negations = draw(st.lists(st.builds(Negation, part, part, part), max_size=2))
    return Sentence(tokens, negations, draw(texts | st.none()), draw(texts | st.none()))
