"""The languages of people: sentences that remember their templates, and catalogues of translations.

A `Phrase` is a `str`, the English sentence; so it compares, prints and travels as JSON like any
other text. It also keeps its template and the values in it, so that the edge (a web answer, a
printed page) can say it in another language: `translated(phrase, "de")`. Catalogues are gettext's,
one for each language in `companion/locale`, read as translators write them: no step compiles them
(docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from babel.messages import Catalog, Message

ENGLISH = "en"  # the language of the code, and of texts that a catalogue lacks
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "it": "Italiano",
    "da": "Dansk",
    "es": "Español",
}
DOMAIN = "rookery"
AND_THEN = "; "  # between sentences that stand together, such as a problem and its remedy
_PLACE = re.compile(r"\{(\w+)\}")


class Phrase(str):
    """An English text that knows its `template` and the `values` in its places; `many` is the
    plural's for `number`.

    A value that is a Phrase is translated with the sentence; any other (a name that someone typed)
    stays as it is.
    """

    __slots__ = ("many", "number", "template", "values")
    template: str
    values: Mapping[str, object]
    many: str
    number: int

    def __new__(
        cls,
        template: str,
        values: Mapping[str, object] | None = None,
        many: str = "",
        number: int = 1,
    ) -> Self:
        """Make the sentence in English; raises `KeyError` for a place without a value."""
        values = dict(values or {})
        english = many if many and number != 1 else template
        phrase = super().__new__(cls, _filled(english, values))
        phrase.template, phrase.values, phrase.many, phrase.number = template, values, many, number
        return phrase

    def __reduce__(self) -> tuple[object, ...]:
        """Keep template and values in a pickle: photos are read in processes of their own."""
        return Phrase, (self.template, self.values, self.many, self.number)


def say(template: str, **values: object) -> Phrase:
    """Return a sentence with named places; its template is a literal, or a Phrase made from one
    without values.

    >>> say("{name} sat down", name="Ana"), say(say("a level of {n}"), n=3)
    ('Ana sat down', 'a level of 3')
    """
    return Phrase(template.template if isinstance(template, Phrase) else template, values)


def say_many(one: str, many: str, n: int, **values: object) -> Phrase:
    """Return a sentence about `n` things, with `{n}` in its template.

    >>> say_many("{n} rock", "{n} rocks", 1)
    '1 rock'
    >>> say_many("{name} has {n} rock", "{name} has {n} rocks", 3, name="Bo")
    'Bo has 3 rocks'
    """
    return Phrase(one, {"n": n, **values}, many, n)


def listed(parts: Iterable[object], mark: str = ", ") -> Phrase:
    """Return several things in a row; those that are Phrases are translated.

    >>> listed(["Ana", say("the host")])
    'Ana, the host'
    """
    values = {f"part{index}": part for index, part in enumerate(parts)}
    return Phrase(mark.join(f"{{{name}}}" for name in values), values)


def decimal(figure: str) -> Phrase:
    """Return a figure with a decimal point, or a comma as the language wants; the sign is in the
    catalogues, too.

    >>> decimal("18.1"), decimal("4")
    ('18.1', '4')
    """
    whole, point, rest = figure.partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=rest) if point else Phrase(figure)


def translated(text: str, language: str) -> str:
    """Return the text in that language; as it is, if the catalogue lacks it or its translation has
    broken places.

    >>> translated(say("a text that nobody has translated"), "de")
    'a text that nobody has translated'
    """
    if language == ENGLISH:
        return str(text)
    known = catalogue(language)
    if not isinstance(text, Phrase) or not text.values:
        return known.gettext(str(text)) if text else ""  # gettext calls its header ""
    values = {name: _value(value, language) for name, value in text.values.items()}
    template = (
        known.ngettext(text.template, text.many, text.number)
        if text.many
        else known.gettext(text.template)
    )
    try:
        return _filled(template, values)
    except (KeyError, IndexError, ValueError):
        return _filled(text.many if text.many and text.number != 1 else text.template, values)


def as_data(value: object) -> Any:
    """Return JSON data in which each `Phrase` keeps its template and values; `from_data` brings it
    back.

    So a photo that another process has read, or that was stored, is still described in each phone's
    language.
    """
    if isinstance(value, Phrase):
        values = {name: as_data(each) for name, each in value.values.items()}
        return {
            "template": value.template,
            "values": values,
            "many": value.many,
            "number": value.number,
        }
    if isinstance(value, Mapping):
        return {name: as_data(each) for name, each in value.items()}
    return [as_data(each) for each in value] if isinstance(value, (list, tuple)) else value


def from_data(value: object) -> Any:
    """Return what `as_data` was given. A template whose places are more than names is a text: it
    may be anyone's.
    """
    if isinstance(value, Mapping):
        data = {name: from_data(each) for name, each in value.items()}
        return _phrase(data) if set(data) == {"template", "values", "many", "number"} else data
    return [from_data(each) for each in value] if isinstance(value, (list, tuple)) else value


def _phrase(data: Mapping[str, object]) -> str:
    template, values, many, number = (
        str(data["template"]),
        data["values"],
        str(data["many"]),
        data["number"],
    )
    plain = not any(sign in _PLACE.sub("", template + many) for sign in "{}")
    if plain and isinstance(values, dict) and isinstance(number, int):
        with suppress(KeyError):
            return Phrase(template, values, many, number)
    return template


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; one without texts where there is none.

    A text that isn't translated in all its forms stays English.
    """
    messages = read_catalogue(language)
    if messages is None:
        return NullTranslations()
    from babel.messages import Catalog  # noqa: PLC0415 - only other languages than English need it
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above

    complete, compiled = Catalog(locale=language), BytesIO()
    for message in messages:
        if message.id and all(forms(message)):
            complete.add(message.id, message.string)
    write_mo(compiled, complete)
    return GNUTranslations(BytesIO(compiled.getvalue()))


def read_catalogue(language: str) -> Catalog | None:
    """Return what translators wrote in a language, with the files in which each text stands; None
    for English.
    """
    file = resources.files("companion") / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if language not in LANGUAGES or not file.is_file():
        return None
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see `catalogue`

    with file.open("rb") as data:
        return read_po(data, locale=language, domain=DOMAIN)


def forms(message: Message) -> list[str]:
    """Return a text's translations: one, or one for each plural form; "" for each that
    is missing.
    """
    written = message.string
    return [one or "" for one in written] if isinstance(written, (tuple, list)) else [written or ""]


def _filled(template: str, values: Mapping[str, object]) -> str:
    """Return a template with its values; without values its braces are plain braces."""
    return template.format_map(values) if values else template


def _value(value: object, language: str) -> object:
    return translated(value, language) if isinstance(value, Phrase) else value
