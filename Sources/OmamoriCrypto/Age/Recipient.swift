public import OmamoriCore

/// A public key that files are encrypted to; whoever has the ``Identity`` opens them.
///
/// Its text is that of age (c2sp.org/age), such as `age1…`, for age files and for Omamori's own. A recipient is no
/// secret.
public struct Recipient: Sendable, Hashable {
  /// The kind of the key.
  public let kind: RecipientKind
  /// The bytes of the public key: 32 for X25519, 1216 for X-Wing.
  public let rawRepresentation: [UInt8]

  /// Makes a recipient from the bytes of a public key.
  ///
  /// - Parameters:
  ///   - rawRepresentation: 32 bytes for X25519, 1216 for X-Wing.
  ///   - kind: The kind of the key.
  /// - Throws: `CryptoError.malformed(_:offset:)` when the number of bytes is not right.
  public init(rawRepresentation: [UInt8], kind: RecipientKind = .x25519) throws(CryptoError) {
    guard rawRepresentation.count == kind.recipientByteCount else {
      throw .malformed(.recipient, offset: nil)
    }
    (self.kind, self.rawRepresentation) = (kind, rawRepresentation)
  }

  /// Reads a recipient from its text, with nothing around it.
  ///
  /// - Parameter text: The text, such as `age1…`.
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.unsupported(_:)` for recipients of age's plugins
  ///   and for SSH keys.
  public init(text: some StringProtocol) throws(CryptoError) {
    let characters = Array(text.utf8)
    guard !text.hasPrefix("ssh-"), !text.hasPrefix("ecdsa-") else { throw .unsupported(.recipient) }
    // because UInt8 has no padding
    let content = unsafe try Bech32.decode(characters.byteSpan.bytes, as: .recipient)
    guard !content.isUppercase else { throw .malformed(.recipient, offset: 0) }
    guard let kind = RecipientKind.allCases.first(where: { $0.recipientPrefix == content.prefix }) else {
      throw content.prefix.hasPrefix("age1") ? .unsupported(.recipient) : .malformed(.recipient, offset: 0)
    }
    // because the buffer stays inside the closure
    let bytes = content.bytes.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    try self.init(rawRepresentation: bytes, kind: kind)
  }

  /// The text, such as `age1…`, in lower case.
  public var text: String {
    // because UInt8 has no padding
    let text = unsafe Bech32.encode(rawRepresentation.byteSpan.bytes, prefix: kind.recipientPrefix)
    // because the buffer stays inside the closure
    return text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Recipient: CustomStringConvertible {
  /// The text, such as `age1…`.
  public var description: String { text }
}

extension Recipient {
  /// Reads a file of recipients: one a line, and comments after `#`.
  ///
  /// - Parameter file: The text of the file, at most 4 MiB and 1,024 recipients.
  /// - Returns: The recipients, at least one.
  /// - Throws: `CryptoError.malformedLine(_:line:)` with the number of the first line that is no recipient this
  ///   version can use, `CryptoError.outOfRange(lower:upper:)` when the file is too large, and
  ///   `CryptoError.malformed(_:offset:)` when it has none.
  public static func recipients(inFile file: RawSpan) throws(CryptoError) -> [Recipient] {
    try KeyList.keys(in: file, of: .recipient) { line throws(CryptoError) in
      // because the buffer stays inside the closure
      try Recipient(text: unsafe line.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }
}

/// The kinds of keys that files can be encrypted to.
@nonexhaustive
public enum RecipientKind: String, Sendable, Hashable, CaseIterable {
  /// X25519 (RFC 7748), the usual kind: `age1…` and `AGE-SECRET-KEY-1…`.
  case x25519 = "X25519"
  /// X-Wing, that is ML-KEM-768 and X25519 together, which holds against quantum computers too: `age1pq1…` and
  /// `AGE-SECRET-KEY-PQ-1…`.
  case mlkem768x25519

  /// The part of a recipient's text before the separator.
  var recipientPrefix: String {
    switch self {
    case .x25519: "age"
    case .mlkem768x25519: "age1pq"
    }
  }

  /// The part of an identity's text before the separator, in lower case.
  var identityPrefix: String {
    switch self {
    case .x25519: "age-secret-key-"
    case .mlkem768x25519: "age-secret-key-pq-"
    }
  }

  /// The number of bytes of a public key.
  var recipientByteCount: Int {
    switch self {
    case .x25519: 32
    case .mlkem768x25519: 1216
    }
  }

  /// The number of bytes of a private key.
  static let identityByteCount = 32
}
