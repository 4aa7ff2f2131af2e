"""Rules about which module may import which: the arrows of ARCHITECTURE.md."""

import re
from collections import defaultdict
from pathlib import PurePosixPath

from repository import SOURCES, line_of

_CORE = {"OmamoriCore", "OmamoriSystem"}
_CRYPTO = {"OmamoriCrypto"} | _CORE
_KEYCHAIN = {"OmamoriKeychain"} | _CRYPTO
_TRANSPORT = {"OmamoriTransport", "OmamoriATS"} | _CRYPTO
_LINUX = {"OmamoriKeychainFile", "OmamoriTransportCurl", "OmamoriAuthLinux", "OmamoriDeviceLinux"}
_LINUX |= {"OmamoriAuditLogTPM", "OmamoriDBus", "OmamoriTPM"}
_LIBRARIES = {"OmamoriReport", "OmamoriAuth", "OmamoriMessaging", "OmamoriAuditLog", "OmamoriDevice"}
_LIBRARIES |= {"OmamoriInsecure", "OmamoriApple"} | _KEYCHAIN | _TRANSPORT | _LINUX

_PRODUCTS = _LIBRARIES - {"OmamoriSystem", "OmamoriDBus", "OmamoriTPM"}
# What every group of commands may import, and what those that work with accounts may.
_COMMANDS = {"CommandSupport", "CommandLineKit", "OmamoriATS"} | _CRYPTO
_SERVICES = {"OmamoriKeychain", "OmamoriTransport", "OmamoriKeychainFile", "OmamoriTransportCurl", "KeychainCommands", "PolicyCommands"}
_GROUPS = {"AuditCommands", "FileCommands", "PolicyCommands", "KeychainCommands", "NetworkCommands", "TokenCommands"}
_GROUPS |= {"DeviceCommands", "AuditLogCommands"}

# Module: the modules of this package that it may import.
ARROWS = {
    "OmamoriSystem": set(),
    "CommandLineKit": {"OmamoriSystem"},
    "RuleCatalogGenerator": set(),
    "OmamoriCore": {"OmamoriSystem"},
    "OmamoriReport": _CORE,
    "OmamoriATS": _CORE,
    "OmamoriTPM": _CORE,
    "OmamoriDBus": _CORE,
    "OmamoriOpenSSL": _CORE,
    "OmamoriCryptoKit": _CORE | {"OmamoriOpenSSL"},
    "OmamoriCrypto": _CORE | {"OmamoriCryptoKit"},
    "OmamoriInsecure": _CRYPTO,
    "OmamoriKeychain": _CRYPTO,
    "OmamoriKeychainFile": _KEYCHAIN | {"OmamoriDBus", "OmamoriTPM"},
    "OmamoriTransport": _TRANSPORT - {"OmamoriTransport"},
    "OmamoriTransportCurl": _TRANSPORT,
    "OmamoriAuth": _TRANSPORT | _KEYCHAIN,
    "OmamoriAuthLinux": _TRANSPORT | {"OmamoriAuth", "OmamoriTransportCurl"},
    "OmamoriMessaging": _KEYCHAIN,
    "OmamoriAuditLog": _CRYPTO,
    "OmamoriAuditLogTPM": _CRYPTO | {"OmamoriAuditLog", "OmamoriTPM"},
    "OmamoriDevice": _CRYPTO,
    "OmamoriDeviceLinux": _CRYPTO | {"OmamoriDevice", "OmamoriDBus", "OmamoriTPM"},
    "OmamoriApple": {"OmamoriAuth", "OmamoriDevice", "OmamoriKeychain"} | _TRANSPORT,
    "AuditEngine": _CORE | {"OmamoriCryptoKit", "OmamoriReport", "OmamoriATS"},
    "AuditRules": _CRYPTO | {"AuditEngine", "OmamoriReport", "OmamoriATS"},
    "Omamori": _TRANSPORT | _KEYCHAIN | {"OmamoriReport", "OmamoriDevice", "OmamoriAuditLog", "OmamoriKeychainFile", "OmamoriTransportCurl", "OmamoriApple"},
    "CommandSupport": _COMMANDS - {"CommandSupport"},
    # The audit is built without keychain, transport, login, messages, device and log.
    "AuditCommands": _COMMANDS | {"OmamoriReport", "AuditEngine", "AuditRules"},
    "FileCommands": _COMMANDS,
    "PolicyCommands": _COMMANDS | {"OmamoriKeychain", "OmamoriTransport"},
    "KeychainCommands": _COMMANDS | {"OmamoriKeychain", "OmamoriKeychainFile", "FileCommands"},
    "NetworkCommands": _COMMANDS | {"OmamoriTransport", "OmamoriTransportCurl", "PolicyCommands"},
    "TokenCommands": _COMMANDS | _SERVICES | {"OmamoriAuth", "OmamoriAuthLinux"},
    "DeviceCommands": _COMMANDS | _SERVICES | {"Omamori", "OmamoriDevice", "OmamoriDeviceLinux", "OmamoriReport"},
    "AuditLogCommands": _COMMANDS | _SERVICES | {"OmamoriAuditLog"},
    "OmamoriCommand": _COMMANDS | _GROUPS,
    "OmamoriAudit": {"AuditCommands", "CommandSupport", "CommandLineKit", "OmamoriCryptoKit"},
    # Of Examples/Chat, for which there are products alone.
    "ChatSystem": set(),
    "OmamoriRelay": {"ChatSystem", "OmamoriCore", "OmamoriCrypto"},
    "OmamoriChat": _PRODUCTS | {"ChatSystem", "OmamoriRelay"},
}

