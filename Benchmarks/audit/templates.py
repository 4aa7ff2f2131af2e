"""The Swift that the corpus is made of: models, screens, clients and stores of an invented logistics app."""

import random
from collections.abc import Iterator

from audit import data, screens, stores
from audit.words import ADJECTIVES, NOUNS


def feature_name(index: int) -> str:
    """The name of the feature with this number: all pairs of words, then numbered ones."""
    noun = NOUNS[index % len(NOUNS)]
    adjective = ADJECTIVES[index // len(NOUNS) % len(ADJECTIVES)]
    number = index // (len(NOUNS) * len(ADJECTIVES))
    return f"{adjective}{noun}{number or ''}"


def feature(name: str, source: random.Random, files: int) -> Iterator[tuple[str, str]]:
    """The files of one feature."""
    makers = (
        data.model, data.client, data.view_model, screens.screen, screens.controller, stores.store, stores.rules,
        stores.keychain, stores.text,
    )
    for maker in makers[:files]:
        kind = maker.__name__.title().replace("_", "")
        yield f"{name}{kind}.swift", maker(name, source)


def project(features: int) -> Iterator[tuple[str, str]]:
    """What stands beside the Swift files: settings, texts and a storyboard."""
    yield "App/Info.plist", _plist(
        "<key>CFBundleIdentifier</key><string>example.parcels</string>\n"
        "<key>CFBundlePackageType</key><string>APPL</string>\n"
        "<key>NSCameraUsageDescription</key><string>Scans the label of a parcel.</string>\n"
        "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>\n"
    )
    yield "App/PrivacyInfo.xcprivacy", _plist(
        "<key>NSPrivacyAccessedAPITypes</key><array><dict>\n"
        "<key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>\n"
        "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array>\n"
    )
    texts = (f'"screen.{feature_name(i)}.title" = "{feature_name(i)}";\n' for i in range(features))
    yield "App/en.lproj/Localizable.strings", "".join(texts)
    yield "App/App.swift", (
        "import SwiftUI\n\n@main\nstruct ParcelsApp: App {\n  var body: some Scene {\n"
        "    WindowGroup { DailyParcelScreen(model: DailyParcelViewModel(client: .live)) }\n  }\n}\n"
    )


def _plist(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>\n{body}</dict></plist>\n'
