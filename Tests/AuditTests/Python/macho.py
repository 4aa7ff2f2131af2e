"""Reads a file of machine code with LIEF and prints what it says of itself as JSON: the same fields as the tests ask."""
import json
import plistlib
import struct
import sys

import lief


def entitlements(content):
    """The XML entitlements inside a signature: magic, length and count, then pairs of slot and place."""
    if len(content) < 12 or struct.unpack(">I", content[:4])[0] != 0xFADE0CC0:
        return None
    for index in range(struct.unpack(">I", content[8:12])[0]):
        _, place = struct.unpack(">II", content[12 + index * 8 : 20 + index * 8])
        magic, length = struct.unpack(">II", content[place : place + 8])
        if magic == 0xFADE7171:
            return sorted(plistlib.loads(content[place + 8 : place + length]))
    return None


def version(numbers):
    numbers = list(numbers)
    return ".".join(str(number) for number in (numbers if numbers[2] else numbers[:2]))


def minimum(binary):
    if binary.has_build_version:
        return version(binary.build_version.minos)
    if binary.has_version_min:
        return version(binary.version_min.version)
    return None


def names(binary):
    bound = set()
    for binding in binary.bindings:
        if binding.has_symbol:
            bound.add(binding.symbol.name)
    return sorted(bound)


def describe(binary):
    header = binary.header
    encryption = binary.encryption_info.crypt_id if binary.has_encryption_info else None
    return {
        "processor": [header.cpu_type.value & 0xFFFFFFFF, header.cpu_subtype & 0x00FFFFFF],
        "commands": [command.command.value & 0xFFFFFFFF for command in binary.commands],
        "isPositionIndependent": binary.is_pie,
        "encryption": encryption,
        "minimum": minimum(binary),
        "searchPaths": [command.path for command in binary.rpaths],
        "libraries": [library.name for library in binary.libraries if library.command.name != "ID_DYLIB"],
        "segments": [
            {"name": s.name, "initial": int(s.init_protection), "maximum": int(s.max_protection)}
            for s in binary.segments
        ],
        "sections": [section.name for segment in binary.segments for section in segment.sections],
        "symbols": len([s for s in binary.symbols if s.origin == lief.MachO.Symbol.ORIGIN.SYMTAB]),
        "imports": sorted({s.name for s in binary.imported_symbols if not s.raw_type & 0xE0}),
        "bound": names(binary),
        "entitlements": entitlements(bytes(binary.code_signature.content)) if binary.has_code_signature else None,
        "isSigned": binary.has_code_signature,
    }


lief.logging.disable()
fat = lief.MachO.parse(sys.argv[1])
print(json.dumps([describe(fat.at(index)) for index in range(fat.size)]))
