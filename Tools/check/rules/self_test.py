"""Plants a fault of each kind in a small package of its own, and sees that the rule catches it, and only then."""

import os
import tempfile
from pathlib import Path

from repository import Repository

# A package that breaks no rule, with what looks like a fault in places where it is none.
CLEAN = {
    "Sources/OmamoriCore/Vault.swift": """\
public import FoundationEssentials

/// Not a fault: try! as! fatalError print( in a comment.
public struct Vault: Sendable {
  let text = "try! as! fatalError() print( TODO"
  let other = #"a "quoted" value!"#
  let more = "\\(names["a"] ?? "b")!"
  let japanese = "\\(name)の鍵\\n鍵 2（予備）、`keygen`、foo() を"
  func read() -> Int {
    // because the buffer outlives the call
    let a = unsafe load()
    return a != 1 ? unsafe load() : 0
  }
}

// because the lock guards every access
final class Box: @unchecked Sendable {}
""",
    "Sources/OmamoriReport/Finding+Text.swift": "import OmamoriCore\nextension Finding {}\n",
    "Sources/OmamoriReport/Finding.swift": "public enum Finding: Sendable {}\n",
    "Sources/AuditEngine/Tree.swift": "import CZlib\nimport OmamoriATS\nimport SwiftParser\nstruct Tree {}\n",
    "Sources/AuditCommands/A.swift": "import CommandSupport\npackage import OmamoriReport\nimport AuditEngine\n",
    "Documentation/README.md": """\
# The pages

[Here](#the-pages), [there](../Sources/OmamoriCore), [a file](../Sources/OmamoriReport/Finding.swift) and
[far away](https://example.org/nowhere), but not `[code](nowhere)`.
[鍵](https://example.org/鍵)・iPhone の `鍵a` (iOS 18)、「Swift」。

```swift Sources/OmamoriCore/Vault.swift
  func read() -> Int {
    // …
    return a != 1 ? unsafe load() : 0
```
""",
    "Sources/CZlib/module.modulemap": 'module CZlib [system] { header "shim.h" }\n',
}

_CORE = "Sources/OmamoriCore/Planted.swift"

