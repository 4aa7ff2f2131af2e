"""Removes rules from a copy of the package: `fewer_rules.py PACKAGE AREA…`.

What stays: the rules of these areas, what no file of a rule is (helpers), and whatever the files that stay speak of.
"""

import re
import sys
from pathlib import Path

TYPE = re.compile(r"^(?:(?:final|indirect|private|fileprivate) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)", re.M)
RULE = re.compile(r"^struct \w+:[^{]*Rule\b", re.M)
EXTENSION = re.compile(r"^extension (\w+)", re.M)


def main():
    """Keeps whole files; a name in a comment keeps a file too, which costs little."""
    package, areas = Path(sys.argv[1]), set(sys.argv[2:])
    rules = package / "Sources" / "OmamoriScanner" / "Rules"
    left_out = {path: path.read_text() for path in rules.rglob("*.swift")}
    folders = [package / "Sources" / "OmamoriScanner", package / "Tests" / "OmamoriScannerTests"]
    pending = [path for folder in folders for path in folder.rglob("*.swift") if path not in left_out]
    pending += [path for path, text in left_out.items() if areas & set(path.parts) or not is_only_a_rule(text)]
    while pending:
        path = pending.pop()
        text = left_out.pop(path, None) or path.read_text()
        words = set(re.findall(r"\w+", text))
        pending += [other for other, its in left_out.items() if other not in pending and words & set(TYPE.findall(its))]
    for path in left_out:
        path.unlink()


def is_only_a_rule(text):
    """Whether a file declares a rule and adds nothing to types of other files."""
    return RULE.search(text) is not None and set(EXTENSION.findall(text)) <= set(TYPE.findall(text))


main()
