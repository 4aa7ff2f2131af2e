"""Rules about Japanese text: a space beside Latin letters and digits, and full-width brackets."""

import re

from document_rules import prose
from repository import SOURCES, line_of

# Kana, the long vowel mark and kanji. Punctuation such as 、。「」（）・〜 is not among them and needs no space.
_JAPANESE = r"[\u3041-\u3096\u30a1-\u30fa\u30fc\u3005\u3400-\u9fff]"
_FAULTS = {
    rf"{_JAPANESE}[A-Za-z0-9`]|[A-Za-z0-9`]{_JAPANESE}": "has no space between Japanese and Latin text",
    rf"[()]{_JAPANESE}|{_JAPANESE}[()]": "has a half-width bracket beside Japanese text",
}
# What a reader does not see of Markdown: targets of links, addresses, emphasis and the brackets of links.
_MARKUP = r"\]\([^)\s]*\)|<?https?://[^\s>)]*>?|[*\[\]]"


def japanese_is_set_apart(repository):
    """Japanese text has a space beside Latin letters and digits, and full-width brackets"""
    for path in repository.swift(*SOURCES):
        yield from _faults(path, repository.split(path).literals)
    for path in repository.paths:
        if path.endswith(".md"):
            yield from _faults(path, re.sub(_MARKUP, "", prose(repository.text(path), code="`")))


def _faults(path, text):
    for pattern, message in _FAULTS.items():
        for match in re.finditer(pattern, text):
            part = text[max(0, match.start() - 10) : match.end() + 10].split("\n")
            yield path, line_of(text, match.start()), f"{'…'.join(part).strip()!r} {message}"


ALL = [japanese_is_set_apart]
