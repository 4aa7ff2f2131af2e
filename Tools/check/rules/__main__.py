"""The lint of the house rules: `python3 Tools/check/rules lint|self-test ROOT`.

Prints `ok RULE`, or `fault RULE` after the places where it is broken. Exits 1 when a rule is broken.
"""

import sys

import document_rules
import japanese_rules
import layout_rules
import module_rules
import self_test
import source_rules
import unsafe_rule
from repository import Repository

RULES = source_rules.ALL + unsafe_rule.ALL + layout_rules.ALL + module_rules.ALL + document_rules.ALL + japanese_rules.ALL


def lint(root):
    repository = Repository(root)
    status = 0
    for rule in RULES:
        faults = list(rule(repository))
        for path, line, message in faults:
            print(f"{path}:{line}: {message}")
        print("fault" if faults else "ok", rule.__doc__)
        status |= bool(faults)
    return status


if __name__ == "__main__":
    mode, root = sys.argv[1:]
    sys.exit(lint(root) if mode == "lint" else self_test.run(RULES))
