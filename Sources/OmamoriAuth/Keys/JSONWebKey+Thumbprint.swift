import OmamoriCore
import OmamoriCrypto

extension JSONWebKey {
  /// The members of the public key in alphabetical order, the text that a thumbprint is made of (RFC 7638 §3.2,
  /// RFC 8037 §2).
  var essentialMembers: JSONObject {
    func text(_ bytes: some Sequence<UInt8>) -> JSONValue { .string(Base64URL.encode(Array(bytes))) }
    func point(_ raw: some Collection<UInt8>) -> JSONObject {
      let half = raw.count / 2
      return [
        "crv": .string(kind.rawValue), "kty": "EC", "x": text(raw.prefix(half)),
        "y": text(raw.dropFirst(half)),
      ]
    }
    switch material {
    case .secret(let key):
      // because the copy is made before the closure returns
      return ["k": text(unsafe key.withUnsafeBytes { unsafe Array($0) }), "kty": "oct"]
    case .rsa(let key): return ["e": text(key.exponent), "kty": "RSA", "n": text(key.modulus)]
    case .p256(let key, _): return point(key.rawRepresentation)
    case .p384(let key, _): return point(key.rawRepresentation)
    case .p521(let key, _): return point(key.rawRepresentation)
    case .ed25519(let key, _): return ["crv": "Ed25519", "kty": "OKP", "x": text(key.rawRepresentation)]
    case .x25519(let key, _): return ["crv": "X25519", "kty": "OKP", "x": text(key.rawRepresentation)]
    }
  }

  /// The thumbprint with SHA-256 (RFC 7638) in base64url, 43 characters: the same for a private key and its public one,
  /// whatever their names.
  ///
  /// That of a secret would let others try guesses at it; do not publish it (RFC 7638 §7).
  public var thumbprint: String {
    Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(essentialMembers).utf8())))
  }
}
