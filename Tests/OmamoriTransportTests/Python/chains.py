"""Writes chains of certificates, good ones and ones with one fault each, as JSON to the standard output.

Every case has the anchors, the chain as a server sends it, the server's key, and stapled responses by name.
"""
import base64
import datetime as dt
import json
import sys
import warnings

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, padding, rsa
from cryptography.x509 import ocsp
from cryptography.x509.oid import ExtendedKeyUsageOID as Use, NameOID

warnings.simplefilter("ignore")
NOW = dt.datetime(2026, 6, 1, tzinfo=dt.timezone.utc)
DAY = dt.timedelta(days=1)
HOST = "www.example.com"


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def p256():
    return ec.generate_private_key(ec.SECP256R1())


def usage(**wanted):
    parts = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{part: wanted.get(part, False) for part in parts})


class Entity:
    def __init__(self, certificate, key):
        self.certificate, self.key = certificate, key

    @property
    def pem(self):
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()


def issue(subject, issuer=None, *, key=None, authority=False, path=None, begin=NOW - 10 * DAY, days=90, names=(HOST,),
          uses=(Use.SERVER_AUTH,), extra=(), digest=None, key_usage=None, signer=None):
    key = key or p256()
    signing = signer or (issuer.key if issuer else key)
    parent = issuer.certificate.subject if issuer else name(subject)
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(parent)
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(begin).not_valid_after(begin + days * DAY)
               .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
               .add_extension(x509.BasicConstraints(authority, path), True))
    above = issuer.certificate.public_key() if issuer else key.public_key()
    builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(above), False)
    if key_usage is None:
        key_usage = usage(key_cert_sign=True, crl_sign=True) if authority else usage(digital_signature=True)
    builder = builder.add_extension(key_usage, True)
    if not authority or uses != (Use.SERVER_AUTH,):
        if uses:
            builder = builder.add_extension(x509.ExtendedKeyUsage(uses), False)
    if names and not authority:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(n) for n in names]), False)
    for extension, critical in extra:
        builder = builder.add_extension(extension, critical)
    if isinstance(signing, ed25519.Ed25519PrivateKey):
        digest = None
    else:
        digest = digest or hashes.SHA256()
    return Entity(builder.sign(signing, digest), key)


def staple(leaf, issuer, responder=None, *, status=ocsp.OCSPCertStatus.GOOD, begin=NOW - DAY, end=NOW + 6 * DAY,
           about=None):
    responder = responder or issuer
    revoked = status == ocsp.OCSPCertStatus.REVOKED
    builder = ocsp.OCSPResponseBuilder().add_response(
        cert=(about or leaf).certificate, issuer=issuer.certificate, algorithm=hashes.SHA1(), cert_status=status,
        this_update=begin, next_update=end, revocation_time=begin if revoked else None,
        revocation_reason=None).responder_id(ocsp.OCSPResponderEncoding.HASH, responder.certificate)
    if responder is not issuer:
        builder = builder.certificates([responder.certificate])
    response = builder.sign(responder.key, hashes.SHA256())
    return base64.b64encode(response.public_bytes(serialization.Encoding.DER)).decode()


def with_sha1(entity, issuer):
    """The certificate signed by its RSA issuer again, with SHA-1: the identifiers differ in their last byte."""
    prefix = bytes.fromhex("2a864886f70d0101")
    der = entity.certificate.public_bytes(serialization.Encoding.DER).replace(prefix + b"\x0b", prefix + b"\x05")
    body = 4 + 4 + int.from_bytes(der[6:8], "big")
    signature = issuer.key.sign(der[4:body], padding.PKCS1v15(), hashes.SHA1())
    return Entity(x509.load_der_x509_certificate(der[:-len(signature)] + signature), entity.key)


cases = {}


def case(label, anchors, chain, staples=None):
    key = chain[0].key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                     serialization.NoEncryption()).decode()
    cases[label] = {"anchors": [a.pem for a in anchors], "chain": [c.pem for c in chain], "key": key,
                    "staples": staples or {}}


root = issue("Example Root", authority=True, days=3650)
other = issue("Other Root", authority=True, days=3650)
middle = issue("Example Authority", root, authority=True, path=0, days=1800)


def leaf(label, anchors=(root,), through=middle, **options):
    case(label, anchors, [issue(HOST, through, **options), through])


