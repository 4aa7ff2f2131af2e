"""Rules about Markdown: links lead somewhere, and quoted code is the code of the file it is quoted from."""

import posixpath
import re

from repository import line_of

# A fence, its info string and its text. The closing line has at least as many marks as the opening one.
_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1`*[ \t]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\(<?([^)\s>]+)>?\)|^\[[^\]\n]+\]:[ \t]*(\S+)", re.MULTILINE)
_OMITTED = "// …"


def _documents(repository):
    return [path for path in repository.paths if path.endswith(".md")]


def relative_links_resolve(repository):
    """Every relative link in a Markdown file leads to a file, a folder or a heading that is there"""
    places = set(repository.paths)
    for path in repository.paths:
        while path := posixpath.dirname(path):
            places.add(path)
    for path in _documents(repository):
        text = prose(repository.text(path))
        for match in _LINK.finditer(text):
            target = match.group(1) or match.group(2)
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
                continue
            file, _, heading = target.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
            if place != "." and place not in places:
                yield path, line_of(text, match.start()), f"the link to {target} leads nowhere"
            elif heading and place.endswith(".md") and heading not in _headings(repository.text(place)):
                yield path, line_of(text, match.start()), f"{place} has no heading #{heading}"


def quotations_are_exact(repository):
    """A fence such as ```swift Sources/A.swift shows lines of that file; `// …` stands for lines left out"""
    places = set(repository.paths)
    for path in _documents(repository):
        text = repository.text(path)
        for match in _FENCE.finditer(text):
            words = match.group(2).split()
            if len(words) != 2 or "/" not in words[1] or not re.search(r"\.\w+$", words[1]):
                continue
            line = line_of(text, match.start())
            if words[1] not in places:
                yield path, line, f"quotes {words[1]}, which is not there"
            elif not _is_quoted(match.group(3), repository.text(words[1])):
                yield path, line, f"is not what {words[1]} says"


def _is_quoted(quotation, source):
    """True when the parts between the lines left out follow each other in `source`, each from whole lines."""
    source, at = "\n" + source.rstrip("\n") + "\n", 0
    parts = re.split(rf"^[ \t]*{_OMITTED}[ \t]*\n", quotation, flags=re.MULTILINE)
    for part in parts:
        part = part.strip("\n")
        if not part:
            continue
        at = source.find("\n" + part + "\n", at)
        if at < 0:
            return False
        at += len(part)
    return any(part.strip() for part in parts)


def prose(text, code=" "):
    """The text with fences blanked and `code` in place of each character of code within a line; line ends stay."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"`[^`\n]+`", lambda match: code * len(match.group()), _FENCE.sub(blank, text))


def _headings(text):
    """The anchors of the headings, made as code hosts make them."""
    titles = re.findall(r"^#{1,6} +(.+?) *$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


ALL = [relative_links_resolve, quotations_are_exact]
