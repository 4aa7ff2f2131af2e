public import OmamoriCore

/// A private key that opens the files encrypted to its recipient.
///
/// The key lives in locked memory that is wiped with its last owner; an identity prints, reflects and dumps as
/// `<redacted>` and does not encode. Its text is that of age (c2sp.org/age), `AGE-SECRET-KEY-1…`; only
/// ``exportText()`` gives it. Two identities are compared in constant time. Safe to share between threads.
public struct Identity: Sendable, Equatable {
  /// The kind of the key.
  public let kind: RecipientKind
  /// The public key that belongs to it, which files are encrypted to.
  public let recipient: Recipient
  /// The private key: 32 bytes for every kind.
  let key: SharedSecretBytes

  /// Generates an identity.
  ///
  /// - Parameter kind: The kind of the key; X-Wing needs iOS 26 or macOS 26.
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`, or `CryptoError.unsupported(_:)` for a kind that the system
  ///   lacks.
  public init(kind: RecipientKind = .x25519) throws(CryptoError) {
    try self.init(randomness: SystemRandomness(), kind: kind)
  }

  /// Generates an identity from a source of random bytes.
  init(randomness: some Randomness, kind: RecipientKind) throws(CryptoError) {
    let key: SecretBytes
    do throws(CoreError) {
      key = try SecretBytes(randomCount: RecipientKind.identityByteCount, from: randomness)
    } catch {
      throw CryptoError(error)
    }
    try self.init(rawRepresentation: key, kind: kind)
  }

  /// Makes an identity from the bytes of a private key.
  ///
  /// - Parameters:
  ///   - rawRepresentation: 32 bytes.
  ///   - kind: The kind of the key.
  /// - Throws: `CryptoError.malformed(_:offset:)` when the number of bytes is not right, `CryptoError.unsupported(_:)`
  ///   for a kind that the system lacks.
  public init(
    rawRepresentation: consuming SecretBytes,
    kind: RecipientKind = .x25519
  ) throws(CryptoError) {
    guard rawRepresentation.count == RecipientKind.identityByteCount else {
      throw .malformed(.identity, offset: nil)
    }
    let key = SharedSecretBytes(rawRepresentation)
    (self.kind, self.key, recipient) = (kind, key, try Self.recipient(of: key, kind))
  }

  /// Reads an identity from its text, with nothing around it.
  ///
  /// - Parameter text: The text in ASCII, `AGE-SECRET-KEY-1…`; the caller wipes it.
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.unsupported(_:)` for identities of age's plugins.
  public init(text: RawSpan) throws(CryptoError) {
    let content = try Bech32.decode(text, as: .identity)
    guard content.isUppercase else { throw .malformed(.identity, offset: 0) }
    guard let kind = RecipientKind.allCases.first(where: { $0.identityPrefix == content.prefix }) else {
      let isPlugin = content.prefix.hasPrefix("age-plugin-") || content.prefix.hasPrefix("age-secret-key-")
      throw isPlugin ? .unsupported(.identity) : .malformed(.identity, offset: 0)
    }
    try self.init(rawRepresentation: content.bytes.copy(), kind: kind)
  }

  /// Reads an identity from its text in a string, which keeps its own copy that nobody wipes.
  ///
  /// - Parameter text: The text, `AGE-SECRET-KEY-1…`, with nothing around it.
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.unsupported(_:)` for identities of age's plugins.
  public init(text: some StringProtocol) throws(CryptoError) {
    let characters = Array(text.utf8)
    unsafe try self.init(text: characters.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// The secret text, `AGE-SECRET-KEY-1…` in ASCII, to be written to a place that only its owner can read.
  public func exportText() -> SecretBytes {
    key.withBytes { Bech32.encode($0, prefix: kind.identityPrefix, uppercase: true) }
  }
}

extension Identity: RedactedDescription {}

extension Identity {
  /// Reads a file of identities as `omamori keygen` and `age-keygen` write it: one a line, and comments after `#`.
  ///
  /// - Parameter file: The text of the file, at most 4 MiB and 1,024 identities; the caller wipes it.
  /// - Returns: The identities, at least one.
  /// - Throws: `CryptoError.malformedLine(_:line:)` with the number of the first line that is no identity this
  ///   version can use, `CryptoError.outOfRange(lower:upper:)` when the file is too large, and
  ///   `CryptoError.malformed(_:offset:)` when it has none.
  public static func identities(inFile file: RawSpan) throws(CryptoError) -> [Identity] {
    try KeyList.keys(in: file, of: .identity) { line throws(CryptoError) in try Identity(text: line) }
  }
}

extension Identity {
  /// The private key in the form that agrees on secrets; only for X25519.
  func agreementKey() throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
    try Self.agreementKey(key)
  }

  /// The private key in the form that opens encapsulated secrets; only for X-Wing.
  @available(iOS 26, macOS 26, visionOS 26, *)
  func hybridKey() throws(CryptoError) -> XWingMLKEM768X25519.PrivateKey {
    try Self.hybridKey(key)
  }

  /// The public key that belongs to a private one.
  ///
  /// - Throws: `CryptoError.unsupported(_:)` for a kind that the system lacks.
  static func recipient(
    of key: SharedSecretBytes,
    _ kind: RecipientKind
  ) throws(CryptoError) -> Recipient {
    let publicKey: Data
    switch kind {
    case .x25519: publicKey = try agreementKey(key).publicKey.rawRepresentation
    case .mlkem768x25519:
      guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .unsupported(.identity) }
      publicKey = try hybridKey(key).publicKey.rawRepresentation
    }
    return try Recipient(rawRepresentation: Array(publicKey), kind: kind)
  }

  private static func agreementKey(
    _ key: SharedSecretBytes
  ) throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
    do {
      return try key.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        }
      }
    } catch {
      throw .malformed(.identity, offset: nil)
    }
  }

  @available(iOS 26, macOS 26, visionOS 26, *)
  private static func hybridKey(
    _ key: SharedSecretBytes
  ) throws(CryptoError) -> XWingMLKEM768X25519.PrivateKey {
    do {
      return try key.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe XWingMLKEM768X25519.PrivateKey(seedRepresentation: bytes, publicKey: nil)
        }
      }
    } catch {
      throw .malformed(.identity, offset: nil)
    }
  }
}
