"""The formats in which people have negations: what a document of each says, and what it cannot."""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from conftest import ROOT, Unseekable
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    FormatError,
    Negation,
    Reading,
    Sentence,
    ShapeError,
    Token,
    read_columns,
    read_corpus,
    tokenize,
    write_corpus,
)
from sem2012_scorer.corpora.corpus import FORMATS, WRITTEN, recognised
from sem2012_scorer.corpora.json_values import values_of
from sem2012_scorer.corpora.markup import TEXT, events_of
from sem2012_scorer.corpora.tokenizing import tokens_of_space

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
    remarks: list[tuple[int | None, str]] = []
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    told = lambda line, kind, what: remarks.append((line, kind))  # noqa: E731
    return list(read_corpus(stream, format, Reading(**reading), told)), remarks


# ---- all formats


def test_every_format_has_a_document_here() -> None:
    assert list(FILES) == list(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_recognised_by_its_content(name) -> None:
    content = FILES[name].read_bytes()
    assert recognised(content) == name
    assert recognised(b"\xef\xbb\xbf" + content) == name
    assert recognised(content.replace(b"\n", b"\r\n")) == name
    assert read(FILES[name])[0] == read(FILES[name], name)[0]
    assert read(Unseekable(content), document="x")[0] == read(content, name, document="x")[0]


@pytest.mark.parametrize(
    "head, name",
    [
        (b'{"tokens": ["lymph", "nodes", "sent_id"]}', "jsonl"),
        (b'{"document": "nodes", "tokens":["a"]}', "jsonl"),
        (b'{"sent_id": "s1", "document": "d", "tokens": ["a"]}', "jsonl"),
        (b'{\n "sent_id": "1",\n "text": "a"', "norec"),
        (b'{"id": 1, "nodes": [{"form": "sent_id"}]}', "epe"),
        (b'[\n {\n  "sent_id": "1"', "norec"),
        (b"[CLS]\tO\nno\tB-CUE\n", "bio"),
        (b"<unk> O\n", "bio"),
        (b"No   B-cue \r\n", "bio"),
        (b"no\tB-CUE\tO\t\n", "bio"),
        (b"[1]\t1\t0\tNo\tno\tDT\t*\t***\n", "columns"),
        (b"d\t1\t0\tNo\tno\tDT\t*\n", "columns"),
        (b"d\t1\t0\tO\tO\tDT\tO\tO\t_\t_\n", "columns"),
        (b"<!-- <review> --><DocumentSet>", "bioscope"),
        ('\ufeff<?xml version="1.0"?><SENTENCE>'.encode("utf-16-le"), "sfu"),
        (b"1\tRain\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n", None),
        (b"a\tb\tc\td\te\tf\tg\th\ti\tj\n", None),
        (b"No rain O B-X\n", None),
    ],
)
def test_a_format_is_told_from_what_only_it_has(head, name) -> None:
    assert recognised(head) == name


@pytest.mark.parametrize(
    "head, words",
    [
        (b"", "found nothing"),
        (b" \n", "found nothing"),
        (b"PK\x03\x04abc", "found a zip archive"),
        (b"\x1f\x8b\x08\x00", "found gzip's compressed data"),
        (b"%PDF-1.4", "found a PDF"),
        ("\ufeffa\tb".encode("utf-16-le"), "found UTF-16"),
        (b"\x00\x01\x02", "found bytes that are no text"),
        (b"Once upon a time", "found a text in no format that is known"),
        (b"<html><body>", "found a text in no format that is known"),
        (b"[1, 2]", "found a text in no format that is known"),
        (b'{"a": 1}', "found a text in no format that is known"),
    ],
)
def test_what_is_no_corpus_is_told(head, words) -> None:
    with pytest.raises(FormatError, match=words + "; expected a corpus in one of the formats"):
        read(head)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_another_format_is_an_error_and_no_traceback(name) -> None:
    refused = 0
    for other, path in FILES.items():
        try:
            read(path, name)
        except FormatError as error:
            refused += 1
            assert str(error).startswith(str(path))
        else:
            assert {name, other} <= {"columns", "neges"} or name == other
    assert refused >= 7


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_cut_off_anywhere_is_read_or_an_error_with_its_place(name) -> None:
    content = FILES[name].read_bytes()
    for end in range(0, len(content), 7):
        try:
            read(content[:end], name)
        except FormatError as error:
            assert error.found and error.expected


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_a_damaged_file_is_read_or_an_error_with_its_place(name, data) -> None:
    content = bytearray(FILES[name].read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    try:
        read(bytes(content), name)
    except FormatError as error:
        assert error.found and error.expected


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("written", WRITTEN)
def test_every_format_can_be_written_as_any_other(name, written) -> None:
    sentences, _ = read(FILES[name])
    stream = io.BytesIO()
    lost: list[str] = []
    write_corpus(sentences, stream, written, remarked=lambda line, kind, what: lost.append(kind))
    stream.seek(0)
    again = list(read_corpus(stream, written))
    assert len(again) == len(sentences)
    for one, other in zip(sentences, again):
        assert [token.word for token in one.tokens] == [token.word for token in other.tokens]
        if written == "jsonl":
            assert other == one._replace(layout=None)
        elif written != "bio":
            assert other.negations == one.negations
            assert [token[1:4] for token in one.tokens] == [token[1:4] for token in other.tokens]
    assert written in ("bio", "jsonl") or not lost


def test_the_format_is_one_of_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="format is one of auto, columns, neges, jsonl"):
        read_corpus(FILES["bio"], "conll")
    with pytest.raises(ValueError, match="format is one of columns, neges, jsonl, bio, not"):
        write_corpus([], io.BytesIO(), "bioscope")
    with pytest.raises(ValueError, match="a submission is in columns, not in bio"):
        write_corpus([], io.BytesIO(), "bio", FILES["neges"])


# ---- BioScope


def test_bioscope_has_nested_scopes_without_their_own_cue() -> None:
    sentences, remarks = read(FILES["bioscope"])
    assert [(one.document, one.number) for one in sentences] == [
        ("1001", "S1.1"),
        ("1001", "S1.2"),
        ("1001", "S1.3"),
        ("1001", "S1.4"),
        ("1002", "S2.1"),
    ]
    assert [token.word for token in sentences[0].tokens] == "The bean & its root .".split()
    assert [words_of(one) for one in sentences] == [
        [],
        [("not", "did turn ( n=12 )", "")],
        [
            ("no", "light < 2 lx reached the stem without leaves", ""),
            ("without", "the stem leaves", ""),
        ],
        [("Neither nor", "water salt", "")],
        [("~not", "~can say why it grew", "")],
    ]
    assert remarks == [
        (12, "cues of speculation, left out"),
        (19, "scopes without cue, left out"),
        (19, "cues that are a part of a token, kept as that"),
    ]


def test_bioscope_can_be_read_for_speculation_and_with_the_cue_in_its_scope() -> None:
    sentences, remarks = read(FILES["bioscope"], cues="speculation")
    (found,) = words_of(sentences[2])
    assert found[0] == "may" and found[1].startswith("be that no light")
    assert remarks.count((12, "cues of negation, left out")) == 2
    sentences, _ = read(FILES["bioscope"], keep_cue=True)
    assert words_of(sentences[1]) == [("not", "did not turn ( n=12 )", "")]
    assert words_of(sentences[4]) == [("~not", "cannot say why it grew", "")]


def test_bioscope_can_keep_the_words_of_the_text() -> None:
    sentences, remarks = read(FILES["bioscope"], tokens="space")
    assert words_of(sentences[1]) == [("not", "did turn ~(n=12)", "")]
    assert (11, "scopes that begin or end inside a token, kept as that") in remarks


def test_the_elements_of_a_document_are_counted() -> None:
    counted: Counter[str] = Counter()
    list(read_corpus(FILES["bioscope"], counted=counted))
    assert counted["<sentence>"] == 5 and counted["<cue> of negation"] == 6
    assert counted["<cue> of speculation"] == 1 and counted["<xcope>"] == 7


def bioscope(text: str) -> bytes:
    return (
        '<DocumentSet><Document><sentence id="S1">%s</sentence>'
        '<sentence id="S2">End</sentence></Document></DocumentSet>' % text
    ).encode()


@pytest.mark.parametrize(
    "text, expected, remark",
    [
        (
            '<cue type="negation" ref="X9">No</cue> rain',
            [("No", "", "")],
            "cues without scope, kept",
        ),
        (
            '<cue type="negation" ref="X1">No</cue> <xcope id="X1">rain</xcope>',
            [("No", "rain", "")],
            "cues outside of their own scope, kept",
        ),
        (
            '<xcope id="X1"><cue type="negation" ref="X1"> </cue>rain</xcope>',
            [],
            "cues without text, left out",
        ),
        (
            '<xcope id="X1"><cue type="negation" ref="X1">No</cue> rain</xcope> <xcope id="X1">fell</xcope>',
            [("No", "rain fell", "")],
            "scopes with the same id, taken as one",
        ),
        (
            "so <ccue>may</ccue> be",
            [],
            "elements that are not known, of which the text alone is read",
        ),
        ("  ", None, "sentences without tokens, left out"),
    ],
)
def test_what_bioscope_should_not_have_is_remarked_and_not_fatal(text, expected, remark) -> None:
    sentences, remarks = read(bioscope(text), "bioscope", document="x")
    assert [words_of(one) for one in sentences] == [*([] if expected is None else [expected]), []]
    assert remarks == [(1, remark)]


@pytest.mark.parametrize(
    "content, words",
    [
        (bioscope('<xcope id="1">'), "mismatched tag"),
        (bioscope('<cue type="doubt" ref="1">x</cue>'), "a cue of type 'doubt'; expected negation"),
        (bioscope("<cue ref='1'>x</cue>"), "<cue> without type"),
        (bioscope("<cue type='negation'>x</cue>"), "<cue> without ref"),
        (bioscope("<xcope>x</xcope>"), "<xcope> without id"),
        (bioscope("a <sentence id='2'>b</sentence>"), "a sentence inside a sentence"),
        (
            bioscope("<cue type='negation' ref='1'>a<cue type='negation' ref='1'>b</cue></cue>"),
            "a cue inside a cue",
        ),
        (b"<DocumentSet><xcope id='1'>x</xcope></DocumentSet>", "<xcope> outside of a sentence"),
        (b"<DocumentSet></DocumentSet>", "no <sentence> with a word"),
        (b"<DocumentSet>", "the end of the file inside of an element"),
        (
            b'<?xml version="1.0" encoding="klingon"?><DocumentSet/>',
            "in an encoding that cannot be read|unknown encoding",
        ),
    ],
)
def test_what_is_no_bioscope_is_an_error_with_its_line(content, words) -> None:
    with pytest.raises(FormatError, match=words):
        read(content, "bioscope")


# ---- XML from strangers

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE Annotation [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Annotation><DocumentSet><sentence id="1">&b;</sentence></DocumentSet></Annotation>"""


@pytest.mark.parametrize("name", ["bioscope", "sfu", "sp-neg"])
def test_no_document_declares_entities_or_reads_another_file(name, tmp_path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    outside = b'<!DOCTYPE a [<!ENTITY x SYSTEM "%s">]><a>&x;</a>' % bytes(secret)
    parameter = b'<!DOCTYPE a [<!ENTITY %% x SYSTEM "%s"> %%x;]><a/>' % bytes(secret)
    for content in (BOMB, outside, parameter):
        with pytest.raises(
            FormatError, match=r"^the stream:[12]: found a declaration of the entity"
        ):
            read(content, name)
    for inside in (b"<a>&nbsp;</a>", b'<a b="&nbsp;"/>'):
        with pytest.raises(FormatError, match="2: found an entity that is not defined; expected"):
            read(b'<!DOCTYPE a SYSTEM "a.dtd">\n' + inside, name)


def test_a_document_type_outside_is_not_fetched_and_characters_come_as_they_are() -> None:
    content = '<!DOCTYPE a SYSTEM "none.dtd"><a>&lt;&#233;é<![CDATA[<b>]]></a>'.encode()
    texts = [event.name for event in events_of(io.BytesIO(content)) if event.kind == TEXT]
    assert "".join(texts) == "<éé<b>"


def test_xml_in_another_encoding_is_read_as_it_says() -> None:
    content = "<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>".encode("latin-1")
    assert [event.name for event in events_of(io.BytesIO(content))][1] == "é"


@pytest.mark.parametrize("depth", [990, 100_000])
def test_elements_inside_each_other_are_read_to_a_depth_that_no_corpus_has(depth) -> None:
    opening = "".join('<xcope id="X%d">' % number for number in range(depth))
    content = bioscope(opening + "x" + "</xcope>" * depth)
    if depth > 1000:
        with pytest.raises(FormatError, match="more than 1000 deep"):
            read(content, "bioscope")
    else:
        assert len(read(content, "bioscope")[1]) == depth


def test_a_sentence_without_end_is_not_held() -> None:
    with pytest.raises(FormatError, match="a sentence of more than 1048576 characters"):
        read(bioscope("x" * (1 << 20) + "y"), "bioscope")


def test_kinds_of_elements_beyond_any_corpus_are_counted_together() -> None:
    counted: Counter[str] = Counter()
    text = "".join("<e%d/>" % number for number in range(300))
    list(read_corpus(io.BytesIO(bioscope(text)), "bioscope", counted=counted))
    assert len(counted) == 101 and counted["others"] > 190


# ---- SFU


def test_sfu_has_scopes_in_pieces_and_cues_that_share_one() -> None:
    sentences, remarks = read(FILES["sfu"])
    assert [words_of(one) for one in sentences] == [
        [("no", "gate to the garden", "")],
        [
            ("ca n't", "The rose and perhaps will never bloom", ""),
            ("never", "bloom", ""),
        ],
        [("neither nor", "birds bees", "")],
        [("No", "", "")],
    ]
    assert [(one.document, one.number) for one in sentences][-1] == ("sfu", "4")
    assert sorted(remarks) == [
        (4, "cues of speculation, left out"),
        (6, "cues without scope, kept"),
        (6, "scopes without cue in their sentence, left out"),
    ]


def test_sfu_can_be_read_for_speculation_and_with_the_cue_in_its_scope() -> None:
    sentences, _ = read(FILES["sfu"], cues="speculation", keep_cue=True)
    assert [words_of(one) for one in sentences][1] == [("perhaps", "perhaps will", "")]


def sfu(text: str) -> bytes:
    return (
        "<DOCUMENT><P><SENTENCE>%s</SENTENCE><SENTENCE><W>End</W></SENTENCE></P></DOCUMENT>" % text
    ).encode()


CUE = '<cue ID="1" type="negation"><W>no</W></cue>'


@pytest.mark.parametrize(
    "text, expected, remark",
    [
        (
            '<xcope ID="2"><ref ID="3" SRC="1"/>%s<W>x</W></xcope>' % CUE,
            [("no", "x", "")],
            "cues inside their own scope, taken out of it",
        ),
        (
            CUE + '<ref ID="3" SRC="1"/><W>x</W>',
            [("no", "", "")],
            "references outside of a scope, left out",
        ),
        ('<cue ID="1" type="negation"></cue><W>x</W>', [], "cues without words, left out"),
        (
            CUE + CUE + '<xcope ID="2"><ref ID="3" SRC="1"/><W>x</W></xcope>',
            [("no no", "x", "")],
            "cues with the ID of another of their sentence",
        ),
        ("<W>x</W><W> </W>", [], "words without text, left out"),
        ("<W>x</W>stray", [], "texts outside of words, left out"),
        ("<W>x</W><B/>", [], "elements that are not known, of which the words alone are read"),
        ("", None, "sentences without words, left out"),
    ],
)
def test_what_sfu_should_not_have_is_remarked_and_not_fatal(text, expected, remark) -> None:
    sentences, remarks = read(sfu(text), "sfu", document="x")
    assert [words_of(one) for one in sentences] == [*([] if expected is None else [expected]), []]
    assert (1, remark) in remarks


def test_a_word_of_odd_white_space_is_a_word() -> None:
    sentences, _ = read(sfu("<W>\x85</W><W>a&#160;b</W><W>New York</W>"), "sfu", document="x")
    assert [token.word for token in sentences[0].tokens] == ["\x85", "a\xa0b", "New York"]


@pytest.mark.parametrize(
    "text, words",
    [
        ('<cue ID="1"><W>x</W></cue>', "<cue> without type"),
        ('<cue type="negation"><W>x</W></cue>', "<cue> without ID"),
        ('<cue ID="1" type="x"/>', "a cue of type 'x'"),
        ('<xcope ID="1"><ref ID="2"/></xcope>', "<ref> without SRC"),
        ("<W>a<W>b</W></W>", "a word inside a word"),
        ("<SENTENCE/>", "a sentence inside a sentence"),
    ],
)
def test_what_is_no_sfu_is_an_error_with_its_line(text, words) -> None:
    with pytest.raises(FormatError, match="1: found " + words):
        read(sfu(text), "sfu")


# ---- SP-NEG


def test_sp_neg_has_discontinuous_cues_events_and_structures_in_structures() -> None:
    sentences, remarks = read(FILES["sp-neg"])
    assert [words_of(one) for one in sentences] == [
        [("no en_absoluto", "cierra", "cierra")],
        [("No", "quiero rosas sin espinas", "quiero"), ("sin", "espinas", "espinas")],
        [],
        [("no", "", "")],
    ]
    assert sentences[0].tokens[0] == Token("La", "da0fs0", "el", "article")
    assert sentences[0].tokens[-1].parse == "-"
    assert remarks == [
        (31, "structures of value contrast, left out"),
        (44, "elliptic events, left out"),
        (40, "scopes that have nothing but the cue, left out"),
    ]


def test_sp_neg_can_keep_the_cue_in_its_scope() -> None:
    sentences, _ = read(FILES["sp-neg"], keep_cue=True)
    assert words_of(sentences[0]) == [("no en_absoluto", "no cierra en_absoluto", "cierra")]


def sp_neg(text: str) -> bytes:
    return (
        '<review><sentence>%s</sentence><sentence><f wd="."/></sentence></review>' % text
    ).encode()


NO = '<negexp%s><r wd="no"/></negexp>'


@pytest.mark.parametrize(
    "text, expected, remark",
    [
        (
            '<neg_structure value="neg"><scope>%s<v wd="va"/>%s</scope></neg_structure>'
            % (NO % ' discid="1n"', NO % ' discid="2n"'),
            [("no", "va no", ""), ("no", "no va", "")],
            "structures with several cues, one negation each",
        ),
        (
            '<neg_structure value="neg"><scope>%s<v wd="va"/></scope><c wd="y"/>'
            '<neg_structure value="noneg"><scope><v wd="ve"/></scope></neg_structure>'
            "</neg_structure>" % NO % "",
            [("no", "va", "")],
            "structures of value noneg, left out",
        ),
        (
            '<neg_structure value="neg"><scope><v wd="va"/></scope></neg_structure>',
            [],
            "structures without cue, left out",
        ),
        ("<neg_structure>%s</neg_structure>" % NO % "", [], "structures of value none, left out"),
        (
            '<neg_structure value="neg"><negexp><event><p wd="nadie"/></event></negexp></neg_structure>',
            [("nadie", "", "")],
            "tokens that are cue and event, kept as cue",
        ),
        (NO % "", [], "elements <negexp> outside of a structure, left out"),
        ('<v wd="va"/><v wd=" "/>', [], "words without text, left out"),
        ('<v wd="va"/><v elliptic="yes"/>', [], "elliptic elements <v>, left out"),
        ('<v wd="va"/>stray', [], "texts outside of wd, left out"),
        ("", None, "sentences without words, left out"),
    ],
)
def test_what_sp_neg_should_not_have_is_remarked_and_not_fatal(text, expected, remark) -> None:
    sentences, remarks = read(sp_neg(text), "sp-neg", document="x")
    assert [words_of(one) for one in sentences] == [*([] if expected is None else [expected]), []]
    assert (1, remark) in remarks


@pytest.mark.parametrize(
    "text, words",
    [
        ('<neg_structure value="no"/>', "<neg_structure> of value 'no'; expected neg or noneg"),
        ("<sentence/>", "a sentence inside a sentence"),
    ],
)
def test_what_is_no_sp_neg_is_an_error_with_its_line(text, words) -> None:
    with pytest.raises(FormatError, match="1: found " + words):
        read(sp_neg(text), "sp-neg")


# ---- NoReC_neg


def test_norec_has_spans_of_characters_and_affixes() -> None:
    sentences, remarks = read(FILES["norec"])
    assert [words_of(one) for one in sentences] == [
        [],
        [("ikke", "Porten er låst", ""), ("~u", "~hyggelig gammel", "")],
        [("Nei", "", "")],
    ]
    assert (sentences[1].document, sentences[1].number) == ("900001", "900001-01-02")
    assert remarks == [(23, "cues without scope, kept")]


def norec(cue: object = (["no"], ["0:2"]), scope: object = (), **others: object) -> bytes:
    negation = {"Cue": cue, "Scope": scope, "Affixal": False, **others}
    return json.dumps([{"sent_id": "1-1", "text": "no rain", "negations": [negation]}]).encode()


@pytest.mark.parametrize(
    "content, words",
    [
        (norec((["no"], ["0:99"])), r'"0:99" in negations\[0\].Cue\[0\]; expected a span of the 7'),
        (norec((["no"], ["x"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0:" + "9" * 5000])), 'expected a span such as "11:15"'),
        (norec((["no"], ["2:2"])), "expected a span of the 7"),
        (norec((["no"], ["0:\u0663"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0-2"])), 'expected a span such as "11:15"'),
        (norec((["no"], [":2"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0:"])), 'expected a span such as "11:15"'),
        (norec((["no"], [])), "expected as many strings as spans"),
        (norec(["no"]), "expected a list of strings and a list of spans"),
        (norec(3), "3 in negations.0..Cue; expected a list"),
        (b'[{"sent_id": 1}]', "1 in sent_id; expected a string"),
        (b'[{"sent_id": "1", "text": ""}]', "expected a text with a word"),
        (b'[{"sent_id": "1", "text": "a"}]', "nothing in negations; expected a list"),
        (b"[3]", "3; expected an object"),
        (b"[]", "no sentence"),
        (b'[{"sent_id": "1"', "no JSON"),
        (b'[{"sent_id": "1"} {}]', "1: found .*text|a comma or ] is missing"),
        (b"[1, 2] 3", "expected an object"),
        (b"[" * 100_000, "nested too deep|no JSON"),
    ],
)
def test_what_is_no_norec_is_an_error_with_its_line(content, words) -> None:
    with pytest.raises(FormatError, match=words):
        read(content, "norec")


def test_what_norec_should_not_have_is_remarked() -> None:
    assert read(norec((["not"], ["0:2"])))[1] == [
        (1, "strings that are not what stands in their span, left out"),
        (1, "cues without scope, kept"),
    ]
    assert read(norec(scope=(["no rain"], ["3:7"])))[0][0].negations[0].scope == (1,)
    assert (1, "affixal cues that are whole words, kept") in read(norec(Affixal=True))[1]
    assert (1, "cues inside a word that are not affixal, kept") in read(norec((["n"], ["0:1"])))[1]
    assert (1, "negations without cue, kept") in read(norec([]))[1]
    assert (1, "cues inside their own scope, taken out of it") in read(
        norec(scope=(["no rain"], ["0:7"]))
    )[1]
    assert (1, "names that are not known, left out") in read(norec(Focus=1))[1]


# ---- EPE


def test_epe_has_the_strings_of_each_part_at_its_nodes() -> None:
    sentences, remarks = read(FILES["epe"])
    assert [words_of(one) for one in sentences] == [
        [("~un", "The ~kind rain", "~kind"), ("never", "rain stops", "stops")],
        [],
    ]
    assert sentences[0].tokens[1] == Token("unkind", "JJ", "unkind")
    assert (sentences[0].document, sentences[0].number) == ("garden", "1")
    assert remarks == [(2, "nodes without form, left out")]


@pytest.mark.parametrize(
    "line, words",
    [
        ('{"nodes": 1}', "1 in nodes; expected a list"),
        ('{"nodes": []}', "expected a node with a form"),
        ('{"nodes": [3]}', r"3 in nodes\[0\]; expected an object"),
        ('{"nodes": [{"form": []}]}', r"nodes\[0\].form; expected a string or a number"),
        (
            '{"nodes": [{"form": "a", "properties": []}, {"form": "b", "properties": [1]}]}',
            "expected an object",
        ),
        (
            '{"nodes": [{"form": "a", "negation": {}}, {"form": "b", "negation": 1}]}',
            "expected a list",
        ),
        ('{"nodes": [{"form": "a", "negation": [{"cue": "a"}]}]}', "expected an id"),
    ],
)
def test_what_is_no_epe_is_an_error_with_its_line(line, words) -> None:
    with pytest.raises(FormatError, match="the stream:2: found .*" + words):
        read(b'{"nodes": [{"form": "x"}]}\n' + line.encode(), "epe")


# ---- JSON lines


def test_json_lines_have_the_names_of_the_python_api() -> None:
    first, second = read(FILES["jsonl"])[0]
    assert words_of(first) == [
        ("Nobody", "saw the unkind cat", "saw"),
        ("~un", "the ~kind cat", "~kind"),
    ]
    assert second == Sentence(["It", "slept", "."], [], "garden", "2")


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


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_any_sentence_written_as_json_is_itself(drawn) -> None:
    stream = io.BytesIO()
    write_corpus(drawn, stream, "jsonl")
    stream.seek(0)
    assert list(read_corpus(stream, "jsonl")) == drawn


def test_bytes_that_are_no_text_come_through_json() -> None:
    content = b"d\xff\t1\t0\tno\xfe\t_\t_\t_\t***\n\n"
    stream, back = io.BytesIO(), io.BytesIO()
    write_corpus(read_columns(io.BytesIO(content)), stream, "jsonl")
    stream.seek(0)
    write_corpus(read_corpus(stream), back)
    assert back.getvalue() == content


@pytest.mark.parametrize("name", ["columns", "neges", "bio"])
def test_half_of_a_character_is_an_error_where_a_file_cannot_hold_it(name) -> None:
    sentence = Sentence(["a"]), Sentence(["b\ud800"])
    with pytest.raises(ShapeError, match="sentence 2: .* is half of a character"):
        write_corpus(sentence, io.BytesIO(), name)


def test_names_that_are_not_known_are_remarked() -> None:
    line = b'{"id": 1, "tokens": [{"word": "no", "lang": "en"}], "negations": [{"cue": [0], "focus": []}]}'
    assert read(line)[1] == [(1, "names that are not known, left out")] * 3


@pytest.mark.parametrize(
    "line, words",
    [
        ("x", r"no JSON \(Expecting value"),
        ("[1]", "JSON that is no object"),
        ("{}", "nothing in tokens; expected a list"),
        ('{"tokens": []}', r"\[\] in tokens; expected one token or more"),
        ('{"tokens": [3]}', r"3 in tokens\[0\]; expected an object"),
        ('{"tokens": [{"tag": "x"}]}', "expected a word"),
        ('{"tokens": [{"word": 3}]}', r"3 in tokens\[0\].word; expected a string"),
        ('{"tokens": ["a"], "negations": 1}', "1 in negations; expected a list"),
        ('{"tokens": ["a"], "negations": [1]}', "expected an object"),
        ('{"tokens": ["a"], "negations": [{"cue": [1]}]}', "expected a position of the 1 tokens"),
        ('{"tokens": ["a"], "negations": [{"cue": [-1]}]}', "expected a position of the 1 tokens"),
        ('{"tokens": ["a"], "negations": [{"cue": [true]}]}', "expected a position or"),
        ('{"tokens": ["a"], "negations": [{"cue": [[0, 1]]}]}', "a span is no part"),
        ('{"tokens": ["a"], "negations": [{"cue": "a"}]}', "expected a list"),
        ('{"tokens": ["a"], "document": []}', "expected a string or a number"),
        ('{"tokens": ["a"], "negations": [{"cue": [%s%s]}]}' % ("[" * 974, "]" * 974), ""),
        ("\xff", "bytes that are not UTF-8"),
        ("[" * 100_000, "nested too deep|no JSON"),
    ],
)
def test_what_is_no_json_line_is_an_error_with_its_line(line, words) -> None:
    with pytest.raises(FormatError, match="the stream:2: found .*" + words):
        read(b'{"tokens": ["x"]}\n' + line.encode("latin-1"), "jsonl")


# ---- JSON piece by piece

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(values, max_size=6), st.sampled_from([None, 2]), st.booleans(), st.integers(1, 40))
def test_values_come_piece_by_piece_as_they_do_at_once(drawn, indent, in_list, size) -> None:
    if in_list:
        text = json.dumps(drawn, indent=indent, ensure_ascii=False)
    else:
        drawn = [one if isinstance(one, dict) else {"": one} for one in drawn]
        text = "\n".join(json.dumps(one, indent=indent) for one in drawn)

    class InPieces(io.BytesIO):
        def read(self, wanted: int = -1) -> bytes:
            return super().read(size)

    found = list(values_of(InPieces(text.encode())))
    assert [value for _, value in found] == drawn
    lines = [line for line, _ in found]
    assert lines == sorted(lines) and (not lines or lines[-1] <= 1 + text.count("\n"))


@pytest.mark.parametrize("broken", ['"a" 2', '"a": tru', '"a', '"a": [1'])
def test_a_fault_is_told_with_its_line_however_long_the_file_is(broken) -> None:
    filler = '  {"b": "%s"},\n' % ("x" * 5000)
    text = "[\n" + filler * 60 + "{%s}\n]" % broken + "\n" * 3
    with pytest.raises(FormatError) as caught:
        list(values_of(io.BytesIO(text.encode())))
    assert caught.value.line is not None and 62 <= caught.value.line <= 63


def test_bytes_that_are_no_text_are_told_with_their_line() -> None:
    content = b'[{"a": 1},\n{"a": 2},\n{"a": "\xe9"}]\n'
    for size in (1, 5, 1000):

        class InPieces(io.BytesIO):
            def read(self, wanted: int = -1, size: int = size) -> bytes:
                return super().read(size)

        with pytest.raises(FormatError, match="^the stream:3: found bytes that are not UTF-8"):
            list(values_of(InPieces(content)))


def test_a_fault_early_in_a_long_file_is_told_where_it_is() -> None:
    content = b'[{"a": 1},\n{"a" 2},' + b' {"b": 3},' * 10_000
    with pytest.raises(FormatError, match="^the stream:2: found no JSON .Expecting ':' delimiter"):
        list(values_of(io.BytesIO(content)))


@pytest.mark.parametrize("value", [0.5, -1e-7, 12345678901234567890, [1.5, 2]])
@pytest.mark.parametrize("size", range(1, 8))
def test_a_number_cut_by_a_piece_is_whole(value, size) -> None:
    class InPieces(io.BytesIO):
        def read(self, wanted: int = -1) -> bytes:
            return super().read(size)

    assert [one for _, one in values_of(InPieces(json.dumps([value, 1]).encode()))] == [value, 1]


# ---- tokens

some_text = st.text(st.sampled_from("ab1é.,;:()[]'\"%-/ \n\t’n't"), max_size=30)


@given(some_text)
def test_tokens_and_white_space_are_the_text(text) -> None:
    for tokenizer in (tokenize, tokens_of_space):
        rest = text
        end = 0
        found = tokenizer(text)
        for start, word in found:
            assert word and text[start : start + len(word)] == word
            assert not text[end:start].strip(" \t\r\n")
            end = start + len(word)
        assert not rest[end:].strip(" \t\r\n")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("No rain.", "No rain ."),
        ("IL-2 (n = 1.5%), p<0.05!", "IL-2 ( n = 1.5 % ) , p<0.05 !"),
        ("It can't; they've 'gone'.", "It ca n't ; they 've ' gone ' ."),
        ("the cells' (see e.g. [12])", "the cells ' ( see e.g. [ 12 ] )"),
        ("NF(kappa)B, (kappa)B and (IL)-2.", "NF(kappa)B , (kappa)B and (IL)-2 ."),
        ("in the U.S. of A.", "in the U.S. of A ."),
        ("Li et al. say vs. 's.", "Li et al. say vs. ' s ."),
        (
            "the cell 's (RAR(alpha)) (TNF)-alpha) (a(b)c)",
            "the cell 's ( RAR(alpha) ) (TNF)-alpha ) ( a(b)c )",
        ),
        ("... . a...' (x..).", "... . a ... ' ( x .. ) ."),
    ],
)
def test_tokens_are_those_of_genia(text, expected) -> None:
    assert " ".join(word for _, word in tokenize(text)) == expected


# ---- names and numbers


def test_documents_of_bioscope_have_their_own_names_or_that_of_the_file() -> None:
    content = (
        b"<DocumentSet>stray<Document><DocID> 1\n2 </DocID><sentence>a</sentence></Document>"
        b"<Document><sentence>b</sentence></Document></DocumentSet>"
    )
    sentences, remarks = read(content, "bioscope", document="file")
    assert [(one.document, one.number) for one in sentences] == [("1 2", "1"), ("file", "2")]
    assert remarks == [(1, "texts outside of sentences, left out")]
    assert [one.document for one in read(content, "bioscope")[0]] == ["1 2", "document"]


def test_sentences_of_a_review_are_counted_in_its_file() -> None:
    for name, content in (("sfu", sfu("<W>a</W>")), ("sp-neg", sp_neg('<v wd="va"/>'))):
        assert [one.number for one in read(content, name)[0]] == ["1", "2"]
        assert {one.document for one in read(content, name)[0]} == {"document"}
    outside = b'<review><v wd="va"/><sentence><v wd="ve"/></sentence></review>'
    assert read(outside, "sp-neg")[1] == [(1, "elements outside of a sentence, left out")]
