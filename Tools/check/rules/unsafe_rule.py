"""Every declaration that uses `unsafe` says why once: in its body, above it, or above the type that holds it."""

import re
from dataclasses import dataclass

from repository import SOURCES, line_of

_HEADS = re.compile(r"\b(func|init|deinit|subscript|var|let|struct|class|actor|enum|extension|protocol)\b")
_TYPES = {"struct", "class", "actor", "enum", "extension", "protocol"}


@dataclass
class Declaration:
    kind: str
    start: int
    end: int


def unsafe_says_why(repository):
    """Every function or type that contains `unsafe` has a comment with because inside or right above"""
    for path in repository.swift(*SOURCES):
        parts = repository.split(path)
        declarations = _declarations(parts.code)
        reported = set()
        for match in re.finditer(r"(?<![\w(@.])unsafe(?=\s+[\w\[(&\"])", parts.code):
            enclosing = [each for each in declarations if each.start <= match.start() < each.end]
            if any(_explains(each, parts) for each in enclosing) or _explained_line(match.start(), parts):
                continue
            place = enclosing[-1].start if enclosing else match.start()
            if place not in reported:
                reported.add(place)
                yield path, line_of(parts.code, match.start()), "unsafe, and no `because` in or above its declaration"


def _declarations(code):
    """Declarations with a body, outermost first where they nest; local ones are part of the outer one."""
    found = []
    stack = []
    statement = 0
    for match in re.finditer(r"[{};\n]", code):
        symbol, at = match.group(), match.start()
        if symbol == "{":
            head = _HEADS.search(code, statement, at)
            stack.append((head, head.start() if head else at))
            statement = at + 1
        elif symbol == "}":
            if stack:
                head, start = stack.pop()
                if head:
                    found.append(Declaration(head.group(), start, at))
            statement = at + 1
        elif symbol == ";" or not code[statement:at].count("(") > code[statement:at].count(")"):
            if _ends_statement(code, at):
                statement = at + 1
    return sorted(found, key=lambda each: each.start)


def _ends_statement(code, at):
    """False when the next line goes on with a declaration's head: `{`, `->`, `where`, `throws`."""
    following = code[at + 1 :].lstrip()
    return not following.startswith(("{", "->", "where ", "throws", "async "))


def _explains(declaration, parts):
    """A type explains for its members only with the comment above it; a function also with a comment inside."""
    above = _comment_above(declaration.start, parts)
    if declaration.kind in _TYPES:
        return "because" in above
    return "because" in above or "because" in parts.comments[declaration.start : declaration.end].lower()


def _explained_line(offset, parts):
    line = line_of(parts.code, offset)
    return "because" in parts.comments.split("\n")[line - 1].lower() or "because" in _comment_above(offset, parts)


def _comment_above(offset, parts):
    """The text of the comment lines right above the line at `offset`; attributes between do not separate them."""
    code, comments = parts.code.split("\n"), parts.comments.split("\n")
    line = line_of(parts.code, offset) - 2
    lines = []
    while line >= 0 and (not code[line].strip() or code[line].strip().startswith("@")):
        if not code[line].strip() and not comments[line].strip():
            break
        lines.append(comments[line])
        line -= 1
    return "\n".join(lines).lower()


ALL = [unsafe_says_why]
