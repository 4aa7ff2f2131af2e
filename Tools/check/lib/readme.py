"""Lists what the fenced examples of a page promise: `python3 readme.py list PAGE SNIPPETS-FOLDER`.

Prints lines of three columns, separated by tabs:
  run      EXIT-CODE  LINE     a line of a ```sh fence; the code is 0, or N where its comment says `exit N` or `終了コード N`
  leave    REASON     LINE     a line that a check must not run
  same     LINE       PATH     a ```swift fence that is the text of a snippet
  differs  LINE       -        a ```swift fence that is neither a snippet nor names the file that it quotes
  shows    LINE       COMMAND  a ```text fence with a command behind the word, whose output it shows

A fence that names its file (```swift Snippets/A.swift) is not listed: the house rules compare it with that file.

`… | python3 readme.py shows PAGE LINE` compares such a fence with the output of its command: its lines occur in
this order; a line `…` stands for lines left out, and ` …` at the end of a line for the rest of it.
"""

import re
import sys
from pathlib import Path

# These fetch, install or start this very check.
LEFT_OUT = {
    "git": "fetches",
    "cd": "moves into the checkout, where lines run anyway",
    "sudo": "installs",
    "apt-get": "installs",
    "./check": "would run itself",
    "make": "has a stage of its own",
    "omamori": "needs the installed tool",
}


def fences(text):
    """Yields the language, what follows it, the number of the first line and the text of each fence."""
    for match in re.finditer(r"^```(\w+)([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield match.group(1), match.group(2).strip(), text.count("\n", 0, match.start()) + 2, match.group(3)


def shell_lines(fence):
    joined = re.sub(r"\\\n\s*", "", fence)
    for line in joined.splitlines():
        line = line.removeprefix("$ ").strip()
        if not line or line.startswith("#"):
            continue
        code = re.search(r"\s#.*(?:\bexits? (?:with )?(?:code )?|終了コード )(\d+)", line)
        command = line.split()[0]
        if command in LEFT_OUT:
            yield "leave", LEFT_OUT[command], line
        else:
            yield "run", code.group(1) if code else "0", line


def normal(text):
    """The text of a program without its hidden parts and outer blank lines."""
    text = re.sub(r"^ *// snippet\.hide\n.*?(^ *// snippet\.show\n|\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def swift_fence(fence, line, snippets):
    for path, text in snippets.items():
        if text == normal(fence):
            return "same", line, path
    return "differs", line, "-"


def differing_line(shown, output):
    """The first shown line that does not follow the ones before it in the output, or None."""
    lines = iter(output.splitlines())
    for line in shown.splitlines():
        if line.strip() in ("", "…"):
            continue
        start = line.removesuffix(" …")
        if not any(each.startswith(start) if start != line else each.rstrip() == line for each in lines):
            return line
    return None


def list_promises(page, folder):
    snippets = {str(path): normal(path.read_text(encoding="utf-8")) for path in Path(folder).glob("**/*.swift")}
    for language, rest, line, fence in fences(Path(page).read_text(encoding="utf-8")):
        if language in ("sh", "bash", "shell"):
            for row in shell_lines(fence):
                print(*row, sep="\t")
        elif language == "swift" and not re.search(r"/.*\.\w+$", rest):
            print(*swift_fence(fence, line, snippets), sep="\t")
        elif language == "text" and rest:
            print("shows", line, rest, sep="\t")


def compare_output(page, wanted):
    shown = {line: fence for _, _, line, fence in fences(Path(page).read_text(encoding="utf-8"))}
    missing = differing_line(shown[int(wanted)], sys.stdin.read())
    if missing is not None:
        sys.exit(f"not in the output, or not in this order: {missing}")


if __name__ == "__main__":
    {"list": list_promises, "shows": compare_output}[sys.argv[1]](*sys.argv[2:])
