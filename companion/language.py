"""The languages that people read: sentences that remember how they were made, and catalogues that translate them.

A `Phrase` is a `str`, the English sentence; so it compares, prints and travels as JSON like any other text. It also
keeps its template and the values in it, so that the edge (a web answer, a printed page) can say it in another
language: `translated(phrase, "de")`. Catalogues are gettext's, one for each language in `companion/locale`;
`make languages` keeps them (docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from typing import Any, Self

ENGLISH = "en"  # what the code is written in, and what is left where a catalogue has nothing
LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "it": "Italiano", "da": "Dansk", "es": "Español"}
DOMAIN = "rookery"
AND_THEN = "; "  # between sentences that stand together, such as a problem and its remedy
OWN_LETTERS = 12  # that a sentence must have for a text to be known as it
_PLACE = re.compile(r"\{(\w+)\}")


class Phrase(str):
    """An English text that knows its `template` and the `values` in its places; `many` is the plural's for `number`.

    A value that is a Phrase is translated with the sentence; any other (a name that somebody typed) stays as it is.
    """

    __slots__ = ("many", "number", "template", "values")
    template: str
    values: Mapping[str, Any]
    many: str
    number: int

    def __new__(cls, template: str, values: Mapping[str, Any] | None = None, many: str = "", number: int = 1) -> Self:
        """The sentence in English; raises `KeyError` for a place without a value."""
        values = dict(values or {})
        english = many if many and number != 1 else template
        phrase = super().__new__(cls, _filled(english, values))
        phrase.template, phrase.values, phrase.many, phrase.number = template, values, many, number
        return phrase

    def __reduce__(self) -> tuple[Any, ...]:
        """Whole through a pickle: photos are read in processes of their own."""
        return Phrase, (self.template, self.values, self.many, self.number)


def say(template: str, **values: Any) -> Phrase:
    """A sentence with named places; its template is a literal, or a Phrase that was made from one without values.

    >>> say("{name} sat down", name="Ana"), say(say("a level of {n}"), n=3)
    ('Ana sat down', 'a level of 3')
    """
    return Phrase(template.template if isinstance(template, Phrase) else template, values)


def say_many(one: str, many: str, n: int, **values: Any) -> Phrase:
    """A sentence about `n` things, which stands in the place `{n}`.

    >>> say_many("{n} rock", "{n} rocks", 1), say_many("{name} has {n} rock", "{name} has {n} rocks", 3, name="Bo")
    ('1 rock', 'Bo has 3 rocks')
    """
    return Phrase(one, {"n": n, **values}, many, n)


def listed(parts: Iterable[object], mark: str = ", ") -> Phrase:
    """Several things in a row; those that are Phrases are translated.

    >>> listed(["Ana", say("the host")])
    'Ana, the host'
    """
    values = {f"part{index}": part for index, part in enumerate(parts)}
    return Phrase(mark.join(f"{{{name}}}" for name in values), values)


def decimal(figure: str) -> Phrase:
    """A figure with its decimal point where the language wants a comma; the sign is in the catalogues, too.

    >>> decimal("18.1"), decimal("4")
    ('18.1', '4')
    """
    whole, point, rest = figure.partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=rest) if point else Phrase(figure)


def translated(text: str, language: str) -> str:
    """The text in that language; as it is, where the catalogue has none or a translator broke its places.

    >>> translated(say("a text that nobody has translated"), "de")
    'a text that nobody has translated'
    """
    if language == ENGLISH:
        return str(text)
    known = catalogue(language)
    if not isinstance(text, Phrase) or not text.values:
        return _found(str(text), language) if text else ""  # gettext calls its header ""
    values = {name: _value(value, language) for name, value in text.values.items()}
    found = known.ngettext(text.template, text.many, text.number) if text.many else known.gettext(text.template)
    try:
        return _filled(found, values)
    except (KeyError, IndexError, ValueError):
        return _filled(text.many if text.many and text.number != 1 else text.template, values)


@lru_cache(maxsize=4096)
def _found(text: str, language: str) -> str:
    """A text as the catalogue has it; else as the sentence that it is, where it came without its template.

    So it is with what was stored in English, such as the reading of a photo that a process of its own has made.
    """
    found = catalogue(language).gettext(text)
    if found != text:
        return found
    if AND_THEN in text:
        return AND_THEN.join(_found(part, language) for part in text.split(AND_THEN))
    for pattern, template in _sentences(language):
        if match := pattern.fullmatch(text):
            values = {name: _found(value, language) for name, value in match.groupdict().items()}
            return translated(Phrase(template, values), language)
    return text


@cache
def _sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The catalogue's sentences with places, as patterns, those with most words of their own first."""
    texts = getattr(catalogue(language), "_catalog", {})  # gettext tells them in no other way
    pairs = [(_PLACE.sub("", text), text) for text in texts if isinstance(text, str) and _PLACE.search(text)]
    told = sorted((pair for pair in pairs if len(pair[0]) >= OWN_LETTERS), key=lambda pair: -len(pair[0]))
    return tuple(
        (re.compile(_pattern(text)), text) for _, text in told if len(set(_PLACE.findall(text))) == text.count("{")
    )


def _pattern(template: str) -> str:
    parts = _PLACE.split(template)  # text, name, text, name, ..., text
    return "".join(f"(?P<{part}>.+?)" if index % 2 else re.escape(part) for index, part in enumerate(parts))


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; one without texts where there is none."""
    file = resources.files("companion") / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if language not in LANGUAGES or not file.is_file():
        return NullTranslations()
    with file.open("rb") as data:
        return GNUTranslations(data)


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """A template without values is a text: its braces are braces."""
    return template.format_map(values) if values else template


def _value(value: object, language: str) -> object:
    return translated(value, language) if isinstance(value, Phrase) else value
