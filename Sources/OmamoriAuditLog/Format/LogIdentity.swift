package import OmamoriCore
import OmamoriCrypto

/// The private key of a log, with which it signs its segment headers and checkpoints.
///
/// It outlives every run of the program, so it lies in a secret store; who takes it can sign in the log's name from then
/// on, but can neither read nor change what was written before without the anchors noticing. It prints as `<redacted>`
/// and does not encode. Safe to share between threads.
package struct LogIdentity: Sendable, Equatable {
  /// The public key that belongs to it.
  package let key: LogKey
  private let secret: SharedSecretBytes

  /// Generates an identity, and with it a new log.
  ///
  /// - Parameter randomness: The source, the operating system's unless a test says otherwise.
  /// - Throws: ``AuditLogError/core(_:)`` when there is no randomness.
  package init(randomness: some Randomness = SystemRandomness()) throws(AuditLogError) {
    let secret: SecretBytes
    do throws(CoreError) {
      secret = try SecretBytes(randomCount: LogKey.byteCount, from: randomness)
    } catch {
      throw .core(error)
    }
    try self.init(rawRepresentation: secret)
  }

  /// Makes an identity of the bytes of a private key.
  ///
  /// - Parameter rawRepresentation: 32 bytes.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  package init(rawRepresentation: consuming SecretBytes) throws(AuditLogError) {
    guard rawRepresentation.count == LogKey.byteCount else { throw .key(.invalid) }
    let secret = SharedSecretBytes(rawRepresentation)
    self.secret = secret
    key = try LogKey(rawRepresentation: Array(try Self.signingKey(secret).publicKey.rawRepresentation))
  }

  /// The 32 bytes of the private key, for a secret store.
  package func exportRawRepresentation() -> SecretBytes { secret.copy() }

  /// Signs a message.
  func sign(_ message: [UInt8]) throws(AuditLogError) -> [UInt8] {
    do {
      return Array(try Self.signingKey(secret).signature(for: message))
    } catch {
      throw .key(.invalid)
    }
  }

  private static func signingKey(
    _ secret: SharedSecretBytes
  ) throws(AuditLogError) -> Curve25519.Signing.PrivateKey {
    do {
      return try secret.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        }
      }
    } catch {
      throw .key(.invalid)
    }
  }
}

extension LogIdentity: RedactedDescription {}

/// Where a log ends, which is all that is needed to go on with it: small, and public as the log's headers are.
package struct LogPosition: Sendable, Hashable {
  /// The position of a log that has no segment yet.
  package static let beginning = LogPosition(segment: 0, tree: MerkleTree(), link: .zero, discarded: 0)

  /// The number of the next segment.
  package let segment: UInt64
  /// The tree over all entries: the segments' headers and frames.
  package let tree: MerkleTree
  /// The leaf hash of the last entry, zeros before the first one.
  package let link: LogHash
  /// The number of bytes after the last whole frame of the last segment, which the next header makes void.
  package let discarded: UInt64

  /// Makes a position of its parts.
  init(segment: UInt64, tree: MerkleTree, link: LogHash, discarded: UInt64) {
    (self.segment, self.tree, self.link, self.discarded) = (segment, tree, link, discarded)
  }
}

/// Times as the log writes them: milliseconds since 1970 in UTC.
enum LogTime {
  /// The latest time that is written: in the year 10889.
  private static let latest: Double = 281_474_976_710_656

  static func milliseconds(_ date: Date) -> UInt64 {
    let value = date.timeIntervalSince1970 * 1000
    return value.isNaN ? 0 : UInt64(min(max(value, 0), latest))
  }

  static func date(_ milliseconds: UInt64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
