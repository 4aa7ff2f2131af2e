import OmamoriCore

/// One pin of `NSPinnedDomains`: the SHA-256 digest of a public key.
public struct PinnedIdentity: Sendable, Hashable {
  /// The digest of the certificate's `SubjectPublicKeyInfo`, or `nil` when the pin cannot be decoded.
  public let digest: [UInt8]?
  /// Where the pin stands in the file.
  public let range: TextRange?

  /// Reads a pin from its dictionary.
  public init(_ value: PropertyList) {
    digest = value[ATSKey.publicKeyHash]?.string.flatMap {
      Base64.standard.decode(Array($0.utf8).rawSpan, padded: true, ignoringSpareBits: true)
    }
    range = value.range
  }

  /// Whether a public key can match: the system skips a pin that is not Base64, and one of another length
  /// than 32 bytes never matches.
  public var canMatch: Bool { digest?.count == 32 }
}
