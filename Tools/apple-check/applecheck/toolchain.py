"""Where the Swift toolchain is, and how its compiler front end is called."""

import hashlib
import shutil
import subprocess
from pathlib import Path


class CouldNotRun(Exception):
    """Something needed is missing or broken, so there is no verdict (exit code 3)."""


class Toolchain:
    """The Linux toolchain whose `swiftc` is first on PATH."""

    def __init__(self):
        swiftc = shutil.which("swiftc")
        if swiftc is None:
            raise CouldNotRun("swiftc is not on PATH; install a Swift 6 toolchain")
        usr = Path(swiftc).resolve().parent.parent
        self.resources = usr / "lib" / "swift"
        self.driver = usr / "bin" / "swiftc"
        self.frontend = usr / "bin" / "swift-frontend"
        self.synthesizer = usr / "bin" / "swift-synthesize-interface"
        for tool in (self.frontend, self.synthesizer):
            if not tool.exists():
                raise CouldNotRun(f"this toolchain has no {tool.name}")
        self.version = run([self.frontend, "-version"]).stdout.splitlines()[0]

    @property
    def key(self):
        """A short name for this version, used as the name of the cache folder."""
        return hashlib.sha256(self.version.encode()).hexdigest()[:12]


def run(command, **options):
    """Runs a command and returns its result with captured text output."""
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
