public import OmamoriCore
public import OmamoriCrypto

/// A certificate or a public key that a server's validated chain must have.
public struct CertificatePin: Sendable, Hashable {
  /// What is compared.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// SHA-256 of the DER SubjectPublicKeyInfo (RFC 7469, section 2.4); it survives a new certificate for the same key.
    case publicKey
    /// SHA-256 of the certificate in DER.
    case certificate
  }

  /// Whether the key is in use.
  public enum Role: Sendable, Hashable, CaseIterable {
    /// The key is in use.
    case primary
    /// The key is kept in reserve, so that the one in use can be replaced.
    case backup
  }

  /// What is compared.
  public let kind: Kind
  /// The SHA-256 digest, 32 bytes.
  public let digest: Data
  /// Whether the key is in use.
  public let role: Role

  /// Makes a pin of a digest.
  ///
  /// - Parameters:
  ///   - kind: What the digest is of.
  ///   - digest: SHA-256, 32 bytes.
  ///   - role: Whether the key is in use.
  /// - Throws: ``TransportError/policy(_:)`` for a digest of another length.
  public init(_ kind: Kind = .publicKey, digest: some DataProtocol, role: Role = .primary)
    throws(TransportError)
  {
    guard digest.count == 32 else { throw .policy(.malformedPin) }
    (self.kind, self.digest, self.role) = (kind, Data(digest), role)
  }

  /// Makes a pin of a digest in Base64, as pins are written; `sha256/` or `sha256//` before it is allowed.
  ///
  /// - Parameters:
  ///   - kind: What the digest is of.
  ///   - base64: The digest, 44 characters.
  ///   - role: Whether the key is in use.
  /// - Throws: ``TransportError/policy(_:)`` for anything else.
  public init(_ kind: Kind = .publicKey, base64: String, role: Role = .primary) throws(TransportError) {
    guard let digest = PinText.digest(of: base64) else { throw .policy(.malformedPin) }
    try self.init(kind, digest: digest, role: role)
  }

  /// Makes a pin of a certificate.
  ///
  /// - Parameters:
  ///   - certificate: The certificate.
  ///   - kind: Whether its key or the whole of it is pinned.
  ///   - role: Whether the key is in use.
  public init(certificate: Certificate, kind: Kind = .publicKey, role: Role = .primary) {
    (self.kind, self.role) = (kind, role)
    digest = certificate.pinDigest(kind)
  }

  /// The digest in Base64.
  public var base64: String { digest.base64EncodedString() }
}

extension Certificate {
  /// SHA-256 of what a pin of this kind is compared with.
  func pinDigest(_ kind: CertificatePin.Kind) -> Data {
    switch kind {
    case .publicKey: Data(SHA256.hash(data: subjectPublicKeyInfo))
    case .certificate: Data(fingerprint)
    }
  }
}

/// A SHA-256 digest as four words, so that two of them are compared without a branch and without memory of their own.
package struct PinDigest: Sendable, Hashable {
  private let first, second, third, fourth: UInt64

  /// Takes the 32 bytes of a digest; `nil` for any other number.
  package init?(_ digest: Data) {
    guard digest.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (place, byte) in digest.enumerated() { words[place / 8] = words[place / 8] << 8 | UInt64(byte) }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// Says whether both are the same, in a time that does not depend on where they differ.
  @inline(__always)
  func equals(_ other: PinDigest) -> Bool {
    (first ^ other.first) | (second ^ other.second) | (third ^ other.third) | (fourth ^ other.fourth) == 0
  }
}

/// Pins as text: 44 characters of Base64, after `sha256/` (OkHttp) or `sha256//` (curl) or nothing.
enum PinText {
  static func digest(of text: String) -> Data? {
    // The digest may begin with a slash, too, so that only its length tells it from the prefix.
    let content = String(decoding: text.utf8.suffix(44), as: UTF8.self)
    guard ["", "sha256/", "sha256//"].contains(String(decoding: text.utf8.dropLast(44), as: UTF8.self)),
      let digest = Base64.standard.decode(content, padded: true), digest.count == 32
    else { return nil }
    return Data(digest)
  }
}
