"""Plays one side of handshakes: reads jobs as JSON from a file, writes their results as JSON."""

import asyncio
import json
import struct
import sys

import handshake as h
from fields import counted, raw
from safety_number import fingerprint, safety_number


def secret_fields(secrets):
    return {name: value.hex() for name, value in secrets.items()}


def identity(job):
    return h.Identity(bytes.fromhex(job["signing"]), bytes.fromhex(job["agreement"]))


def addresses(job):
    return h.address(*job["own"]), h.address(*job["peer"])


def begin(job):
    own, peer = addresses(job)
    opening, secrets = h.begin(
        identity(job), own, bytes.fromhex(job["bundle"]), peer, job["suites"], bytes.fromhex(job["ephemeral"]))
    return {"opening": opening.hex(), **secret_fields(secrets)}


def publish(job):
    me, suites = identity(job), job["suites"]
    prekey = h.x25519.X25519PrivateKey.from_private_bytes(bytes.fromhex(job["prekey"]))
    kems = [suite for suite in suites if suite in h.KEM_PRIVATE]
    kem_key = entry = b""
    if kems:
        private = h.KEM_PRIVATE[kems[0]].from_seed_bytes(bytes.fromhex(job["kemSeed"]))
        kem_key = raw(private.public_key())
    signed = h.SignedPart.make(
        me, suites, job["generation"], raw(prekey.public_key()), job["expiry"], kem_key)
    one_time = b""
    if job["oneTime"]:
        key = h.x25519.X25519PrivateKey.from_private_bytes(bytes.fromhex(job["oneTimeKey"]))
        one_time = struct.pack(">I", job["oneTime"]) + raw(key.public_key())
    if kems and job["oneTimeKEM"]:
        private = h.KEM_PRIVATE[kems[0]].from_seed_bytes(bytes.fromhex(job["oneTimeKEMSeed"]))
        entry = bytes([kems[0]]) + struct.pack(">I", job["oneTimeKEM"]) + raw(private.public_key())
        entry += me.sign(b"Omamori Messaging v1 one-time key", entry)
    bundle = b"\1" + counted(signed) + counted(one_time) + counted(entry)
    return {"bundle": bundle.hex(), "signed": signed.hex(), "keys": me.keys.hex()}


def answer(job):
    own, peer = addresses(job)
    opening = bytes.fromhex(job["opening"])
    parsed = h.Opening(opening)
    seed = job.get("oneTimeKEMSeed" if parsed.kem_identifier else "kemSeed")
    secrets = h.answer(
        identity(job), own, opening, peer, bytes.fromhex(job["signed"]), bytes.fromhex(job["prekey"]),
        bytes.fromhex(job["oneTimeKey"]), bytes.fromhex(seed) if seed else None)
    return secret_fields(secrets)


def safety(job):
    own, peer = addresses(job)
    mine = fingerprint(bytes.fromhex(job["ownKeys"]), own)
    other = fingerprint(bytes.fromhex(job["peerKeys"]), peer)
    return {"digits": safety_number(mine, other), "code": (b"\1" + mine + other).hex()}


def x3dh_state(job, info):
    """A state of PyPI's X3DH with given private keys."""
    import x3dh
    import x3dh.models
    import x3dh.types
    import xeddsa

    class State(x3dh.State):
        @staticmethod
        def _encode_public_key(key_format, pub):
            return pub

        def _publish_bundle(self, bundle):
            pass

    priv = bytes.fromhex(job["agreement"])
    prekey = bytes.fromhex(job.get("prekey", "01" * 32))
    xeddsa_key = xeddsa.priv_force_sign(priv, False)
    signature = xeddsa.ed25519_priv_sign(xeddsa_key, xeddsa.priv_to_curve25519_pub(prekey))
    model = x3dh.models.BaseStateModel(
        identity_key=x3dh.models.IdentityKeyPairModel(secret=priv, secret_type=x3dh.types.SecretType.PRIV),
        signed_pre_key=x3dh.models.SignedPreKeyPairModel(priv=prekey, sig=signature, timestamp=2**40),
        old_signed_pre_key=None,
        pre_keys=frozenset([bytes.fromhex(job["oneTimeKey"])] if job.get("oneTimeKey") else []))
    return State.from_model(
        model, x3dh.IdentityKeyFormat.CURVE_25519, x3dh.HashFunction.SHA_256, info, 2**60)


def x3dh_answer(job):
    """The responder's half of the key agreement by PyPI's X3DH; the transcript is this folder's own."""
    import x3dh

    own, peer = addresses(job)
    opening, signed = h.Opening(bytes.fromhex(job["opening"])), h.SignedPart(bytes.fromhex(job["signed"]))
    one_time = raw(
        h.x25519.X25519PrivateKey.from_private_bytes(bytes.fromhex(job["oneTimeKey"])).public_key())
    one_time = one_time if opening.one_time else b""
    digest = h.transcript(opening.data, peer, signed.digest, signed.keys, own, one_time, b"")
    state = x3dh_state(job, h.LABELS[1] + b"\0" + digest)
    header = x3dh.Header(opening.keys[32:], opening.ephemeral, signed.prekey, one_time or None)
    secret, _, _ = asyncio.run(state.get_shared_secret_passive(header, require_pre_key=False))
    return {"root": secret.hex()}


def x3dh_begin(job):
    """The initiator's half of the key agreement by PyPI's X3DH, with a session key that is given to it."""
    import x3dh
    import x3dh.base_state
    import xeddsa

    own, peer = addresses(job)
    data = bytes.fromhex(job["bundle"])
    ours, _ = h.begin(identity(job), own, data, peer, [1], bytes.fromhex(job["ephemeral"]))
    bundle = h.Bundle(data)
    number, one_time = bundle.one_time
    digest = h.transcript(ours, own, bundle.signed.digest, bundle.signed.keys, peer, one_time, b"")
    state = x3dh_state(job, h.LABELS[1] + b"\0" + digest)
    # The library wants a signature of its own kind, which the owner's private key makes here.
    owner = xeddsa.priv_force_sign(bytes.fromhex(job["peerAgreement"]), False)
    signature = xeddsa.ed25519_priv_sign(owner, bundle.signed.prekey)
    theirs = x3dh.Bundle(
        bundle.signed.keys[32:], bundle.signed.prekey, signature, frozenset([one_time] if one_time else []))

    class Source:
        choice = staticmethod(lambda keys: keys[0])
        token_bytes = staticmethod(lambda count: bytes.fromhex(job["ephemeral"]))

    x3dh.base_state.secrets = Source
    secret, _, header = asyncio.run(state.get_shared_secret_active(theirs, require_pre_key=False))
    assert header.ephemeral_key == h.Opening(ours).ephemeral
    return {"opening": ours.hex(), "root": secret.hex()}


JOBS = {
    "begin": begin, "publish": publish, "answer": answer, "safety": safety,
    "x3dh-answer": x3dh_answer, "x3dh-begin": x3dh_begin,
}

if sys.argv[1] == "probe":
    __import__(sys.argv[2])
else:
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps([JOBS[job["kind"]](job) for job in json.load(file)]))
