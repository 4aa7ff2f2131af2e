import OmamoriCore

/// How a certificate is signed.
package enum CertificateSignature: Sendable, Hashable {
  /// A hash function.
  package enum Digest: String, Sendable, Hashable, CaseIterable {
    /// MD2.
    case md2
    /// MD5.
    case md5
    /// SHA-1.
    case sha1
    /// SHA-224.
    case sha224
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512
  }

  /// RSA with PKCS #1 version 1.5.
  case rsa(Digest)
  /// RSA with PSS; `nil` for a digest that is not known.
  case pss(Digest?)
  /// ECDSA.
  case ecdsa(Digest)
  /// Ed25519 or Ed448.
  case edwards
  /// DSA.
  case dsa
  /// Another kind, by its object identifier.
  case other(String)

  /// Reads an AlgorithmIdentifier.
  init(_ reader: inout DERReader) throws(DERError) {
    var algorithm = try reader.enter(DERTag.sequence)
    let name = try algorithm.readDottedName()
    if let known = Self.known[name] {
      self = known
    } else if name == "1.2.840.113549.1.1.10" {
      self = .pss(try Self.pssDigest(&algorithm))
    } else {
      self = .other(name)
    }
  }

  /// The digest; `nil` for EdDSA and what is not known.
  package var digest: Digest? {
    switch self {
    case .rsa(let digest), .ecdsa(let digest): digest
    case .pss(let digest): digest
    case .edwards, .dsa, .other: nil
    }
  }

  /// SHA-1 unless it is said (RFC 8017, A.2.3).
  private static func pssDigest(_ algorithm: inout DERReader) throws(DERError) -> Digest? {
    guard !algorithm.isAtEnd else { return .sha1 }
    var parameters = try algorithm.enter(DERTag.sequence)
    guard parameters.next(is: DERTag.context(0)) else { return .sha1 }
    var explicit = try parameters.enter(DERTag.context(0))
    var hash = try explicit.enter(DERTag.sequence)
    return hashes[try hash.readDottedName()]
  }

  private static let hashes: [String: Digest] = [
    "1.3.14.3.2.26": .sha1, "2.16.840.1.101.3.4.2.4": .sha224, "2.16.840.1.101.3.4.2.1": .sha256,
    "2.16.840.1.101.3.4.2.2": .sha384, "2.16.840.1.101.3.4.2.3": .sha512,
  ]

  private static let known: [String: CertificateSignature] = [
    "1.2.840.113549.1.1.2": .rsa(.md2), "1.2.840.113549.1.1.4": .rsa(.md5),
    "1.2.840.113549.1.1.5": .rsa(.sha1), "1.3.14.3.2.29": .rsa(.sha1),
    "1.2.840.113549.1.1.14": .rsa(.sha224), "1.2.840.113549.1.1.11": .rsa(.sha256),
    "1.2.840.113549.1.1.12": .rsa(.sha384), "1.2.840.113549.1.1.13": .rsa(.sha512),
    "1.2.840.10045.4.1": .ecdsa(.sha1), "1.2.840.10045.4.3.1": .ecdsa(.sha224),
    "1.2.840.10045.4.3.2": .ecdsa(.sha256), "1.2.840.10045.4.3.3": .ecdsa(.sha384),
    "1.2.840.10045.4.3.4": .ecdsa(.sha512), "1.3.101.112": .edwards, "1.3.101.113": .edwards,
    "1.2.840.10040.4.3": .dsa, "2.16.840.1.101.3.4.3.1": .dsa, "2.16.840.1.101.3.4.3.2": .dsa,
  ]
}
