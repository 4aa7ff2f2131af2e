"""The toolchain's own interfaces: large files of Swift that no template has made."""

import os
import pathlib
import shutil


def copy(folder: pathlib.Path) -> dict[str, int]:
    """Copies the textual interface of every module of the toolchain as a Swift file."""
    written = {"files": 0, "lines": 0, "bytes": 0}
    compiler = shutil.which("swiftc")
    if compiler is None:
        return written
    modules = pathlib.Path(os.path.realpath(compiler)).parent.parent / "lib/swift/linux"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(modules.glob("*.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface")):
        text = path.read_bytes()
        (folder / (path.parent.stem + ".swift")).write_bytes(text)
        written["files"] += 1
        written["lines"] += text.count(b"\n")
        written["bytes"] += len(text)
    return written
