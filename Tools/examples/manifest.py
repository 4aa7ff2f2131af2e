#!/usr/bin/env python3
"""Writes planted.json and undetected.json of Examples/Tsukimi, or checks that they are current (--check).

fixtures/planted.txt names each planted weakness that the audit finds, fixtures/undetected.txt each one that it does
not find yet. A weakness is named by the text of its line, so that the line number is always counted and never typed. A block
is four lines and an empty one:

    rule-id
    path below Examples/Tsukimi
    the trimmed line; with "@2 " before it, its second occurrence; with " ... " between, first and last line
    one sentence: what is wrong and how an attacker uses it

A rule written "or rule-id" is no further weakness but another place where the one before it may be reported.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
APP = HERE.parent.parent / "Examples" / "Tsukimi"


def locate(lines, text, occurrence, name):
    """The 1-based number of the wanted occurrence of a trimmed line; a text that is not unique must be numbered."""
    hits = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    if occurrence is None and len(hits) != 1:
        sys.exit(f"{name}: {len(hits)} lines read {text!r}; number the one that is meant")
    wanted = occurrence or 1
    if len(hits) < wanted:
        sys.exit(f"{name}: no occurrence {wanted} of {text!r}")
    return hits[wanted - 1]


def entries(listing):
    blocks = re.split(r"\n{2,}", listing.read_text(encoding="utf-8").strip())
    found = []
    for block in filter(None, blocks):
        rule, name, text, note = block.split("\n")
        lines = (APP / name).read_text(encoding="utf-8").splitlines()
        occurrence = None
        if match := re.match(r"@(\d+) ", text):
            occurrence, text = int(match[1]), text[match.end() :]
        first, _, last = text.partition(" ... ")
        line = locate(lines, first, occurrence, name)
        entry = {"rule": rule, "file": name, "line": line}
        if last:
            offset = next((i for i, after in enumerate(lines[line:], 1) if after.strip() == last), None)
            if offset is None:
                sys.exit(f"{name}: no {last!r} after line {line}")
            entry["endLine"] = line + offset
        entry["text"] = first
        if rule.startswith("or "):
            found[-1].setdefault("or", []).append({key: entry[key] for key in entry if key != "rule"})
        else:
            found.append({**entry, "note": note})
    return found


def write(name):
    listed = entries(HERE / "fixtures" / f"{name}.txt")
    found = sorted(listed, key=lambda entry: (entry["file"], entry["line"], entry["rule"]))
    body = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in found)
    # An audit of the folder reports the key where the app has it, and not in this list too.
    body = body.replace("AKIA", "\\u0041KIA")
    text = f"[\n{body}\n]\n" if body else "[]\n"
    manifest = APP / f"{name}.json"
    if "--check" in sys.argv[1:]:
        if manifest.read_text(encoding="utf-8") != text:
            sys.exit(f"{name}.json is not what the app and {name}.txt say; run manifest.py")
    else:
        manifest.write_text(text, encoding="utf-8")
    print(f"{name}: {len(found)} weaknesses of {len({entry['rule'] for entry in found})} rules")


for name in ["planted", "undetected"]:
    write(name)
