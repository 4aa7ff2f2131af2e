import OmamoriCore
import OmamoriCrypto

/// What opens an attachment: its key, its digest, its size, and what kind of file it is.
///
/// It travels inside a message and is as secret as the file. A value; safe to share between threads.
public struct AttachmentReference: Sendable, Hashable {
  private static let version: UInt8 = 1
  private static let label = "Omamori Messaging v1 attachment"
  /// The greatest length of a media type in bytes.
  static let greatestMediaTypeLength = 127

  let key: SharedSecretBytes
  /// SHA-256 of the sealed file, 32 bytes; what a server may know the file by.
  public let digest: [UInt8]
  /// The size of the file in bytes.
  public let length: UInt64
  /// The size that it was filled up to before it was sealed, in bytes.
  public let paddedLength: UInt64
  /// The media type, such as `image/png`, as the sender says.
  public let mediaType: String
  /// A name for the file that the sender suggests: one component of a path, without anything that leads elsewhere.
  public let suggestedName: String?

  init(
    key: SharedSecretBytes,
    seal: PaddedFile.Seal,
    mediaType: String,
    suggestedName: String?
  ) throws(MessagingError) {
    (self.key, digest, length, paddedLength) = (key, seal.digest, seal.length, seal.paddedLength)
    (self.mediaType, self.suggestedName) = (mediaType, suggestedName)
    guard key.count == 32, digest.count == 32, length <= AttachmentBucket.greatestLength,
      paddedLength == AttachmentBucket.size(for: length), Self.isMediaType(mediaType),
      suggestedName.map(AttachmentName.isAllowed) ?? true
    else { throw .attachment(.invalid) }
  }

  /// Reads a reference out of a message.
  ///
  /// - Parameter bytes: What ``encoded`` gave.
  /// - Throws: ``MessagingError/attachment(_:)`` with ``AttachmentFault/invalid``, also for a name that leads elsewhere.
  public init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= 1024 else { throw .attachment(.invalid) }
    var reader = ByteReader(bytes.rawSpan, .attachment(.invalid))
    guard try reader.number(UInt8.self) == Self.version else { throw .attachment(.invalid) }
    let key = try reader.secret(32)
    let digest = try reader.bytes(32)
    let (length, paddedLength) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
    let mediaType = try reader.text(limit: Self.greatestMediaTypeLength)
    let name = try reader.text(limit: AttachmentName.greatestLength)
    try reader.end()
    let seal = PaddedFile.Seal(length: length, paddedLength: paddedLength, digest: digest)
    try self.init(
      key: key, seal: seal, mediaType: mediaType, suggestedName: name.isEmpty ? nil : name)
  }

  /// The reference as a message carries it; it holds the key of the file.
  public var encoded: [UInt8] {
    var writer = GroupFieldWriter()
    writer.write(Self.version)
    writer.write(key)
    writer.write(raw: digest)
    writer.write(length)
    writer.write(paddedLength)
    writer.write(mediaType)
    writer.write(suggestedName ?? "")
    return writer.plain
  }

  /// What the file is bound to, beside its key.
  static func context(mediaType: String, suggestedName: String?) -> [UInt8] {
    var writer = GroupFieldWriter()
    writer.write(raw: Array(label.utf8) + [0])
    writer.write(mediaType)
    writer.write(suggestedName ?? "")
    return writer.plain
  }

  /// Whether a text is a type and a subtype (RFC 6838, section 4.2), without parameters.
  static func isMediaType(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.utf8.count <= greatestMediaTypeLength && parts.count == 2
      && parts.allSatisfy { part in
        part.first.map(isLetterOrDigit) == true
          && part.allSatisfy { isLetterOrDigit($0) || "!#$&-^_.+".utf8.contains($0) }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// Says whether both open the same file in the same way, in constant time as to the keys.
  public static func == (left: AttachmentReference, right: AttachmentReference) -> Bool {
    left.key == right.key && left.digest == right.digest && left.length == right.length
      && left.paddedLength == right.paddedLength && left.mediaType == right.mediaType
      && left.suggestedName == right.suggestedName
  }

  /// Hashes the digest of the file, which the key is no part of.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension AttachmentReference: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing of the file.
  public var description: String { "<redacted>" }
  /// Says nothing of the file.
  public var debugDescription: String { "<redacted>" }
  /// Shows nothing of the file.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
