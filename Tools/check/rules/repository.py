"""The files that the rules look at."""

import functools
import os
import subprocess
from pathlib import Path

import swift_text

# Where programs and libraries are: those of the package, and of the example that depends on it from outside.
SOURCES = ("Sources/", "Examples/Chat/Sources/")


class Repository:
    def __init__(self, root):
        self.root = Path(root).resolve()

    @functools.cached_property
    def paths(self):
        """Relative paths of the files that are tracked, or new and not ignored; every file when there is no git."""
        if (self.root / ".git").exists():
            command = ["git", "-C", str(self.root), "ls-files", "-z", "-co", "--exclude-standard"]
            names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
        else:
            names = [os.path.relpath(path, self.root) for path in self.root.rglob("*")]
        return sorted({name for name in names if name and (self.root / name).is_file()})

    def swift(self, *folders):
        return [path for path in self.paths if path.endswith(".swift") and path.startswith(folders)]

    @functools.cache
    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    @functools.cache
    def split(self, path):
        """The code and the comments of a Swift file."""
        return swift_text.split(self.text(path))


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
