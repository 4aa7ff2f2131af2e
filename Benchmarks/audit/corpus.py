"""Writes an app of the wanted size: the same files for the same number of lines, on every machine."""

import pathlib
import random

from audit import templates

SEED = 20251
FILES_IN_A_FEATURE = 9


def write(folder: pathlib.Path, lines: int) -> dict[str, int]:
    """Writes at least `lines` lines of Swift below `folder` and says what was written."""
    source = random.Random(SEED)
    written = {"files": 0, "lines": 0, "bytes": 0}
    feature = 0
    while written["lines"] < lines:
        name = templates.feature_name(feature)
        for file, text in templates.feature(name, source, FILES_IN_A_FEATURE):
            _add(folder / "App" / name / file, text, written)
        feature += 1
    for file, text in templates.project(feature):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return written


def write_small(folder: pathlib.Path) -> None:
    """Writes one file of about a screen."""
    source = random.Random(SEED)
    folder.mkdir(parents=True, exist_ok=True)
    name, text = next(iter(templates.feature("Parcel", source, 1)))
    (folder / name).write_text(text, encoding="utf-8")


def _add(path: pathlib.Path, text: str, written: dict[str, int]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    written["files"] += 1
    written["lines"] += text.count("\n")
    written["bytes"] += len(text.encode())
