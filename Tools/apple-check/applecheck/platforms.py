"""The Apple systems the package is checked for."""

from dataclasses import dataclass

# What the SDK of visionOS says about itself, as far as the compiler asks: availability that names iOS alone holds for
# visionOS too, and each version of iOS has one of visionOS. Older ones have the first.
VISION_SDK = {
    "CanonicalName": "xros26.0",
    "Version": "26.0",
    "MaximumDeploymentTarget": "26.0.99",
    "VersionMap": {
        "iOS_visionOS": {"17.0": "1.0", "17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "26.0": "26.0"},
        "visionOS_iOS": {"1.0": "17.0", "1.1": "17.4", "1.2": "17.5", "2.0": "18.0", "26.0": "26.0"},
    },
}


@dataclass(frozen=True)
class Names:
    """What the compiler calls a system."""

    system: str  # In a target triple.
    environment: str  # The end of a target triple.
    modules: str  # In the names of module files.
    folder: str  # The folder of the standard library.
    sdk: dict | None = None  # The settings of the SDK that the compiler has to read.


# By the package manager's name of the platform.
NAMES = {
    "ios": Names("ios", "", "ios", "iphoneos"),
    "maccatalyst": Names("ios", "-macabi", "ios-macabi", "maccatalyst"),
    "macos": Names("macosx", "", "macos", "macosx"),
    "visionos": Names("xros", "", "xros", "xros", VISION_SDK),
}


@dataclass(frozen=True)
class Platform:
    """A system and the oldest version of it that the package supports."""

    name: str
    version: str

    @property
    def triple(self):
        """What the compiler calls the target, such as `arm64-apple-ios18.0-macabi`."""
        names = NAMES[self.name]
        return f"arm64-apple-{names.system}{self.version}{names.environment}"

    @property
    def module_file(self):
        """The base name of a module built for this system, such as `arm64-apple-ios`."""
        return f"arm64-apple-{NAMES[self.name].modules}"

    @property
    def folder(self):
        """The folder in which the compiler looks for the standard library."""
        return NAMES[self.name].folder

    @property
    def sdk(self):
        """The settings of the SDK; `None` where the compiler needs none."""
        return NAMES[self.name].sdk

    def __str__(self):
        return f"{self.name} {self.version}"
