"""The Apple systems the package is checked for."""

from dataclasses import dataclass

# SwiftPM's platform name: the system's name in a target triple and in the names of module files.
TRIPLE_NAMES = {"ios": ("ios", "ios"), "macos": ("macosx", "macos")}


@dataclass(frozen=True)
class Platform:
    """A system and the oldest version of it that the package supports."""

    name: str
    version: str

    @property
    def triple(self):
        """What the compiler calls the target, such as `arm64-apple-ios18.0`."""
        return f"arm64-apple-{TRIPLE_NAMES[self.name][0]}{self.version}"

    @property
    def module_file(self):
        """The base name of a module built for this system, such as `arm64-apple-ios`."""
        return f"arm64-apple-{TRIPLE_NAMES[self.name][1]}"

    def __str__(self):
        return f"{self.name} {self.version}"
