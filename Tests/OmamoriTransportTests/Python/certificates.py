"""Makes certificates, stapled responses, and a table of chains; good ones unless a fault is asked for."""
import base64
import datetime as dt
import warnings

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding
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
