"""Fields, hashes and key derivation of Documentation/formats/messaging.md."""

import hashlib
import hmac
import struct

from cryptography.hazmat.primitives import serialization


def raw(key):
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hkdf(material, info, size):
    key = hmac.new(bytes(32), material, hashlib.sha256).digest()
    block, output = b"", b""
    for counter in range(1, -(-size // 32) + 1):
        block = hmac.new(key, block + info + bytes([counter]), hashlib.sha256).digest()
        output += block
    return output[:size]


def counted(part):
    return struct.pack(">H", len(part)) + part


class Reader:
    def __init__(self, data):
        self.data, self.offset = data, 0

    def take(self, count):
        if self.offset + count > len(self.data):
            raise ValueError("too short")
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def end(self):
        if self.offset != len(self.data):
            raise ValueError("too long")
