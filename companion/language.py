"""Translation: sentences that know their templates, decks, and catalogues of translations.

A `Phrase` is a `str`, the English sentence. It keeps its template and values, so that a response or
a printed page can show it in another language: `translated(phrase, "de")`. Of a deck, `spoken`
translates the fields marked `READ`, so photos of cards in any language show the same deck. The
catalogues in `companion/locale` are gettext `.po` files (docs/languages.md), compiled in a wheel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache, partial
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

if TYPE_CHECKING:
    from babel.messages import Message

T = TypeVar("T")

ENGLISH = "en"  # the language of the code, and of texts missing in a catalogue
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "it": "Italiano",
    "da": "Dansk",
    "es": "Español",
}
DOMAIN = "rookery"
AND_THEN = "; "  # between related sentences, such as a problem and its remedy
# marks a text, or tuple of texts, to translate: `name: str = field(metadata=READ)`
READ: Mapping[str, bool] = {"read": True}
_PLACE = re.compile(r"\{(\w+)\}")


class Phrase(str):
    """An English text that knows its `template` and `values`, and its plural `many` for `number`.

    A value that is a Phrase is translated with the sentence; players' names and others aren't.
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
        """Make the English sentence; raises `KeyError` if a value is missing."""
        values = dict(values or {})
        english = many if many and number != 1 else template
        phrase = super().__new__(cls, _filled(english, values))
        phrase.template, phrase.values, phrase.many, phrase.number = template, values, many, number
        return phrase

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all in a pickle, because photos are read in other processes."""
        return Phrase, (self.template, self.values, self.many, self.number)


def say(template: str, **values: object) -> Phrase:
    """Return a sentence with values filled in.

    The template is a literal, so that it is collected for translators, or a Phrase without values.

    >>> say("{name} sat down", name="Ana"), say(say("a level of {n}"), n=3)
    ('Ana sat down', 'a level of 3')
    """
    return Phrase(template.template if isinstance(template, Phrase) else template, values)


def say_many(one: str, many: str, n: int, **values: object) -> Phrase:
    """Return a sentence about `n` things, in the singular or plural.

    >>> say_many("{n} rock", "{n} rocks", 1)
    '1 rock'
    >>> say_many("{name} has {n} rock", "{name} has {n} rocks", 3, name="Bo")
    'Bo has 3 rocks'
    """
    return Phrase(one, {"n": n, **values}, many, n)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in English.

    >>> counted(1, "sheet"), counted(2, "standee"), counted(3, "box"), counted(10, "fish")
    ('1 sheet', '2 standees', '3 boxes', '10 fish')
    """
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of an English noun."""
    ending = "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return {"die": "dice", "fish": "fish"}.get(noun, noun + ending)


def listed(parts: Iterable[object], mark: str = ", ") -> Phrase:
    """Return several things separated by `mark`; Phrases among them are translated.

    >>> listed(["Ana", say("the host")])
    'Ana, the host'
    """
    values = {f"part{index}": part for index, part in enumerate(parts)}
    return Phrase(mark.join(f"{{{name}}}" for name in values), values)


def decimal(figure: str) -> Phrase:
    """Return a figure whose decimal point is translated, to a comma in some languages.

    >>> decimal("18.1"), decimal("4")
    ('18.1', '4')
    """
    whole, point, rest = figure.partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=rest) if point else Phrase(figure)


def translated(text: str, language: str) -> str:
    """Return a text in a language, unchanged if its translation is missing or has wrong places."""
    if language == ENGLISH:
        return str(text)
    known = catalogue(language)
    if not isinstance(text, Phrase) or not text.values:
        return known.gettext(str(text)) if text else ""  # in gettext, "" is the header
    values = {
        name: translated(value, language) if isinstance(value, Phrase) else value
        for name, value in text.values.items()
    }
    plural = text.many and known.ngettext(text.template, text.many, text.number)
    template = plural or known.gettext(text.template)
    try:
        return _filled(template, values)
    except (KeyError, IndexError, ValueError):
        return _filled(text.many if text.many and text.number != 1 else text.template, values)


def as_data(value: object) -> Any:
    """Return JSON data in which each `Phrase` keeps its template and values, for `from_data`."""
    if isinstance(value, Phrase):
        slots = ("template", "values", "many", "number")
        return {name: as_data(getattr(value, name)) for name in slots}
    if isinstance(value, Mapping):
        return {name: as_data(each) for name, each in value.items()}
    return [as_data(each) for each in value] if isinstance(value, (list, tuple)) else value


def from_data(value: object) -> Any:
    """Return what `as_data` was given.

    Data may come from anyone, so a template with places other than plain names is plain text.
    """
    if isinstance(value, (list, tuple)):
        return [from_data(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    data = {name: from_data(each) for name, each in value.items()}
    if set(data) != {"template", "values", "many", "number"}:
        return data
    template, many = str(data["template"]), str(data["many"])
    values, number = data["values"], data["number"]
    plain = not any(sign in _PLACE.sub("", template + many) for sign in "{}")
    if plain and isinstance(values, dict) and isinstance(number, int):
        with suppress(KeyError):
            return Phrase(template, values, many, number)
    return template


def text_from_data(value: object) -> str:
    """Return a text that `as_data` was given; anything else is written out, at most 300 letters."""
    text = from_data(value)
    return text if isinstance(text, Phrase) else str(text)[:300]


def spoken(deck: T, language: str) -> T:
    """Return the deck with its texts in a language; texts without a translation stay."""
    return deck if language == ENGLISH else cast("T", _spoken(deck, language))


@lru_cache(maxsize=16)
def _spoken(deck: object, language: str) -> object:
    return reworded(deck, partial(translated, language=language))


def reworded(value: T, change: Callable[[str], str]) -> T:
    """Return a dataclass, or a tuple of them, with all texts for people changed, at any depth."""
    if isinstance(value, tuple):
        parts = tuple(reworded(part, change) for part in value)
        same = all(part is before for part, before in zip(parts, value, strict=True))
        return value if same else cast("T", parts)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for field in fields(value):
        before = after = getattr(value, field.name)
        if "read" not in field.metadata:
            after = reworded(before, change)
        elif before:
            after = change(before) if isinstance(before, str) else tuple(map(change, before))
        if after is not before:
            changes[field.name] = after
    return replace(value, **changes) if changes else value


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language, without texts that lack a form; empty if none.

    An installed Rookery has it compiled, a checkout has the `.po` file that translators edit.
    """
    folder = resources.files("companion") / "locale" / language / "LC_MESSAGES"
    if language not in LANGUAGES:
        return NullTranslations()
    for name, data in ((f"{DOMAIN}.mo", Traversable.read_bytes), (f"{DOMAIN}.po", compiled)):
        if (file := folder / name).is_file():
            return GNUTranslations(BytesIO(data(file)))
    return NullTranslations()


def compiled(file: Traversable) -> bytes:
    """Return a `.po` file as a `.mo` file, without texts that lack a form."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - only in a checkout
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    with file.open("rb") as data:
        messages = read_po(data, domain=DOMAIN)
    for message in [each for each in messages if each.id and not all(forms(each))]:
        messages.delete(message.id)
    made = BytesIO()
    write_mo(made, messages, use_fuzzy=True)
    return made.getvalue()


def forms(message: Message) -> list[str]:
    """Return a text's translation, or one for each plural form; "" if missing."""
    written = message.string
    return [one or "" for one in written] if isinstance(written, (tuple, list)) else [written or ""]


def _filled(template: str, values: Mapping[str, object]) -> str:
    """Return a template with its values; without values, braces are plain text."""
    return template.format_map(values) if values else template
