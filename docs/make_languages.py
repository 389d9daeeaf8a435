"""Keep the catalogues of the languages (`make languages`; docs/languages.md says how one is added).

    python -m docs.make_languages          all texts into every catalogue, and what is gone out of
    it
    python -m docs.make_languages fr       a new catalogue for French besides
    python -m docs.make_languages --check  write nothing, only list calls whose texts cannot be
    found python -m docs.make_languages --status de  nothing written: what is open in a catalogue,
    and what is wrong

The texts come from the source (docs/find_words.py). Reports missing and broken translations.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from companion.language import DOMAIN, ENGLISH, LANGUAGES, forms
from docs.find_words import ROOT, Found, find_all

LOCALE = ROOT / "companion" / "locale"
BORN = datetime(2026, 11, 21, tzinfo=UTC)  # no clock: the same texts give the same files
_DOLLARS = re.compile(r"\$\w+")
_TAGS = re.compile(r"</?\w+")


def main(new: list[str]) -> int:
    """Update all catalogues; 1 when something is wrong with one."""
    if "--status" in new:
        return max(status(language) for language in new if language != "--status")
    found, missed = find_all()
    faults = [str(fault) for fault in missed]
    texts = template(found)
    if "--check" in new:
        print(*faults, sep="\n")
        return 1 if faults else 0
    for language in sorted(
        {*(path.name for path in LOCALE.glob("*") if path.is_dir()), *LANGUAGES, *new} - {ENGLISH}
    ):
        po = po_path(language)
        catalogue = updated(language, texts)
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_bytes(po_bytes(catalogue))
        open_texts = list(untranslated(catalogue))
        print(f"{language}: {len(catalogue)} texts, {len(open_texts)} to be translated")
        faults += [f"{language}: {fault}" for fault in broken(catalogue)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def status(language: str) -> int:
    """Tell what is open in a catalogue and what is wrong with it; 1 when anything is."""
    catalogue, texts = read(language), template(find_all()[0])
    left = [*untranslated(catalogue), *broken(catalogue), *missing(catalogue, texts)]
    print(*left, f"{language}: {len(left)} of {len(texts)} texts to be looked at", sep="\n")
    return 1 if left else 0


def missing(catalogue: Catalog, texts: Catalog) -> Iterator[str]:
    """The texts of the source that a catalogue has not, and those that it has for nothing."""
    here, there = ({key(message) for message in each if message.id} for each in (catalogue, texts))
    yield from (f"new: {text!r}" for text in sorted(there - here))
    yield from (f"gone: {text!r}" for text in sorted(here - there))


def template(found: list[Found]) -> Catalog:
    """All texts, in the order of the files, each once. A plural wins over the same text without
    one.
    """
    made = Catalog(project="Rookery", domain=DOMAIN, fuzzy=False, creation_date=BORN)
    plurals = {one.one: one.many for one in found if one.many}
    for one in found:
        many = plurals.get(one.one)
        made.add((one.one, many) if many else one.one, locations=[(one.file, 0)])
    return made


def po_path(language: str) -> Path:
    """Where the catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue as it lies there; an empty one where there is none."""
    path = po_path(language)
    if not path.is_file():
        return empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def empty(language: str) -> Catalog:
    """A catalogue without texts."""
    made = Catalog(
        locale=language,
        domain=DOMAIN,
        project="Rookery",
        version="1",
        fuzzy=False,
        creation_date=BORN,
        revision_date=BORN,
        charset="utf-8",
        msgid_bugs_address="see docs/languages.md",
        last_translator="see git log",
        language_team=language,
    )
    name = made.locale.english_name if made.locale else language
    made.header_comment = (
        f"# Rookery's texts, {name}: docs/languages.md says how they are translated."
    )
    return made


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue with all texts and no others; what was translated stays so."""
    known, made = read(language), empty(language)
    for message in texts:
        if message.id:
            old = known.get(key(message))
            fits = old is not None and bool(old.pluralizable) == bool(message.pluralizable)
            notes = old.user_comments if old else ()
            made.add(
                message.id,
                old.string if old and fits else "",
                message.locations,
                user_comments=notes,
            )
    return made


def key(message: Message) -> str:
    """What a text is known by: itself, the singular of two."""
    return message.id[0] if isinstance(message.id, (tuple, list)) else message.id


def po_bytes(catalogue: Catalog) -> bytes:
    """The file that translators edit: with the files in which a text stands, without line numbers
    that change daily.
    """
    made = BytesIO()
    write_po(
        made, catalogue, width=120, omit_header=False, ignore_obsolete=True, include_lineno=False
    )
    return made.getvalue()


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """The texts without a translation, or with one that nobody has looked at yet."""
    for message in catalogue:
        if message.id and (message.fuzzy or not all(forms(message))):
            yield key(message)


def broken(catalogue: Catalog) -> Iterator[str]:
    """Translations whose places, `$names` or ends differ from the text's."""
    for message in catalogue:
        if not message.id:
            continue
        originals = list(message.id) if isinstance(message.id, (tuple, list)) else [message.id]
        wanted = [places(text) for text in originals]
        for text in filter(None, forms(message)):
            if places(text) not in wanted:
                yield f"{text!r} has not the places of {originals[0]!r}"
            elif text.strip() != text and originals[0].strip() == originals[0]:
                yield f"{text!r} begins or ends with a space"


def places(text: str) -> list[str]:
    """The places of a text, in alphabetical order: `{names}`, `$names` and marks of emphasis.

    >>> places("{name} has {n} of $cards")
    ['$cards', 'n', 'name']
    """
    try:
        named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        named = ["an unclosed brace"]
    return sorted([*named, *_DOLLARS.findall(text), *_TAGS.findall(text)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
