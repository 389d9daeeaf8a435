"""What errors say of a wrong value, and what to do instead: words for problems and remedies."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, time

from companion.language import Phrase, listed, say
from companion.text import name_key

_SHOWN = 80  # characters of a value or name in an error


def quoted(value: object) -> str:
    """Return a value for an error as the file has it, shortened if it is too long to read.

    >>> quoted("ruby"), len(quoted("w" * 5000)), quoted([True, 2.5])
    ("'ruby'", 80, '[true, 2.5]')
    """
    try:
        return shortened(_as_toml(value))
    except ValueError:
        # Python doesn't print integers of thousands of digits, but reads hexadecimal ones
        return say("a number without end")


def _as_toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_as_toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_as_toml, value))}]"
    if isinstance(value, (bool, date, time)):  # a datetime is a date
        return str(value).lower() if isinstance(value, bool) else value.isoformat()
    return repr(value)


def shortened(text: str) -> str:
    """Return a text for an error, cut after 80 characters."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def unfit(value: object) -> Phrase:
    """Return the general problem with an invalid value."""
    return say("{value} is not valid", value=quoted(value))


def twice(name: str) -> Phrase:
    """Return the problem with a duplicate name."""
    return say("{value} is there twice", value=quoted(name))


def repeats(rows: Iterable[tuple[object, str]]) -> Iterator[tuple[str, str]]:
    """Yield the names of two rows, given as key and name, for each key that an earlier row has.

    >>> list(repeats([("sun", "a"), ("moon", "b"), ("sun", "c")]))
    [('a', 'c')]
    """
    first: dict[object, str] = {}
    for key, name in rows:
        if first.setdefault(key, name) != name:
            yield first[key], name


def one_of(names: Iterable[str]) -> Phrase:
    """Return the remedy that lists the known words."""
    return say("use one of: {names}", names=", ".join(sorted(names)))


def near(word: str, known: Collection[str], remedy: Phrase | None = None) -> Phrase:
    """Return a remedy, by default all known words, after the most similar one if one is similar.

    >>> near("wieght", ["weight", "arms"])
    "did you mean 'weight'? use one of: weight, arms"
    """
    remedy = remedy or say("use one of: {names}", names=", ".join(known))
    guess = did_you_mean(word, sorted(known))
    return listed([guess, remedy], " ") if guess else remedy


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Ask in a sentence if the most similar known word is meant; "" if none is similar.

    A word that begins with this one is preferred to one that looks similar, and of words that look
    as similar the first.

    >>> did_you_mean("GIZE", ["giza", "rocks"]), did_you_mean("chess", ["giza", "rocks"])
    ("did you mean 'giza'?", '')
    >>> did_you_mean("--lang", ["--plan", "--language"])
    "did you mean '--language'?"
    """
    words, typed = {name_key(each): each for each in known}, name_key(word)
    longer = [each for each in words if each.startswith(typed)] if len(typed.strip("-")) > 1 else []
    similar = difflib.get_close_matches(typed, words, 2)
    similar.sort(key=lambda each: (-_likeness(each, typed), [*words].index(each)))
    nearest = longer or similar
    return say("did you mean {word}?", word=repr(words[nearest[0]])) if nearest else ""


def _likeness(word: str, typed: str) -> float:
    return difflib.SequenceMatcher(None, word, typed).ratio()
