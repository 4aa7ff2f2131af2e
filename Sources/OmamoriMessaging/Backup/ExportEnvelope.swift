import OmamoriCore
import OmamoriCrypto

/// The outside of an export: what it is, what opens it, and a checksum that tells damage from a wrong passphrase.
///
/// The checksum holds no secret and protects from nobody; what protects is the encrypted file behind it. A value; safe to
/// share between threads.
struct ExportEnvelope: Sendable, Equatable {
  static let magic = Array("OMME".utf8)
  static let version: UInt8 = 1
  static let headerByteCount = 6
  static let checksumByteCount = 16
  /// The largest export, in bytes.
  static let greatestByteCount = ExportContents.greatestByteCount + (1 << 20)

  /// What opens it.
  let kind: ExportSecretKind
  /// An encrypted file with a password.
  let file: [UInt8]

  init(kind: ExportSecretKind, file: [UInt8]) { (self.kind, self.file) = (kind, file) }

  /// Reads an export as far as that goes without its secret.
  ///
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/invalid``, ``BackupFault/newerVersion``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    let start = Self.headerByteCount + Self.checksumByteCount
    guard bytes.count > start, bytes.count <= Self.greatestByteCount, bytes.starts(with: Self.magic) else {
      throw .backup(.invalid)
    }
    guard bytes[4] <= Self.version else { throw .backup(.newerVersion) }
    guard bytes[4] == Self.version, let kind = ExportSecretKind(rawValue: bytes[5]) else {
      throw .backup(.invalid)
    }
    self.init(kind: kind, file: Array(bytes[start...]))
    guard checksum == Array(bytes[Self.headerByteCount..<start]) else { throw .backup(.invalid) }
  }

  /// The bytes before the checksum, which the encrypted contents begin with as well.
  var header: [UInt8] { Self.magic + [Self.version, kind.rawValue] }

  /// The bytes of the export.
  var encoded: [UInt8] { header + checksum + file }

  private var checksum: [UInt8] {
    var hash = SHA256()
    hash.update(data: header)
    hash.update(data: file)
    return Array(hash.finalize().prefix(Self.checksumByteCount))
  }
}
