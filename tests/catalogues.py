"""A catalogue for tests, in place of those that are translated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations
from unittest.mock import patch

from companion import language
from web import packed


class Catalogue(NullTranslations):
    """These texts and no others."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self._catalog = dict(texts)

    def gettext(self, message: str) -> str:
        """The translation, or the text itself."""
        return self._catalog.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """As in English: one, or more than one."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def speaks_german(text: str) -> bool:
    """Whether a sentence comes out in German after it was stored as JSON."""
    stored = language.from_data(json.loads(json.dumps(language.as_data(text))))
    return language.translated(stored, "de") == language.translated(text, "de") != str(text)


@contextmanager
def speaking(catalogue: Callable[[str], NullTranslations]) -> Iterator[None]:
    """Within, `catalogue(language)` are the catalogues; nothing of them is remembered
    afterwards.
    """
    packed.pack.cache_clear()
    with patch.object(language, "catalogue", catalogue):
        yield
    packed.pack.cache_clear()


def german(texts: Mapping[str, str]) -> Callable[[str], NullTranslations]:
    """German of these texts, and no other language."""
    return lambda code: Catalogue(texts if code == "de" else {})
