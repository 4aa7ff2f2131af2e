"""Writes chains of certificates, good ones and ones with one fault each, as JSON to the standard output.

Every case has the anchors, the chain as a server sends it, the server's key, and stapled responses by name.
"""
import base64
import datetime as dt
import json
import sys

sys.dont_write_bytecode = True

from cryptography import x509  # noqa: E402
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa  # noqa: E402
from cryptography.x509 import ocsp  # noqa: E402
from cryptography.x509.oid import ExtendedKeyUsageOID as Use  # noqa: E402

import crossings  # noqa: E402
from certificates import DAY, HOST, NOW, Entity, case, cases, issue, staple, usage, with_sha1  # noqa: E402

crossings.add()
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

# Names of hosts in other letters.
leaf("common name in other letters", names=(HOST.upper(),))
cases["common name in other letters"]["chain"][0] = issue(HOST.title(), middle, names=(HOST.upper(),)).pem
leaf("name in other letters")
cases["name in other letters"]["chain"][0] = issue(HOST.upper(), middle).pem
leaf("parent in other letters")
cases["parent in other letters"]["chain"][0] = issue("EXAMPLE.com", middle).pem
leaf("another host in other letters")
cases["another host in other letters"]["chain"][0] = issue("API.EXAMPLE.ORG", middle).pem

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
