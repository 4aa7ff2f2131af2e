#!/usr/bin/env python3
"""PyPI's DoubleRatchet with the algorithms that the specification recommends (section 5.2), as a peer of the tests.

Reads commands, one a line, arguments in hexadecimal, and answers each with one line:

    initiator ROOT REMOTE_KEY
    responder ROOT OWN_KEY
    seal PLAINTEXT
    open MESSAGE

A message is the ratchet key, the previous count and the number, four bytes each, and the ciphertext. `refused` is the
answer to a message that does not open.
"""

import asyncio
import struct
import sys

from doubleratchet import (
    AuthenticationFailedException, DecryptionFailedException, DoSProtectionException, DoubleRatchet,
    DuplicateMessageException, EncryptedMessage, Header)
from doubleratchet.recommended import aead_aes_hmac, diffie_hellman_ratchet_curve25519, HashFunction, kdf_hkdf
from doubleratchet.recommended import kdf_separate_hmacs


class RootKDF(kdf_hkdf.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256

    @staticmethod
    def _get_info():
        return b"Omamori interoperability root"


class ChainKDF(kdf_separate_hmacs.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256


class AEAD(aead_aes_hmac.AEAD):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256

    @staticmethod
    def _get_info():
        return b"Omamori interoperability message"


def encoded(header):
    return header.ratchet_pub + struct.pack(
        ">II", header.previous_sending_chain_length, header.sending_chain_length)


class Ratchet(DoubleRatchet):
    @staticmethod
    def _build_associated_data(associated_data, header):
        return associated_data + encoded(header)


SETTINGS = dict(
    diffie_hellman_ratchet_class=diffie_hellman_ratchet_curve25519.DiffieHellmanRatchet, root_chain_kdf=RootKDF,
    message_chain_kdf=ChainKDF, message_chain_constant=b"\x02\x01", dos_protection_threshold=2000,
    max_num_skipped_message_keys=2000, aead=AEAD)
REFUSALS = (
    AuthenticationFailedException, DecryptionFailedException, DoSProtectionException, DuplicateMessageException)


class Peer:
    def __init__(self, root, remote=None, own=None):
        self.root, self.remote, self.own, self.ratchet = root, remote, own, None

    async def seal(self, plaintext):
        if self.ratchet is None:
            self.ratchet, message = await Ratchet.encrypt_initial_message(
                shared_secret=self.root, recipient_ratchet_pub=self.remote, message=plaintext,
                associated_data=b"", **SETTINGS)
        else:
            message = await self.ratchet.encrypt_message(plaintext, b"")
        return encoded(message.header) + message.ciphertext

    async def open(self, message):
        header = Header(message[:32], *struct.unpack(">II", message[32:40]))
        message = EncryptedMessage(header, message[40:])
        if self.ratchet is not None:
            return await self.ratchet.decrypt_message(message, b"")
        self.ratchet, plaintext = await Ratchet.decrypt_initial_message(
            shared_secret=self.root, own_ratchet_priv=self.own, message=message, associated_data=b"", **SETTINGS)
        return plaintext


async def main():
    peer = None
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split(" ")
        values = [bytes.fromhex(word) for word in words]
        if command == "initiator":
            peer, answer = Peer(values[0], remote=values[1]), "ok"
        elif command == "responder":
            peer, answer = Peer(values[0], own=values[1]), "ok"
        elif command == "seal":
            answer = (await peer.seal(values[0])).hex()
        else:
            try:
                answer = (await peer.open(values[0])).hex()
            except REFUSALS:
                answer = "refused"
        print(answer, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
