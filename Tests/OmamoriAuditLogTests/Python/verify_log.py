"""Verifies and reads an audit log: an implementation of Documentation/formats/audit-log.md from that page alone.

Reads a JSON object from standard input with the members folder, key (verifier key of signed notes), auditor (hexadecimal
of the private key, or empty), anchors (a list of notes), counter (a number or null); answers with an object of verdict,
size, root and, with the auditor's key, payloads (hexadecimal of the events until a fault).
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import zlib

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

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
            if not found or base64.b64encode(base64.b64decode(found[2])).decode() != found[2]:
                return None
            value = base64.b64decode(found[2])
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


def verify(folder, log, auditor, anchors, counter, payloads):
    state = {"tree": Tree(), "confirmed": None, "counted": None, "counter": None, "kind": None, "content": -1, "torn": 0}
    tree, link = state["tree"], bytes(32)
    anchors = sorted((log.checkpoint(each.encode()) for each in anchors), key=lambda each: each[0])

    def append(leaf):
        tree.append(leaf)
        compare()

    def compare():
        while anchors and anchors[0][0] == tree.count:
            if anchors[0][1] != tree.root():
                raise Verdict(f"rolledBack {state['confirmed'] or 0} {anchors[0][0]}")
            state["confirmed"] = anchors.pop(0)[0]

    names = sorted(each for each in os.listdir(folder) if re.fullmatch(r"\d{20}\.segment", each))
    numbers = [int(each[:20]) for each in names]
    files = [open(os.path.join(folder, each), "rb").read() for each in names]
    try:
        following = header(files[0], log, numbers[0]) if files else None
        if following and numbers[0] == 0:
            if following["first"] or any(following["link"]) or following["discarded"]:
                raise Verdict("tampered 0")
        elif following:
            path = os.path.join(folder, "pruned.note")
            lines = log.note(open(path, "rb").read(), "/pruned") if os.path.exists(path) else None
            root = base64.b64encode(Tree(following["first"], following["edge"]).root()).decode()
            if lines is None or lines[:3] != [str(following["first"]), root, f"last {numbers[0] - 1}"]:
                raise Verdict(f"missing 0 {numbers[0] - 1}")
            tree.count, tree.edge, link = following["first"], list(following["edge"]), following["link"]
            while anchors and anchors[0][0] < tree.count:
                anchors.pop(0)
            compare()
        for index, segment in enumerate(numbers):
            current, following, data = following, None, files[index]
            if index + 1 < len(numbers):
                if numbers[index + 1] != segment + 1:
                    raise Verdict(f"missing {segment + 1} {numbers[index + 1] - 1}")
                following = header(files[index + 1], log, segment + 1)
            at, state["kind"], state["content"] = len(current["raw"]), None, tree.count
            link = sha(b"\0" + link + current["raw"])
            if auditor:
                own = [each for each in current["seeds"] if each[:32] == auditor.public_key().public_bytes_raw()]
                if not own:
                    raise Verdict(f"foreignKey {segment}")
                seed = open_seed(auditor, own[0][32:], b"omamori-audit-log v1 seed", current["start"])
                keys = HKDF(hashes.SHA512(), 64, link, b"omamori-audit-log v1 first").derive(seed)
            append(link)
            end = following["first"] if following else None
            while tree.count != end:
                size = scan(data, at, tree.count)
                if size in ("end", "torn"):
                    if following:
                        raise Verdict(f"truncated {segment} {tree.count} {end}")
                    if size == "torn" and state["kind"] == CLOSE:
                        raise Verdict(f"unauthenticatedBytes {segment} {at}")
                    state["torn"] = len(data) - at
                    break
                tampered = Verdict(f"tampered {segment} {tree.count}")
                if size == "malformed" or (state["kind"] == CLOSE and size != "damaged"):
                    raise Verdict(f"unauthenticatedBytes {segment} {at}")
                if size == "damaged" or number(data, at + 5) != tree.count:
                    raise tampered
                frame, kind = data[at : at + size - 4], data[at + 4]
                clear = kind >= 0x80
                if auditor:
                    nonce = bytes(4) + tree.count.to_bytes(8, "big")
                    split = len(frame) - 16 if clear else 13
                    try:
                        content = AESGCM(keys[:32]).decrypt(nonce, frame[split:], link + frame[:split])
                    except InvalidTag:
                        raise tampered from None
                    keys = HKDFExpand(hashes.SHA512(), 64, b"omamori-audit-log v1 next").derive(keys[32:])
                    if kind == 1:
                        payloads.append(content[8:].hex())
                if clear:
                    note = log.checkpoint(frame[13:-16])
                    if note is None or note[:2] != (tree.count, tree.root()):
                        raise tampered
                    if note[2] is not None:
                        if note[2] < (state["counter"] or 0):
                            raise tampered
                        state["counter"] = note[2]
                        state["counted"] = note[0] if note[2] == counter else state["counted"]
                else:
                    state["content"] = tree.count
                state["kind"], at = kind, at + size
                link = sha(b"\0" + link + frame)
                append(link)
            if following:
                if following["link"] != link or following["edge"] != tree.edge:
                    raise Verdict(f"tampered {segment}")
                rest = len(data) - at
                if rest < following["discarded"]:
                    raise Verdict(f"truncated {segment} {tree.count} {tree.count}")
                torn = rest == 0 or (scan(data, at, tree.count) == "torn" and state["kind"] != CLOSE)
                if rest > following["discarded"] or not torn:
                    raise Verdict(f"unauthenticatedBytes {segment} {at}")
        if anchors:
            raise Verdict(f"rolledBack {tree.count} {anchors[0][0]}")
        if counter is not None and (state["counter"] or 0) < counter:
            raise Verdict(f"rolledBack {state['counter'] or 0} {counter}")
        covered = max((each for each in (state["confirmed"], state["counted"]) if each is not None), default=None)
        whole = covered is not None and 0 <= state["content"] < covered and state["kind"] == CLOSE and not state["torn"]
        verdict = "complete" if whole else f"openTail {covered or 0}"
    except Verdict as fault:
        verdict = str(fault)
    return {"verdict": verdict, "size": tree.count, "root": tree.root().hex(), "payloads": payloads}


def main():
    question = json.load(sys.stdin)
    secret = question["auditor"]
    auditor = X25519PrivateKey.from_private_bytes(bytes.fromhex(secret)) if secret else None
    log = Log(question["key"])
    json.dump(verify(question["folder"], log, auditor, question["anchors"], question.get("counter"), []), sys.stdout)


if __name__ == "__main__":
    main()
