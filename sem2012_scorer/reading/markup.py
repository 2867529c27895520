"""Untrusted XML, read piece by piece: no entities, no other files, errors with their line."""

from __future__ import annotations

import re
from contextlib import suppress
from xml.parsers import expat

from ..ground.records import Record
from ..ground.wording import shortened
from .source import FormatError, as_source, chunks_of, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from .source import File

START, END, TEXT = "start", "end", "text"
DEEPEST = 1000
"""How deeply elements may be nested; no corpus goes deeper, and a document that does is refused."""


XMLS_OWN = "one of XML's own five, or a number such as &#160;"


class Event(Record):
    """An XML event: the start or end of an element, or text.

    `name` is the element's name, or the text; `attributes` are those of a start; `file` is the name
    of the document's.
    """

    kind: str
    name: str
    attributes: dict[str, str]
    line: int
    file: str

    def wrong(self, found: str, expected: str) -> FormatError:
        """Return the error for something wrong here."""
        return FormatError(self.file, self.line, found, expected)

    def attribute(self, name: str) -> str:
        """Return an attribute of an element; raise FormatError if it is missing."""
        if name not in self.attributes:
            wanted = '<%s %s="...">' % (self.name, name)
            raise self.wrong("<%s> without %s" % (self.name, name), wanted)
        return self.attributes[name]


def events_of(file: File, only_type: str | None = None) -> Iterator[Event]:
    """Yield the elements and text of an XML document, given as a path or binary stream.

    Text may come in several pieces. Memory does not grow with the file. Raises
    FormatError, which names the file and line, if the document is not well formed,
    or has any entities but XML's own five: a document that declares its own can grow
    without end, or ask for other files. An external document type is not fetched. With
    `only_type`, the file name of one, any other is an error too, prefixes have to be declared,
    and the names of elements come without them.
    """
    name = name_of(file)
    has_namespaces = only_type is not None
    parser = expat.ParserCreate(namespace_separator=" " if has_namespaces else None)
    parser.buffer_text = True
    found: list[Event] = []
    no_attributes: dict[str, str] = {}
    depth = 0

    def wrong(what: str, expected: str) -> FormatError:
        return FormatError(name, parser.CurrentLineNumber, what, expected)

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise wrong("elements inside each other, more than %d deep" % DEEPEST, "a corpus")
        if has_namespaces:
            element = element.rpartition(" ")[2]
        found.append(Event._make((START, element, attributes, parser.CurrentLineNumber, name)))

    def end(element: str) -> None:
        nonlocal depth
        depth -= 1
        if has_namespaces:
            element = element.rpartition(" ")[2]
        found.append(Event._make((END, element, no_attributes, parser.CurrentLineNumber, name)))

    def text(characters: str) -> None:
        line = parser.CurrentLineNumber
        found.append(Event._make((TEXT, characters, no_attributes, line, name)))

    def entity_declared(entity: str, *rest: object) -> NoReturn:
        what = "a declaration of the entity %r" % shortened(entity)
        raise wrong(what, "a document without entities of its own")

    def entity_skipped(entity: str, *rest: object) -> NoReturn:
        raise wrong("the entity &%s;" % shortened(entity), XMLS_OWN)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = entity_declared
    parser.SkippedEntityHandler = entity_skipped
    with as_source(file).open() as stream:
        try:
            for number, chunk in enumerate(chunks_of(stream, name)):
                if not number:
                    if only_type is not None:
                        _check_type(name, chunk, only_type)
                    chunk = _without_type(chunk)
                parser.Parse(chunk, False)
                yield from found
                found.clear()
            parser.Parse(b"", True)
        except FormatError:
            raise
        except expat.ExpatError as error:
            yield from found
            told, expected = expat.ErrorString(error.code), "well-formed XML"
            if error.code == expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]:
                told = "an entity that is not defined"
                expected = XMLS_OWN
            if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
                told = "the end of the file inside of an element, or before any"
            raise FormatError(name, error.lineno, told, expected) from None
        except (LookupError, ValueError, UnicodeError) as error:
            raise FormatError(
                name,
                1,
                "XML in an encoding that cannot be read (%s)" % error,
                "UTF-8, or another that Python knows",
            ) from None
        yield from found


_TYPE = re.compile(rb"<!DOCTYPE[^>\[]*>")


def _without_type(head: bytes) -> bytes:
    """Return the head of a document without its external document type, if it has one.

    With it, expat would skip undefined entities, and those in attributes silently.
    """
    return _TYPE.sub(lambda found: b"\n" * found[0].count(b"\n"), head, count=1)


def _check_type(name: str, head: bytes, expected: str) -> None:
    """Raise FormatError if a document that begins with `head` names a type in another file than `expected`."""
    parser = expat.ParserCreate()
    found: list[FormatError] = []

    def named(root: str, system: str | None, *rest: object) -> None:
        if system is not None and system.rpartition("/")[2] != expected:
            what = "the document type %r" % shortened(system)
            advice = "%s, or none: take <!DOCTYPE ...> out" % expected
            found.append(FormatError(name, parser.CurrentLineNumber, what, advice))

    parser.StartDoctypeDeclHandler = named
    # What else may be wrong is found where the document is read.
    with suppress(expat.ExpatError, LookupError, ValueError):
        parser.Parse(head, False)
    if found:
        raise found[0]
