#!/usr/bin/env python3
"""Writes the lists of the weak apps in Examples, or checks that they are current (--check).

For each app, fixtures/APP/planted.txt names each planted weakness that the audit finds, undetected.txt each one that it does
not find yet, and negatives.txt the places that only look weak and must not be reported. A place is named by the text of its
line, so that the line number is always counted and never typed. A block is four lines and an empty one:

    rule-id
    path below the app's folder
    the trimmed line; with "@2 " before it, its second occurrence; with " ... " between, first and last line
    one sentence: what is wrong and how an attacker uses it

A rule written "or rule-id" is no further weakness but another place where the one before it may be reported. One written
"rule-id|other-id" may be reported by either rule. In negatives.txt the rule is "not".
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "Examples"
LISTS = ["planted", "undetected", "negatives"]


def locate(lines, text, occurrence, name):
    """The 1-based number of the wanted occurrence of a trimmed line; a text that is not unique must be numbered."""
    hits = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    if occurrence is None and len(hits) != 1:
        sys.exit(f"{name}: {len(hits)} lines read {text!r}; number the one that is meant")
    wanted = occurrence or 1
    if len(hits) < wanted:
        sys.exit(f"{name}: no occurrence {wanted} of {text!r}")
    return hits[wanted - 1]


def entries(app, listing):
    text = listing.read_text(encoding="utf-8").strip()
    found = []
    for block in re.split(r"\n{2,}", text) if text else []:
        rule, name, text, note = block.split("\n")
        lines = (EXAMPLES / app / name).read_text(encoding="utf-8").splitlines()
        occurrence = None
        if match := re.match(r"@(\d+) ", text):
            occurrence, text = int(match[1]), text[match.end() :]
        first, _, last = text.partition(" ... ")
        line = locate(lines, first, occurrence, f"{app}/{name}")
        place = {"file": name, "line": line}
        if last:
            offset = next((i for i, after in enumerate(lines[line:], 1) if after.strip() == last), None)
            if offset is None:
                sys.exit(f"{app}/{name}: no {last!r} after line {line}")
            place["endLine"] = line + offset
        place["text"] = first
        if rule.startswith("or "):
            found[-1].setdefault("or", []).append(place)
        elif rule == "not":
            found.append({**place, "note": note})
        else:
            rule, *others = rule.split("|")
            found.append({"rule": rule, **({"orRules": others} if others else {}), **place, "note": note})
    return found


def write(app, name):
    listed = entries(app, HERE / "fixtures" / app / f"{name}.txt")
    found = sorted(listed, key=lambda entry: (entry["file"], entry["line"], entry.get("rule", "")))
    body = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in found)
    # An audit of the folder reports a key where the app has it, and not in this list too.
    body = re.sub(r"AKIA|AIza|://(?=[^/\s:]+:[^/\s@]+@)", lambda match: f"\\u{ord(match[0][0]):04x}{match[0][1:]}", body)
    text = f"[\n{body}\n]\n" if found else "[]\n"
    manifest = EXAMPLES / app / f"{name}.json"
    if "--check" in sys.argv[1:]:
        if manifest.read_text(encoding="utf-8") != text:
            sys.exit(f"{app}/{name}.json is not what the app and {name}.txt say; run manifest.py")
    else:
        manifest.write_text(text, encoding="utf-8")
    rules = {entry["rule"] for entry in found if "rule" in entry}
    print(f"{app}, {name}: {len(found)} places" + (f" of {len(rules)} rules" if rules else ""))


for app in sorted(folder.name for folder in (HERE / "fixtures").iterdir()):
    for name in LISTS:
        if (HERE / "fixtures" / app / f"{name}.txt").exists():
            write(app, name)
