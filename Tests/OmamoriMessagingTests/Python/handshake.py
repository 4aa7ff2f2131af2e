"""The handshake of Documentation/formats/messaging.md, written from the page alone."""

import struct

from cryptography.hazmat.primitives.asymmetric import ed25519, mlkem, x25519

from fields import Reader, counted, hkdf, raw, sha256

LABELS = {
    1: b"Omamori Messaging v1 X3DH X25519 SHA-256",
    2: b"Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-768",
    3: b"Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-1024",
}
KEM_PRIVATE = {2: mlkem.MLKEM768PrivateKey, 3: mlkem.MLKEM1024PrivateKey}
KEM_PUBLIC = {2: mlkem.MLKEM768PublicKey, 3: mlkem.MLKEM1024PublicKey}
KEM_KEY_SIZE = {2: 1184, 3: 1568}
KEM_CIPHERTEXT_SIZE = {2: 1088, 3: 1568}


def address(name, device):
    name = name.encode()
    return bytes([len(name)]) + name + struct.pack(">I", device)


def suite_list(suites):
    return bytes([len(suites)]) + bytes(sorted(suites))


def verify(key, signature, label, content):
    ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, label + b"\0" + content)


class Identity:
    """Two private keys: one signs, one agrees."""

    def __init__(self, signing, agreement):
        self.signing = ed25519.Ed25519PrivateKey.from_private_bytes(signing)
        self.agreement = x25519.X25519PrivateKey.from_private_bytes(agreement)
        self.keys = raw(self.signing.public_key()) + raw(self.agreement.public_key())
        self.presented = self.keys + self.sign(b"Omamori Messaging v1 identity", self.keys[32:])

    def sign(self, label, content):
        return self.signing.sign(label + b"\0" + content)


class SignedPart:
    def __init__(self, data):
        reader = Reader(data)
        assert reader.number(1) == 1
        self.suites = list(reader.take(reader.number(1)))
        assert self.suites == sorted(set(self.suites)) and self.suites
        self.keys = reader.take(64)
        self.generation = reader.number(4)
        self.prekey = reader.take(32)
        self.expiry = reader.number(8)
        kems = [suite for suite in self.suites if suite in KEM_KEY_SIZE]
        assert len(kems) <= 1
        self.kem_key = reader.take(KEM_KEY_SIZE[kems[0]]) if kems else None
        verify(self.keys[:32], reader.take(64), b"Omamori Messaging v1 key bundle", data[:-64])
        reader.end()
        self.digest = sha256(data)

    @staticmethod
    def make(identity, suites, generation, prekey, expiry, kem_key):
        content = b"\1" + suite_list(suites) + identity.keys + struct.pack(">I", generation) + prekey
        content += struct.pack(">Q", expiry) + kem_key
        return content + identity.sign(b"Omamori Messaging v1 key bundle", content)


class Bundle:
    def __init__(self, data):
        reader = Reader(data)
        assert reader.number(1) == 1
        self.signed = SignedPart(reader.take(reader.number(2)))
        one_time = reader.take(reader.number(2))
        kem = reader.take(reader.number(2))
        reader.end()
        self.one_time = (int.from_bytes(one_time[:4], "big"), one_time[4:]) if one_time else (0, b"")
        self.one_time_kem = None
        if kem:
            verify(self.signed.keys[:32], kem[-64:], b"Omamori Messaging v1 one-time key", kem[:-64])
            assert kem[0] in self.signed.suites
            self.one_time_kem = (int.from_bytes(kem[1:5], "big"), kem[5:-64])


class Opening:
    def __init__(self, data):
        reader = Reader(data)
        assert reader.number(1) == 1
        self.suite = reader.number(1)
        self.suites = list(reader.take(reader.number(1)))
        self.keys = reader.take(64)
        verify(self.keys[:32], reader.take(64), b"Omamori Messaging v1 identity", self.keys[32:])
        self.ephemeral = reader.take(32)
        self.generation = reader.number(4)
        self.one_time = reader.number(4)
        self.kem_identifier, self.ciphertext = 0, None
        if self.suite in KEM_PUBLIC:
            self.kem_identifier = reader.number(4)
            self.ciphertext = reader.take(KEM_CIPHERTEXT_SIZE[self.suite])
        reader.end()
        self.data = data


def transcript(opening, initiator_address, signed_digest, responder_keys, responder_address, one_time, kem_key):
    return sha256(
        b"Omamori Messaging v1 handshake\0", counted(opening), initiator_address, signed_digest,
        responder_keys, responder_address, counted(one_time), counted(kem_key))


def secrets(suite, agreed, encapsulated, digest):
    info = LABELS[suite] + b"\0" + digest
    output = hkdf(b"\xff" * 32 + b"".join(agreed) + encapsulated, info, 112)
    return {
        "root": output[:32], "initiatorHeader": output[32:64], "responderHeader": output[64:96],
        "identifier": output[96:], "associated": digest,
    }


def agree(private, public):
    return private.exchange(x25519.X25519PublicKey.from_public_bytes(public))


def begin(identity, own_address, bundle, peer_address, suites, ephemeral):
    """Starts a session; returns the opening and the secrets."""
    bundle = Bundle(bundle)
    signed = bundle.signed
    suite = max(set(suites) & set(signed.suites))
    ephemeral = x25519.X25519PrivateKey.from_private_bytes(ephemeral)
    agreed = [agree(identity.agreement, signed.prekey), agree(ephemeral, signed.keys[32:]), agree(ephemeral, signed.prekey)]
    number, one_time = bundle.one_time
    if one_time:
        agreed.append(agree(ephemeral, one_time))
    opening = bytes([1, suite]) + suite_list(suites) + identity.presented + raw(ephemeral.public_key())
    opening += struct.pack(">II", signed.generation, number)
    kem_key, secret = b"", b""
    if suite in KEM_PUBLIC:
        kem_number, kem_key = bundle.one_time_kem or (0, signed.kem_key)
        secret, ciphertext = KEM_PUBLIC[suite].from_public_bytes(kem_key).encapsulate()
        opening += struct.pack(">I", kem_number) + ciphertext
    digest = transcript(opening, own_address, signed.digest, signed.keys, peer_address, one_time, kem_key)
    return opening, secrets(suite, agreed, secret, digest)


def answer(identity, own_address, opening, peer_address, signed_part, prekey, one_time=None, kem_seed=None):
    """Takes up a session; returns the secrets."""
    opening, signed = Opening(opening), SignedPart(signed_part)
    assert opening.generation == signed.generation
    assert opening.suite == max(set(opening.suites) & set(signed.suites))
    prekey = x25519.X25519PrivateKey.from_private_bytes(prekey)
    agreed = [
        agree(prekey, opening.keys[32:]), agree(identity.agreement, opening.ephemeral), agree(prekey, opening.ephemeral)]
    one_time_key = b""
    if opening.one_time:
        key = x25519.X25519PrivateKey.from_private_bytes(one_time)
        one_time_key = raw(key.public_key())
        agreed.append(agree(key, opening.ephemeral))
    kem_key, secret = b"", b""
    if opening.ciphertext is not None:
        key = KEM_PRIVATE[opening.suite].from_seed_bytes(kem_seed)
        kem_key, secret = raw(key.public_key()), key.decapsulate(opening.ciphertext)
    digest = transcript(
        opening.data, peer_address, signed.digest, identity.keys, own_address, one_time_key, kem_key)
    return secrets(opening.suite, agreed, secret, digest)
