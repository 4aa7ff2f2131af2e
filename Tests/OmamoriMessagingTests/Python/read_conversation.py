"""Reads a recorded conversation with the secret keys of one side; written from Documentation/formats/messaging.md.

The recording is JSON: the reader's and the peer's address, the random bytes that the reader's side drew, what it
published, and all envelopes of both sides in their order. Prints a line of JSON for each envelope.
"""

import hashlib
import hmac
import json
import struct
import sys

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import handshake as h
from fields import Reader, raw, sha256

OVERHEAD = 12 + 56


class KeyRing:
    """Finds the private half of a public key among everything that was drawn."""

    def __init__(self, recording):
        secrets = [bytes.fromhex(text) for text in recording["secrets"]]
        self.seeds = [secret for secret in secrets if len(secret) == 64]
        self.agreement, self.signing = {}, {}
        for secret in secrets:
            if len(secret) == 32:
                self.agreement[raw(x25519.X25519PrivateKey.from_private_bytes(secret).public_key())] = secret
                self.signing[raw(ed25519.Ed25519PrivateKey.from_private_bytes(secret).public_key())] = secret

    def agree(self, own, other):
        return h.agree(x25519.X25519PrivateKey.from_private_bytes(self.agreement[own]), other)

    def seed(self, suite, public):
        return next(
            seed for seed in self.seeds if raw(h.KEM_PRIVATE[suite].from_seed_bytes(seed).public_key()) == public)


class Chain:
    """Messages of one direction under one ratchet key."""

    def __init__(self, public, header_key, chain_key):
        self.public, self.header_key, self.chain_key = public, header_key, chain_key
        self.next, self.keys = 0, {}

    def message_key(self, number):
        if number - self.next > 2000:
            raise ValueError("skips too many")
        while self.next <= number:
            self.keys[self.next] = hmac.digest(self.chain_key, b"Omamori Messaging v1 msg", "sha256")
            self.chain_key = hmac.digest(self.chain_key, b"Omamori Messaging v1 chn", "sha256")
            self.next += 1
        return self.keys[number]


class Session:
    """A session that the peer began; the root steps of the two directions take turns."""

    def __init__(self, ring, secrets, signed_prekey):
        self.ring, self.root = ring, secrets["root"]
        self.binding = sha256(
            b"Omamori Messaging v1 session", struct.pack(">Q", 16), secrets["identifier"],
            struct.pack(">Q", 32), secrets["associated"])
        self.next_header = {"peer": secrets["initiatorHeader"], "own": secrets["responderHeader"]}
        self.latest = {"own": signed_prekey}
        self.chains = {"peer": [], "own": []}

    def header(self, key, message):
        try:
            data = AESGCM(key).decrypt(message[:12], message[12:OVERHEAD], self.binding)
        except InvalidTag:
            return None
        return data[:32], *struct.unpack(">II", data[32:])

    def new_chain(self, sender, public):
        """A root step with a new ratchet key of the sender and the latest one of the other side."""
        other = "own" if sender == "peer" else "peer"
        own, remote = (self.latest["own"], public) if sender == "peer" else (public, self.latest["peer"])
        step = hkdf_root(self.root, self.ring.agree(own, remote))
        chain = Chain(public, self.next_header[sender], step[32:64])
        self.root, self.next_header[sender] = step[:32], step[64:]
        self.latest[sender] = public
        assert other in self.latest
        self.chains[sender].append(chain)
        return chain

    def open(self, sender, message, prefix):
        for chain in reversed(self.chains[sender]):
            header = self.header(chain.header_key, message)
            if header:
                break
        else:
            header = self.header(self.next_header[sender], message)
            if not header:
                raise ValueError("no key opens the header")
            chain = self.new_chain(sender, header[0])
        assert chain.public == header[0]
        data = self.binding + message[:OVERHEAD] + prefix
        text = AESGCM(chain.message_key(header[2])).decrypt(message[:12], message[OVERHEAD:], data)
        del chain.keys[header[2]]
        return unpad(text)


def hkdf_root(root, agreed):
    info = b"Omamori Messaging v1 root X25519 SHA-256 AES-256-GCM"
    key, block, output = hmac.digest(root, agreed, "sha256"), b"", b""
    for counter in (1, 2, 3):
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        output += block
    return output


def bucket(length):
    needed = length + 1
    if needed <= 160:
        return 160
    step = max((1 << (needed.bit_length() - 1)) // 16, 32)
    return -(-needed // step) * step


def unpad(padded):
    text = padded.rstrip(b"\0")
    if not text.endswith(b"\x80") or bucket(len(text) - 1) != len(padded):
        raise ValueError("wrong padding")
    return text[:-1]


class Conversation:
    def __init__(self, recording):
        self.ring = KeyRing(recording)
        self.own, self.peer = h.address(*recording["own"]), h.address(*recording["peer"])
        self.signed = {}
        for text in recording["signedParts"]:
            part = h.SignedPart(bytes.fromhex(text))
            self.signed[part.generation] = (part, bytes.fromhex(text))
        entries = [bytes.fromhex(text) for text in recording["oneTimeKeys"]]
        self.one_time = {int.from_bytes(entry[:4], "big"): entry[4:] for entry in entries}
        entries = [bytes.fromhex(text) for text in recording["oneTimeEncapsulationKeys"]]
        self.one_time_kem = {int.from_bytes(entry[1:5], "big"): entry[5:-64] for entry in entries}
        self.sessions = {}

    def answer(self, data):
        """Takes up the session of an opening, once."""
        digest = hashlib.sha256(data).digest()
        if digest not in self.sessions:
            opening = h.Opening(data)
            part, signed = self.signed[opening.generation]
            identity = h.Identity(self.ring.signing[part.keys[:32]], self.ring.agreement[part.keys[32:]])
            one_time = self.ring.agreement[self.one_time[opening.one_time]] if opening.one_time else None
            seed = None
            if opening.ciphertext is not None:
                number = opening.kem_identifier
                seed = self.ring.seed(opening.suite, self.one_time_kem[number] if number else part.kem_key)
            secrets = h.answer(
                identity, self.own, data, self.peer, signed, self.ring.agreement[part.prekey], one_time, seed)
            self.sessions[digest] = Session(self.ring, secrets, part.prekey)
        return self.sessions[digest]

    def read(self, sender, envelope):
        reader = Reader(envelope)
        if reader.number(1) != 1:
            raise ValueError("another version")
        kind, _suite = reader.number(1), reader.number(1)
        if kind == 1:
            sessions = [self.answer(reader.take(reader.number(2)))]
        else:
            sessions = list(reversed(self.sessions.values()))
        prefix, message = envelope[: reader.offset], envelope[reader.offset :]
        for session in sessions:
            try:
                content = session.open(sender, message, prefix)
            except (ValueError, KeyError, InvalidTag):
                continue
            milliseconds = int.from_bytes(content[17:25], "big")
            return {
                "from": sender, "kind": content[0], "identifier": content[1:17].hex(), "time": milliseconds,
                "text": content[25:].decode()}
        raise ValueError("no session opens it")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        recording = json.load(file)
    conversation = Conversation(recording)
    lines = []
    for envelope in recording["envelopes"]:
        try:
            lines.append(conversation.read(envelope["from"], bytes.fromhex(envelope["bytes"])))
        except (ValueError, AssertionError, KeyError, InvalidSignature):
            lines.append({"from": envelope["from"], "refused": True})
    for line in lines:
        print(json.dumps(line, ensure_ascii=False))


main()
