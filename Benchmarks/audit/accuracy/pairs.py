"""Pairs of a weak piece of code and the same one repaired: the first has to be reported, the second must not.

A file RULE.txt of the folder `pairs` has pairs of one rule: after a line `== NAME.EXT bad` the weak code, after
`== NAME.EXT good` the repaired one; NAME says what is special about it, EXT what kind of file it is. The example of each rule
that is in one file of Swift is a pair too. Variants that no person wrote are made of both: tabs, and inside another type.
"""

import pathlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from audit.accuracy.tool import Tool

# An app for rules about what an app lacks: one target with the files of its folder.
PROJECT = """// !$*UTF8*$!
{ archiveVersion = 1; objectVersion = 77; rootObject = B1; objects = {
B1 = { isa = PBXProject; buildConfigurationList = B2; mainGroup = B3; targets = (B4, ); };
B2 = { isa = XCConfigurationList; buildConfigurations = (B5, ); defaultConfigurationName = Release; };
B3 = { isa = PBXGroup; children = (B6, ); sourceTree = "<group>"; };
B4 = { isa = PBXNativeTarget; name = Example; buildConfigurationList = B2; buildPhases = ( );
  fileSystemSynchronizedGroups = (B6, ); productType = "com.apple.product-type.application"; };
B5 = { isa = XCBuildConfiguration; buildSettings = { PRODUCT_NAME = Example; }; name = Release; };
B6 = { isa = PBXFileSystemSynchronizedRootGroup; path = Example; sourceTree = "<group>"; };
}; }
"""

FOLDER = pathlib.Path(__file__).resolve().parent / "pairs"


@dataclass
class Pair:
    rule: str
    variant: str
    extension: str
    bad: str
    good: str


def written() -> Iterator[Pair]:
    """The pairs of the folder."""
    for file in sorted(FOLDER.glob("*.txt")):
        parts = re.split(r"^== (.+)\.(\w+) (bad|good)\n", file.read_text(encoding="utf-8"), flags=re.M)
        codes = {(name, extension, kind): code for name, extension, kind, code in zip(*[iter(parts[1:])] * 4)}
        for name, extension, kind in codes:
            if kind == "bad":
                good = codes[name, extension, "good"]
                yield Pair(file.stem, name, extension, codes[name, extension, kind], good)


def examples(tool: Tool) -> Iterator[Pair]:
    """The examples of the rules that need one file of Swift and nothing of a project."""
    for rule in tool.rules.values():
        example = rule.get("example") or {}
        if example.get("language") == "swift":
            yield Pair(rule["id"], "example", "swift", example["bad"], example["good"])


def variants(pair: Pair) -> Iterator[Pair]:
    """The same pair in other clothes."""
    yield pair
    yield Pair(pair.rule, f"{pair.variant}, tabs", pair.extension, _tabs(pair.bad), _tabs(pair.good))
    if pair.extension == "swift":
        yield Pair(pair.rule, f"{pair.variant}, in a type", pair.extension, _nested(pair.bad), _nested(pair.good))


def told_apart(tool: Tool, pairs: list[Pair], state: pathlib.Path) -> tuple[int, list[str]]:
    """How many pairs are told apart, and what is wrong with the others. All are audited in one run first."""
    root = state / "pairs"
    shutil.rmtree(root, ignore_errors=True)
    for number, pair in enumerate(pairs):
        for kind, text in (("bad", pair.bad), ("good", pair.good)):
            folder = root / f"{kind}{number}"
            for name, contents in ((f"Example/Example.{pair.extension}", text), ("Example.xcodeproj/project.pbxproj", PROJECT)):
                (folder / name).parent.mkdir(parents=True)
                (folder / name).write_text(contents, encoding="utf-8")
    reported: dict[str, set[str]] = {}
    for finding in tool.audit(root)["findings"]:
        reported.setdefault(finding["file"].split("/")[0], set()).add(finding["rule"])
    right, wrong = 0, []
    for number, pair in enumerate(pairs):
        found = pair.rule in reported.get(f"bad{number}", set())
        silent = pair.rule not in reported.get(f"good{number}", set())
        # What a whole app lacks is said once for all of them; alone each is an app of its own.
        found = found or pair.rule in _rules(tool, root / f"bad{number}")
        silent = silent or pair.rule not in _rules(tool, root / f"good{number}")
        right += found and silent
        if not found:
            wrong.append(f"{pair.rule}, {pair.variant}: the weak one is not reported")
        if not silent:
            wrong.append(f"{pair.rule}, {pair.variant}: the repaired one is reported")
    return right, wrong


def _rules(tool: Tool, folder: pathlib.Path) -> set[str]:
    return {finding["rule"] for finding in tool.audit(folder)["findings"]}


def _tabs(text: str) -> str:
    return re.sub(r"^( {2})+", lambda match: "\t" * (len(match[0]) // 2), text, flags=re.M)


def _nested(text: str) -> str:
    """Inside an enumeration, when that is still the same program: declarations of types and functions, no statement."""
    if re.search(r'^(import|@main|extension|precedencegroup|#)|"""', text, flags=re.M):
        return text
    heads = [line for line in text.splitlines() if line and not line[0].isspace() and line[0] not in "})]"]
    declaration = re.compile(r"(@\w+(\([^)]*\))? )*((public|private|fileprivate|internal|final|static) )*(struct|class|enum|func|actor|protocol)\b|//|@")
    if not all(declaration.match(line) for line in heads):
        return text
    return "enum Surroundings {\n" + "".join(f"  {line}\n" if line else "\n" for line in text.splitlines()) + "}\n"