_IMPORT = re.compile(r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|func|let|var|protocol)\s+)?(\w+)", re.M)


def _module(path):
    """The module that a source file belongs to."""
    parts = PurePosixPath(path).parts
    return parts[parts.index("Sources") + 1]


def _imports(repository, path):
    code = repository.split(path).code
    for match in _IMPORT.finditer(code):
        yield match.group(1), line_of(code, match.start(1))


def arrows_hold(repository):
    """A module imports only the modules that the architecture gives it"""
    for path in repository.swift(*SOURCES):
        module = _module(path)
        if module not in ARROWS:
            yield path, 1, f"{module} has no arrows in Tools/check/rules/module_rules.py"
            continue
        for name, line in _imports(repository, path):
            if name in ARROWS and name not in ARROWS[module]:
                yield path, line, f"{module} may not import {name}"


def only_the_scanner_parses_swift(repository):
    """Only the engine and the rules of the audit and their tests import SwiftSyntax"""
    pattern = re.compile(r"Swift(Syntax|Parser|Operators|IfConfig|Diagnostics|BasicFormat|Refactor|SyntaxBuilder)$")
    for path in repository.swift("Sources/", "Tests/"):
        if PurePosixPath(path).parts[1] in ("AuditEngine", "AuditRules", "AuditTests"):
            continue
        for name, line in _imports(repository, path):
            if pattern.match(name):
                yield path, line, f"imports {name}"


def no_whole_foundation(repository):
    """Sources do not import Foundation, which brings 40 MB of ICU; OmamoriCore re-exports what is needed"""
    for path in repository.swift(*SOURCES):
        # Apple systems have the essentials inside Foundation.
        if _module(path) == "OmamoriApple" or path == "Sources/OmamoriCore/Exports.swift":
            continue
        for name, line in _imports(repository, path):
            if name == "Foundation":
                yield path, line, "imports Foundation"


def one_folder_imports_a_c_module(repository):
    """A C module is imported by one folder of each target"""
    c_modules = {_module(path) for path in repository.paths if path.startswith(SOURCES) and path.endswith("module.modulemap")}
    folders = defaultdict(dict)
    for path in repository.swift(*SOURCES):
        for name, line in _imports(repository, path):
            if name in c_modules:
                place = (_module(path), name)
                folders[place].setdefault(str(PurePosixPath(path).parent), (path, line))
    for (module, name), places in sorted(folders.items()):
        for path, line in list(places.values())[1:]:
            yield path, line, f"{name} is imported by another folder of {module} already: {sorted(places)[0]}"


ALL = [arrows_hold, only_the_scanner_parses_swift, no_whole_foundation, one_folder_imports_a_c_module]
