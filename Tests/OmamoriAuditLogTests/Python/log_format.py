"""The parts of an audit log as Documentation/formats/audit-log.md describes them: tree, notes, headers, frames, seeds."""

import base64
import hashlib
import hmac
import re
import zlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

KINDS = {1, 2, 3, 4, 0x81, 0x82}
CLOSE = 0x82


class Verdict(Exception):
    pass


def sha(data):
    return hashlib.sha256(data).digest()


def number(data, at, size=8):
    return int.from_bytes(data[at : at + size], "big")


def open_seed(key, sealed, info, aad):
    """HPKE, mode base, with X25519, HKDF-SHA256 and AES-256-GCM (RFC 9180)."""

    def extract(suite, salt, label, material):
        return hmac.digest(salt, b"HPKE-v1" + suite + label + material, "sha256")

    def expand(suite, secret, label, context, count):
        return HKDFExpand(hashes.SHA256(), count, count.to_bytes(2, "big") + b"HPKE-v1" + suite + label + context).derive(secret)

    kem, suite = b"KEM\0\x20", b"HPKE\0\x20\0\1\0\2"
    shared = key.exchange(X25519PublicKey.from_public_bytes(sealed[:32]))
    both = sealed[:32] + key.public_key().public_bytes_raw()
    shared = expand(kem, extract(kem, b"", b"eae_prk", shared), b"shared_secret", both, 32)
    context = b"\0" + extract(suite, b"", b"psk_id_hash", b"") + extract(suite, b"", b"info_hash", info)
    secret = extract(suite, shared, b"secret", b"")
    nonce = expand(suite, secret, b"base_nonce", context, 12)
    return AESGCM(expand(suite, secret, b"key", context, 32)).decrypt(nonce, sealed[32:], aad)


class Tree:
    def __init__(self, count=0, edge=()):
        self.count, self.edge = count, list(edge)

    def append(self, leaf):
        full = self.count
        while full & 1:
            leaf, full = sha(b"\1" + self.edge.pop() + leaf), full >> 1
        self.edge.append(leaf)
        self.count += 1

    def root(self):
        if not self.edge:
            return sha(b"")
        node = self.edge[-1]
        for left in reversed(self.edge[:-1]):
            node = sha(b"\1" + left + node)
        return node


class Log:
    def __init__(self, text):
        name, digits, key = text.split("+", 2)
        self.key = base64.b64decode(key)[1:]
        self.public = Ed25519PublicKey.from_public_bytes(self.key)
        self.origin = "omamori-audit-log/" + sha(b"omamori-audit-log v1 id\0" + self.key).hex()[:32]
        self.hash = sha(name.encode() + b"\n\1" + self.key)[:4]
        assert name == self.origin and bytes.fromhex(digits) == self.hash

    def is_signed(self, signature, message):
        try:
            self.public.verify(signature, message)
            return True
        except InvalidSignature:
            return False

    def note(self, note, suffix=""):
        """The lines of a note that the log signed, or None."""
        try:
            text, _, rest = note.decode().rpartition("\n\n")
        except UnicodeDecodeError:
            return None
        text += "\n"
        if not rest.endswith("\n") or re.search("[\0-\x09\x0b-\x1f]", note.decode()):
            return None
        own = []
        for line in rest[:-1].split("\n"):
            found = re.fullmatch(r"\u2014 ([^ +]+) ([A-Za-z0-9+/]+={0,2})", line)
            try:
                value = base64.b64decode(found[2]) if found else None
            except ValueError:
                return None
            if value is None or base64.b64encode(value).decode() != found[2]:
                return None
            if found[1] == self.origin and value[:4] == self.hash:
                own.append(value[4:])
        lines = text.split("\n")[:-1]
        if not own or not all(self.is_signed(each, text.encode()) for each in own):
            return None
        return lines[1:] if lines[0] == self.origin + suffix else None

    def checkpoint(self, note):
        lines = self.note(note)
        if lines is None or len(lines) not in (3, 4) or not lines[2].startswith("time "):
            return None
        counter = int(lines[3].removeprefix("counter ")) if len(lines) == 4 else None
        return int(lines[0]), base64.b64decode(lines[1]), counter


def header(data, log, segment):
    """The parts of a header, verified."""
    tampered = Verdict(f"tampered {segment}")
    if len(data) < 10 or data[:8] != b"omamlog\1" or not 10 <= number(data, 8, 2) <= min(4096, len(data)):
        raise tampered
    raw = data[: number(data, 8, 2)]
    first = number(raw, 18)
    edge = 106 + 32 * first.bit_count()
    if len(raw) <= edge or not 1 <= raw[edge] <= 4 or len(raw) != edge + 1 + 112 * raw[edge] + 64:
        raise tampered
    try:
        Ed25519PublicKey.from_public_bytes(raw[74:106]).verify(raw[-64:], b"omamori-audit-log v1 header\0" + raw[:-64])
    except (InvalidSignature, ValueError):
        raise tampered from None
    if raw[74:106] != log.key:
        raise Verdict(f"foreignKey {segment}")
    if number(raw, 10) != segment:
        raise tampered
    seeds = [raw[at : at + 112] for at in range(edge + 1, len(raw) - 64, 112)]
    nodes = [raw[at : at + 32] for at in range(106, edge, 32)]
    return {"raw": raw, "start": raw[: edge + 1], "first": first, "discarded": number(raw, 26), "link": raw[42:74],
            "edge": nodes, "seeds": seeds}


def scan(data, at, sequence):
    """What stands at a place: a frame's length, or 'end', 'torn', 'damaged', 'malformed'."""
    rest = data[at : at + 70000]
    if not rest:
        return "end"
    end = 13 + number(rest, 0, 4)
    if len(rest) >= 13 and 16 <= end - 13 <= 65560 and rest[4] in KINDS and len(rest) >= end + 4:
        if (rest[4] >= 0x80 or end >= 37) and zlib.crc32(rest[:end]) == number(rest, end, 4):
            return end + 4
    written = rest.rstrip(b"\0")
    head = written[:4].ljust(4, b"\0") + bytes([written[4] if len(written) > 4 else 1]) + sequence.to_bytes(8, "big")
    length = number(head, 0, 4)
    if head[4] not in KINDS or length > 65560 or (len(written) > 4 and length < 16):
        return "malformed"
    if written[:13] != head[: len(written)]:
        return "malformed"
    return "torn" if len(written) < 13 or len(rest) < end + 4 or len(written) <= end else "damaged"
