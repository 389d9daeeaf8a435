"""Translate the scripts' texts.

In a packed script, the texts in calls of `t` and `tn` (static/js/words.js) become translations, so
a page contains only its own texts; texts are plain literals, which a test checks
(docs/find_words.py). Untranslated texts stay English.
"""

from __future__ import annotations

import json
import re

from babel.messages.jslexer import unquote_string

from companion import language

COUNTED = 200  # numbers whose plural form a script has; later ones repeat the last hundred
_LITERAL = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
_ONE = re.compile(rf"(?<![\w.$])t\(\s*({_LITERAL})")
_MANY = re.compile(rf"(?<![\w.$])tn\(\s*({_LITERAL}),\s*({_LITERAL})")


def translated(script: str, code: str) -> str:
    """Return the script in a language; `tn` gets a list of all plural forms."""
    if code == language.ENGLISH:
        return script
    known = language.catalogue(code)
    forms_of = [_form(code, n) for n in range(COUNTED)]
    examples = [forms_of.index(form) for form in range(max(forms_of) + 1)]  # a number for each form

    def one(match: re.Match[str]) -> str:
        return f"t({_quoted(known.gettext(unquote_string(match[1])))}"

    def many(match: re.Match[str]) -> str:
        first, other = unquote_string(match[1]), unquote_string(match[2])
        forms = [known.ngettext(first, other, n) for n in examples]
        return f'tn({_quoted(forms)},""'

    # the plural forms of the numbers from 0 on, one digit each
    plurals = _quoted("".join(map(str, forms_of)))
    words = f"globalThis.rookeryWords={{plurals:{plurals}}};"
    return f"{words}\n{_MANY.sub(many, _ONE.sub(one, script))}"


def _form(code: str, n: int) -> int:
    """Return the plural form of a number, by gettext's rule or English's."""
    # undocumented, but always there
    rule = getattr(language.catalogue(code), "plural", None)
    return int(rule(n)) if rule else int(n != 1)


def _quoted(texts: str | list[str]) -> str:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
