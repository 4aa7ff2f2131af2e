"""Rules about what a source file may say. A rule yields `(path, line, message)` for each fault."""

import re

from repository import SOURCES, line_of

_CRASHES = {
    r"\btry!": "try! ends the process on an error",
    r"\bas!": "as! ends the process on a mismatch",
    r"\bfatalError\b": "fatalError ends the process",
    r"(?<![\w.])print\(": "print( writes to the user's output from a library",
    r"(?<!\btry)(?<!\bas)(?<=[\w)\]}>\"])!(?!=)": "a forced unwrap, or an implicitly unwrapped optional",
}


def no_crashes(repository):
    """Sources cannot end the process: no try!, as!, forced unwrap, fatalError; and no print("""
    for path in repository.swift(*SOURCES):
        code = repository.split(path).code
        for pattern, message in _CRASHES.items():
            for match in re.finditer(pattern, code):
                yield path, line_of(code, match.start()), message


def no_unfinished_words(repository):
    """Sources are finished: no TODO, FIXME, XXX, HACK, and no stub or placeholder in a comment"""
    for path in repository.paths:
        if not path.startswith(SOURCES) or not path.endswith((".swift", ".h", ".c", ".modulemap")):
            continue
        parts = repository.split(path)
        for text, words in (
            (parts.comments, r"(?i)\b(TODO|FIXME|XXX|HACK|stub|placeholder)s?\b"),
            (parts.code, r"\b(TODO|FIXME|XXX|HACK)\b"),
        ):
            for match in re.finditer(words, text):
                yield path, line_of(text, match.start()), f"the unfinished word {match.group()}"


def no_machine_paths(repository):
    """No file names this machine's folders: the home folder, the checkout, the toolchain"""
    import os
    import shutil

    swift = shutil.which("swift")
    toolchain = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(swift)))) if swift else ""
    own = {os.path.expanduser("~"), str(repository.root), str(repository.root.parent), toolchain}
    own = {folder for folder in own if folder.strip("/") and folder not in ("/usr", "/tmp", "/opt", "/home")}
    pattern = "|".join(rf"(?<![\w.~*-]){re.escape(folder)}(?=/\w)" for folder in sorted(own))
    for path in repository.paths:
        text = repository.text(path)
        for match in re.finditer(pattern, text) if pattern else ():
            yield path, line_of(text, match.start()), f"the machine path {match.group()}"


def exceptions_say_why(repository):
    """@unchecked Sendable, nonisolated(unsafe) and precondition have a `// because` on the line or right above it"""
    pattern = r"@unchecked\s+Sendable|nonisolated\(unsafe\)|(?<![\w.])precondition(?:Failure)?\("
    for path in repository.swift(*SOURCES):
        parts = repository.split(path)
        comments = parts.comments.split("\n")
        code = parts.code.split("\n")
        for match in re.finditer(pattern, parts.code):
            line = line_of(parts.code, match.start())
            if not _because_at(line, code, comments):
                yield path, line, f"{match.group().rstrip('(')} without a `// because` comment"


def _because_at(line, code, comments):
    """True when a comment on `line`, or in the block of comment lines right above it, says because."""
    if "because" in comments[line - 1].lower():
        return True
    above = line - 2
    while above >= 0 and comments[above].strip() and not code[above].strip():
        if "because" in comments[above].lower():
            return True
        above -= 1
    return False


ALL = [no_crashes, no_unfinished_words, no_machine_paths, exceptions_say_why]
