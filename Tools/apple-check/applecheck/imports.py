"""Makes clients of one module into clients of another that has the same names."""

import re
import shutil

from .toolchain import CouldNotRun


def exchanged(paths, module, replacement, folder):
    """Copies the files into the folder with the one import replaced, and nothing else.

    Returns the copies. A file without the import is no client, so there is no verdict on it.
    """
    line = re.compile(rf"^import {module}$", re.M)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copies = []
    for path in paths:
        text, count = line.subn(f"import {replacement}", path.read_text())
        if count != 1:
            raise CouldNotRun(f"{path.name} has to import {module} once")
        copies.append(folder / path.name)
        copies[-1].write_text(text)
    if not copies:
        raise CouldNotRun(f"there is no client of {module}")
    return copies