good = issue(HOST, middle)
case("good", [root], [good, middle])
case("good with the root", [root], [good, middle, root])
case("anchor in the middle", [middle], [good, middle])
case("incomplete", [root], [good])
case("unknown root", [other], [good, middle, root])
case("empty anchor", [other], [good, middle])
leaf("ed25519", key=ed25519.Ed25519PrivateKey.generate())
leaf("rsa 2048", key=rsa.generate_private_key(65537, 2048))
lone = issue(HOST)
case("self-signed", [root], [lone])
case("expired", [root], [issue(HOST, middle, begin=NOW - 90 * DAY, days=30), middle])
case("not yet valid", [root], [issue(HOST, middle, begin=NOW + 5 * DAY), middle])
old = issue("Old Authority", root, authority=True, begin=NOW - 900 * DAY, days=800)
case("expired authority", [root], [issue(HOST, old), old])
case("wrong host", [root], [issue("api.example.com", middle, names=("api.example.com",)), middle])
leaf("wildcard", names=(HOST, "*.example.com"))
leaf("no alternative name", names=())
broken = bytearray(good.certificate.public_bytes(serialization.Encoding.DER))
broken[-1] ^= 1
spoilt = Entity(x509.load_der_x509_certificate(bytes(broken)), good.key)
case("broken signature", [root], [spoilt, middle])
case("signed by a leaf", [root], [issue(HOST, good), good, middle])
deep = issue("Too Deep", middle, authority=True)
case("path too long", [root], [issue(HOST, deep), deep, middle])
leaf("client use", uses=(Use.CLIENT_AUTH,))
leaf("any use", uses=(Use.SERVER_AUTH, Use.ANY_EXTENDED_KEY_USAGE))
leaf("no use", uses=())
leaf("encryption of data only", key_usage=usage(data_encipherment=True))
authority_leaf = issue("Authority As Server", root, authority=True,
                       key_usage=usage(digital_signature=True, key_cert_sign=True),
                       extra=[(x509.SubjectAlternativeName([x509.DNSName(HOST)]), False),
                              (x509.ExtendedKeyUsage([Use.SERVER_AUTH]), False)])
case("authority as server", [root], [authority_leaf])
narrow = issue("Narrow Authority", root, authority=True, extra=[
    (x509.NameConstraints([x509.DNSName("example.org")], None), True)])
case("name constraint", [root], [issue(HOST, narrow), narrow])
without = issue("Authority Without", root, authority=True, extra=[
    (x509.NameConstraints(None, [x509.DNSName(HOST)]), True)])
case("excluded behind a wildcard", [root], [issue("example.com", without, names=("*.example.com",)), without])
leaf("rsa 1024", key=rsa.generate_private_key(65537, 1024))
leaf("rsa exponent 3", key=rsa.generate_private_key(3, 2048))
leaf("p224", key=ec.generate_private_key(ec.SECP224R1()))
leaf("dsa", key=dsa.generate_private_key(2048))
weak = issue("Weak Authority", root, authority=True, key=rsa.generate_private_key(65537, 1024))
case("weak authority", [root], [issue(HOST, weak), weak])
rsa_root = issue("RSA Root", authority=True, days=3650, key=rsa.generate_private_key(65537, 2048))
case("sha-1", [rsa_root], [with_sha1(issue(HOST, rsa_root), rsa_root)])
faded = with_sha1(issue("Faded Authority", rsa_root, authority=True), rsa_root)
case("sha-1 authority", [rsa_root], [issue(HOST, faded), faded])
leaf("900 days", days=900)
leaf("unknown critical extension",
     extra=[(x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.99999.1"), b"\x05\x00"), True)])
leaf("constraints on a server", extra=[(x509.NameConstraints([x509.DNSName("example.com")], None), True)])
leaf("rsa 2052", key=rsa.generate_private_key(65537, 2052))
leaf("common name of another host", names=(HOST,))
cases["common name of another host"]["chain"][0] = issue("api.example.org", middle).pem
leaf("friendly common name")
cases["friendly common name"]["chain"][0] = issue("Internal Service", middle).pem

# Stapling.
demanding = issue(HOST, middle, extra=[(x509.TLSFeature([x509.TLSFeatureType.status_request]), False)])
responder = issue("Responder", middle, uses=(Use.OCSP_SIGNING,), names=())
stranger = issue("Stranger", other, uses=(Use.OCSP_SIGNING,), names=())
undelegated = issue("Undelegated", middle, names=())
case("must staple", [root], [demanding, middle], {
    "good": staple(demanding, middle),
    "good from a responder": staple(demanding, middle, responder),
    "revoked": staple(demanding, middle, status=ocsp.OCSPCertStatus.REVOKED),
    "unknown": staple(demanding, middle, status=ocsp.OCSPCertStatus.UNKNOWN),
    "from a stranger": staple(demanding, middle, stranger),
    "from one without the use": staple(demanding, middle, undelegated),
    "of another certificate": staple(demanding, middle, about=good),
    "too old": staple(demanding, middle, begin=NOW - 9 * DAY, end=NOW - 2 * DAY),
    "of tomorrow": staple(demanding, middle, begin=NOW + DAY),
    "four minutes old": staple(demanding, middle, end=NOW - dt.timedelta(minutes=4)),
    "six minutes old": staple(demanding, middle, end=NOW - dt.timedelta(minutes=6)),
    "without an end": staple(demanding, middle, end=None),
    "garbage": base64.b64encode(b"no response").decode(),
})
json.dump(cases, sys.stdout)
