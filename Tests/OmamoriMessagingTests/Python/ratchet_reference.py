#!/usr/bin/env python3
"""A second implementation of the messaging ratchet, written from its description, for the tests to compare with.

Reads commands, one a line, arguments in hexadecimal, and answers each with one line:

    initiator SEED ROOT INITIATOR_HEADER RESPONDER_HEADER IDENTIFIER DATA REMOTE_KEY
    responder SEED ROOT INITIATOR_HEADER RESPONDER_HEADER IDENTIFIER DATA OWN_KEY
    seal PLAINTEXT DATA
    open MESSAGE DATA

`refused` is the answer to a message that does not open.
"""

import hashlib
import hmac
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = b"Omamori Messaging v1 root X25519 SHA-256 AES-256-GCM"
MESSAGE = b"Omamori Messaging v1 msg"
CHAIN = b"Omamori Messaging v1 chn"
SESSION = b"Omamori Messaging v1 session"
HEADER_END = 12 + 40 + 16


class SplitMix:
    """The sequence that the tests take their random bytes from."""

    def __init__(self, seed):
        self.state = seed

    def take(self, count):
        out = b""
        while len(out) < count:
            self.state = (self.state + 0x9E3779B97F4A7C15) & (2**64 - 1)
            mixed = self.state
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & (2**64 - 1)
            out += struct.pack("<Q", mixed ^ (mixed >> 31))
        return out[:count]


def public(key):
    return key.public_key().public_bytes_raw()


def mac(key, label):
    return hmac.new(key, label, hashlib.sha256).digest()


class Side:
    def __init__(self, seed, root, send_header, receive_header, identifier, data):
        self.random = SplitMix(int.from_bytes(seed, "big"))
        self.root, self.next_send, self.next_receive = root, send_header, receive_header
        self.own = self.remote = self.send = self.receive = None
        self.sent = self.received = self.before = 0
        self.send_header = self.receive_header = self.receive_key = None
        self.missing = {}
        bound = SESSION
        for part in (identifier, data):
            bound += struct.pack(">Q", len(part)) + part
        self.binding = hashlib.sha256(bound).digest()

    def step(self, remote):
        agreed = self.own.exchange(X25519PublicKey.from_public_bytes(remote))
        keys = HKDF(hashes.SHA256(), 96, salt=self.root, info=ROOT).derive(agreed)
        self.root = keys[:32]
        return keys[32:64], keys[64:]

    def seal(self, plaintext, data):
        if self.send is None:
            self.own = X25519PrivateKey.from_private_bytes(self.random.take(32))
            self.send, following = self.step(self.remote)
            self.send_header, self.next_send, self.sent = self.next_send, following, 0
        key, self.send = mac(self.send, MESSAGE), mac(self.send, CHAIN)
        nonce = self.random.take(12)
        header = public(self.own) + struct.pack(">II", self.before, self.sent)
        self.sent += 1
        start = nonce + AESGCM(self.send_header).encrypt(nonce, header, self.binding)
        return start + AESGCM(key).encrypt(nonce, plaintext, self.binding + start + data)

    def read_header(self, key, message):
        if key is None:
            return None
        try:
            header = AESGCM(key).decrypt(message[:12], message[12:HEADER_END], self.binding)
        except InvalidTag:
            return None
        return header[:32], *struct.unpack(">II", header[32:])

    def open(self, message, data):
        def body(key):
            return AESGCM(key).decrypt(
                message[:12], message[HEADER_END:], self.binding + message[:HEADER_END] + data)

        for (header_key, number), key in self.missing.items():
            header = self.read_header(header_key, message)
            if header and header[2] == number:
                plaintext = body(key)
                del self.missing[header_key, number]
                return plaintext
        header = self.read_header(self.receive_header, message)
        if header is None:
            header = self.read_header(self.next_receive, message)
            if header is None:
                raise InvalidTag
            remote, before, _ = header
            self.skip(before)
            self.remote, self.receive_header = remote, self.next_receive
            self.receive, self.next_receive = self.step(remote)
            self.received, self.before, self.send = 0, self.sent, None
        if header[2] < self.received:
            raise InvalidTag
        self.skip(header[2])
        key, self.receive = mac(self.receive, MESSAGE), mac(self.receive, CHAIN)
        self.received += 1
        return body(key)

    def skip(self, number):
        while self.receive is not None and self.received < number:
            self.missing[self.receive_header, self.received] = mac(self.receive, MESSAGE)
            self.receive = mac(self.receive, CHAIN)
            self.received += 1


def main():
    side = None
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split(" ")
        values = [bytes.fromhex(word) for word in words]
        if command == "initiator":
            seed, root, own, other, identifier, data, remote = values
            side = Side(seed, root, own, other, identifier, data)
            side.remote = remote
            answer = "ok"
        elif command == "responder":
            seed, root, other, own, identifier, data, key = values
            side = Side(seed, root, own, other, identifier, data)
            side.own = X25519PrivateKey.from_private_bytes(key)
            answer = public(side.own).hex()
        elif command == "seal":
            answer = side.seal(*values).hex()
        else:
            try:
                answer = side.open(*values).hex()
            except InvalidTag:
                answer = "refused"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