# Rule: sources that break it.
FAULTS = {
    "no_crashes": [
        {_CORE: "let a = try! b()\n"},
        {_CORE: "let a = b as! Int\n"},
        {_CORE: "let a = b!\n"},
        {_CORE: "let a = b[1]!.c\n"},
        {_CORE: "let a = f()!\n"},
        {_CORE: "var a: String!\n"},
        {_CORE: "func a() -> Never { fatalError() }\n"},
        {_CORE: 'func a() { print("x") }\n'},
        {_CORE: 'let a = "\\(b!)"\n'},
    ],
    "no_unfinished_words": [
        {_CORE: "// TODO: later\n"},
        {_CORE: "/* a stub */\n"},
        {"Sources/CZlib/shim.h": "// FIXME\n"},
    ],
    "no_machine_paths": [{"README.md": "see " + os.path.join(os.path.expanduser("~"), "notes") + "\n"}],
    "exceptions_say_why": [
        {_CORE: "final class A: @unchecked Sendable {}\n"},
        {_CORE: "nonisolated(unsafe) var a = 1\n"},
        {_CORE: 'func a() -> Never { preconditionFailure("b") }\n'},
        {_CORE: "func a(b: Int) {\n  // because of another line\n  let c = 1\n  precondition(b > c)\n}\n"},
    ],
    "unsafe_says_why": [
        {_CORE: "func a() {\n  let b = unsafe c()\n}\n"},
        {_CORE: "struct A {\n  // because of a\n  func a() { unsafe c() }\n  func b() {\n    unsafe c()\n  }\n}\n"},
        {_CORE: "let a = unsafe b()\n"},
    ],
    "files_are_short": [
        {_CORE: "let a = 1\n" * 401},
        {"Tools/long.sh": "true\n" * 201},
    ],
    "no_vague_names": [{"Sources/OmamoriCore/StringUtils.swift": "\n"}, {"Sources/OmamoriCore/KeyManager.swift": "\n"}],
    "names_differ_by_more_than_case": [
        {"Sources/OmamoriCore/vault.swift": "\n"},
        {"Sources/omamoricore/Other.swift": "\n"},
        {"Sources/A/B.swift": "\n", "Tests/a/C.swift": "\n"},
    ],
    "arrows_hold": [
        {_CORE: "import OmamoriReport\n"},
        {"Sources/OmamoriCrypto/A.swift": "@_spi(X) public import OmamoriKeychain\n"},
        {"Sources/CommandLineKit/A.swift": "import struct OmamoriCore.Language\n"},
        {"Sources/CommandSupport/A.swift": "import AuditEngine\n"},
        *(
            {"Sources/AuditCommands/A.swift": f"import {module}\n"}
            for module in (
                "OmamoriKeychain", "OmamoriTransport", "OmamoriAuth", "OmamoriMessaging", "OmamoriDevice",
                "OmamoriAuditLog", "Omamori", "KeychainCommands", "PolicyCommands",
            )
        ),
        {"Sources/OmamoriNew/A.swift": "\n"},
        {"Examples/Chat/Sources/OmamoriRelay/A.swift": "import OmamoriMessaging\n"},
    ],
    "only_the_scanner_parses_swift": [{"Sources/OmamoriReport/A.swift": "internal import SwiftSyntax\n"}],
    "no_whole_foundation": [{_CORE: "import Foundation\n"}],
    "one_folder_imports_a_c_module": [{"Sources/AuditEngine/Zip/A.swift": "import CZlib\n"}],
    "relative_links_resolve": [
        {"README.md": "[gone](Documentation/gone.md)\n"},
        {"README.md": "[gone](Documentation/README.md#gone)\n"},
        {"README.md": "[gone][1]\n\n[1]: Documentation/gone.md\n"},
    ],
    "quotations_are_exact": [
        {"README.md": "```swift Sources/OmamoriCore/Gone.swift\nlet a = 1\n```\n"},
        {"README.md": "```swift Sources/OmamoriReport/Finding.swift\npublic enum Finding: Sendable { }\n```\n"},
        {"README.md": "```swift Sources/OmamoriReport/Finding.swift\nenum Finding: Sendable {}\n```\n"},
        {"README.md": "```swift Sources/OmamoriReport/Finding.swift\n// …\n```\n"},
    ],
    "japanese_is_set_apart": [
        {_CORE: 'let a = "iOSの鍵"\n'},
        {_CORE: 'let a = "鍵は2個"\n'},
        {_CORE: 'let a = "鍵(\\(name))"\n'},
        {"README.ja.md": "鍵は`keygen`で作ります。\n"},
        {"README.ja.md": "鍵は[Swift](README.md) で作ります。\n"},
        {"README.ja.md": "鍵は 2 個 (予備を含む)です。\n"},
    ],
}


def run(rules):
    status = _expect("the rules accept a clean package", rules, CLEAN, caught=False)
    names = {rule.__name__ for rule in rules}
    if names != set(FAULTS):
        print("fault rules without a planted fault:", ", ".join(sorted(names ^ set(FAULTS))))
        status = 1
    for rule in rules:
        for number, planted in enumerate(FAULTS.get(rule.__name__, []), 1):
            what = f"planted fault {number} against {rule.__name__} is caught"
            status |= _expect(what, [rule], {**CLEAN, **planted}, caught=True)
    return status


def _expect(what, rules, files, caught):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        repository = Repository(folder)
        faults = [fault for rule in rules for fault in rule(repository)]
    good = bool(faults) == caught
    if not good:
        print(*faults, sep="\n")
    print("ok" if good else "fault", what)
    return 0 if good else 1
