"""Corpora in XML: BioScope, SFU and SP-NEG, and documents from strangers."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from documents import FILES, bioscope, read, sfu, sp_neg, words_of

from sem2012_scorer import (
    FormatError,
    Token,
)
from sem2012_scorer.reading.corpus import read_corpus as counted_in
from sem2012_scorer.reading.markup import TEXT, events_of


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
        (19, "cues inside a token, kept as a substring"),
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
    list(counted_in(FILES["bioscope"], counted=counted))
    assert counted["<sentence>"] == 5 and counted["<cue> of negation"] == 6
    assert counted["<cue> of speculation"] == 1 and counted["<xcope>"] == 7


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
            "unknown elements: only their text was read",
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
    list(counted_in(io.BytesIO(bioscope(text)), "bioscope", counted=counted))
    assert len(counted) == 101 and counted["others"] > 190


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
        ("<W>x</W><B/>", [], "unknown elements: only their words were read"),
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
        (40, "scopes of nothing but the cue, left out"),
    ]


def test_sp_neg_can_keep_the_cue_in_its_scope() -> None:
    sentences, _ = read(FILES["sp-neg"], keep_cue=True)
    assert words_of(sentences[0]) == [("no en_absoluto", "no cierra en_absoluto", "cierra")]


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
