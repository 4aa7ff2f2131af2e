public import OmamoriCore
import OmamoriCrypto

/// The private key of an auditor, who reads and fully verifies what was sealed for its ``AuditorKey``.
///
/// It lives in locked memory that is wiped with its last owner, prints as `<redacted>` and does not encode. Its text is
/// `OMAMORI-AUDITOR-SECRET-KEY-1…`; only ``exportText()`` and ``exportFile()`` give it. Keep it on another machine than
/// the log. Safe to share between threads.
public struct AuditorIdentity: Sendable, Equatable {
  /// The most bytes of a file of a key.
  public static let maximumFileSize = 1 << 16
  private static let prefix = "omamori-auditor-secret-key-"

  /// The public key that belongs to it.
  public let key: AuditorKey
  private let secret: SharedSecretBytes

  /// Generates an identity.
  ///
  /// - Parameter randomness: The source, the operating system's unless a test says otherwise.
  /// - Throws: ``AuditLogError/core(_:)`` when there is no randomness.
  public init(randomness: some Randomness = SystemRandomness()) throws(AuditLogError) {
    let secret: SecretBytes
    do throws(CoreError) {
      secret = try SecretBytes(randomCount: AuditorKey.byteCount, from: randomness)
    } catch {
      throw .core(error)
    }
    try self.init(rawRepresentation: secret)
  }

  /// Makes an identity of the bytes of a private key.
  ///
  /// - Parameter rawRepresentation: 32 bytes.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(rawRepresentation: consuming SecretBytes) throws(AuditLogError) {
    guard rawRepresentation.count == AuditorKey.byteCount else { throw .key(.invalid) }
    let secret = SharedSecretBytes(rawRepresentation)
    self.secret = secret
    key = try AuditorKey(
      rawRepresentation: Array(try Self.agreementKey(secret).publicKey.rawRepresentation))
  }

  /// Reads an identity from its text, with nothing around it.
  ///
  /// - Parameter text: The text in ASCII, `OMAMORI-AUDITOR-SECRET-KEY-1…`; the caller wipes it.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(text: RawSpan) throws(AuditLogError) {
    let content: Bech32.Content
    do throws(CryptoError) {
      content = try Bech32.decode(text, as: .identity)
    } catch {
      throw .key(.invalid)
    }
    guard content.prefix == Self.prefix, content.isUppercase else { throw .key(.invalid) }
    try self.init(rawRepresentation: content.bytes.copy())
  }

  /// Reads an identity from a file: one line with its text, and comments after `#`.
  ///
  /// - Parameter file: The text of the file, at most ``maximumFileSize`` bytes; the caller wipes it.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(file: RawSpan) throws(AuditLogError) {
    guard file.byteCount <= Self.maximumFileSize else { throw .key(.invalid) }
    let bytes = unsafe file._unsafeView(as: UInt8.self)  // because every pattern of bits is a UInt8
    var (line, start): (Range<Int>?, Int) = (nil, 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      let next = end + 1
      while start < end, Self.isSpace(bytes[end - 1]) { end -= 1 }
      if start < end, bytes[start] != UInt8(ascii: "#") {
        guard line == nil else { throw .key(.invalid) }
        line = start..<end
      }
      start = next
    }
    guard let line else { throw .key(.invalid) }
    try self.init(text: file.extracting(line))
  }

  /// The secret text in ASCII, to be written to a place that only its owner can read.
  public func exportText() -> SecretBytes {
    secret.withBytes { Bech32.encode($0, prefix: Self.prefix, uppercase: true) }
  }

  /// A file with the secret text and, in a comment, the public key.
  public func exportFile() -> SecretBytes {
    let comment = Array("# public key: \(key.text)\n".utf8)
    let text = exportText()
    return SecretBytes(count: comment.count + text.count + 1) { file in
      // because the parts lie within the file, one after the other
      unsafe file.withUnsafeMutableBytes { file in
        unsafe file.copyBytes(from: comment)
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: file[comment.count...])
        text.withBytes { text in unsafe text.withUnsafeBytes { unsafe rest.copyMemory(from: $0) } }
        unsafe file[file.count - 1] = UInt8(ascii: "\n")
      }
    }
  }

  /// The 32 bytes of the private key, for a secret store.
  public func exportRawRepresentation() -> SecretBytes { secret.copy() }

  /// The private key in the form that agrees on secrets.
  func agreementKey() throws(AuditLogError) -> Curve25519.KeyAgreement.PrivateKey {
    try Self.agreementKey(secret)
  }

  private static func agreementKey(
    _ secret: SharedSecretBytes
  ) throws(AuditLogError) -> Curve25519.KeyAgreement.PrivateKey {
    do {
      return try secret.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        }
      }
    } catch {
      throw .key(.invalid)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

extension AuditorIdentity: RedactedDescription {}

/// The public key that a log is sealed for; whoever has the ``AuditorIdentity`` reads it.
///
/// Its text is `omamori-auditor1…`. Not secret.
public struct AuditorKey: Sendable, Hashable {
  /// The number of bytes: 32.
  static let byteCount = 32
  private static let prefix = "omamori-auditor"

  /// The 32 bytes of the public key of X25519.
  public let rawRepresentation: [UInt8]

  /// Makes a key of its bytes.
  ///
  /// - Parameter rawRepresentation: 32 bytes.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid`` for another number of bytes.
  public init(rawRepresentation: [UInt8]) throws(AuditLogError) {
    guard rawRepresentation.count == Self.byteCount else { throw .key(.invalid) }
    self.rawRepresentation = rawRepresentation
  }

  /// Reads a key from its text, with nothing around it.
  ///
  /// - Parameter text: The text, `omamori-auditor1…`.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(text: some StringProtocol) throws(AuditLogError) {
    let characters = Array(text.utf8)
    let content: Bech32.Content
    do throws(CryptoError) {
      // because UInt8 has no padding
      content = unsafe try Bech32.decode(characters.byteSpan.bytes, as: .recipient)
    } catch {
      throw .key(.invalid)
    }
    guard content.prefix == Self.prefix, !content.isUppercase else { throw .key(.invalid) }
    // because the buffer stays inside the closure
    try self.init(
      rawRepresentation: content.bytes.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      })
  }

  /// The text, `omamori-auditor1…`.
  public var text: String {
    // because UInt8 has no padding
    let text = unsafe Bech32.encode(rawRepresentation.byteSpan.bytes, prefix: Self.prefix)
    // because the buffer stays inside the closure
    return text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension AuditorKey: CustomStringConvertible {
  /// The text, `omamori-auditor1…`.
  public var description: String { text }
}
