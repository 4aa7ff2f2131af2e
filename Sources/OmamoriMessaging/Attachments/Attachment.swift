import OmamoriCore
public import OmamoriCrypto

/// Files beside messages: each is sealed with a key of its own, which only the message with its reference holds.
///
/// ```swift
/// let reference = try await Attachment.seal("cat.png", to: "upload.bin", mediaType: "image/png")
/// let message = try await conversation.seal(reference.encoded)
/// ```
///
/// The size is hidden up to a sixteenth. Memory does not grow with it. A file gets its name only when it is whole, and an
/// opened one only when every byte has been verified.
public enum Attachment: Sendable {
  /// Seals a file, to be stored wherever the peers can fetch it.
  ///
  /// - Parameters:
  ///   - source: The file, at most 64 GiB.
  ///   - destination: The sealed file, made readable for its owner only.
  ///   - mediaType: The media type, such as `image/png`, without parameters.
  ///   - name: A name to suggest; what leads elsewhere or hides is taken out of it. `nil` for none.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Returns: What opens it; send it inside a message.
  /// - Throws: ``MessagingError/attachment(_:)`` with ``AttachmentFault/invalid`` for a wrong media type;
  ///   ``MessagingError/cryptography(_:)`` for files that cannot be read or written; ``MessagingError/cancelled``.
  public static func seal(
    _ source: FilePlace,
    to destination: FilePlace,
    mediaType: String = "application/octet-stream",
    suggestedName name: String? = nil,
    options: FileOptions = FileOptions()
  ) async throws(MessagingError) -> AttachmentReference {
    guard AttachmentReference.isMediaType(mediaType) else { throw .attachment(.invalid) }
    let name = name.flatMap(AttachmentName.suggestion)
    let key: SharedSecretBytes
    do throws(CoreError) { key = SharedSecretBytes(try SecretBytes(randomCount: 32)) } catch {
      throw .core(error)
    }
    do throws(CryptoError) {
      let seal = try await file(key, mediaType, name).seal(source, to: destination, options: options)
      return try reference(key, seal, mediaType, name)
    } catch { throw fault(error) }
  }

  /// Opens a sealed file; it appears only when all of it has been verified.
  ///
  /// - Parameters:
  ///   - source: The sealed file.
  ///   - reference: What opens it.
  ///   - path: The path of the file to write, which the application chooses; see
  ///     ``AttachmentReference/suggestedName``. It is made readable for its owner only.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: ``MessagingError/attachment(_:)`` with ``AttachmentFault/damaged`` when it is another file, was changed,
  ///   cut off or extended; ``MessagingError/cryptography(_:)`` for files that cannot be read or written;
  ///   ``MessagingError/cancelled``.
  public static func open(
    _ source: FilePlace,
    with reference: AttachmentReference,
    to path: String,
    options: FileOptions = FileOptions()
  ) async throws(MessagingError) {
    let seal = PaddedFile.Seal(
      length: reference.length, paddedLength: reference.paddedLength, digest: reference.digest)
    do throws(CryptoError) {
      try await file(reference.key, reference.mediaType, reference.suggestedName)
        .open(source, to: .path(path), seal, options: options)
    } catch { throw fault(error) }
  }

  private static func file(_ key: SharedSecretBytes, _ mediaType: String, _ name: String?) -> PaddedFile {
    PaddedFile(
      key: GroupCipher.key(key),
      context: AttachmentReference.context(mediaType: mediaType, suggestedName: name),
      limit: AttachmentBucket.greatestLength
    ) { AttachmentBucket.size(for: $0) }
  }

  private static func reference(
    _ key: SharedSecretBytes,
    _ seal: PaddedFile.Seal,
    _ mediaType: String,
    _ name: String?
  ) throws(CryptoError) -> AttachmentReference {
    do throws(MessagingError) {
      return try AttachmentReference(key: key, seal: seal, mediaType: mediaType, suggestedName: name)
    } catch { throw .authenticationFailed }
  }

  private static func fault(_ error: CryptoError) -> MessagingError {
    switch error {
    case .authenticationFailed, .truncated, .malformed: .attachment(.damaged)
    case .cancelled: .cancelled
    default: .cryptography(error)
    }
  }
}

/// The sizes that attachments are filled up to, so that a server learns little of their length.
///
/// 4 KiB, then multiples of a sixteenth of the power of two below: at most a sixteenth more than the file.
enum AttachmentBucket {
  /// The greatest size of a file in bytes: 64 GiB.
  static let greatestLength: UInt64 = 64 << 30
  /// The smallest size that is stored in bytes.
  static let smallest: UInt64 = 4096

  /// The size for a file of `length` bytes and the byte that ends it.
  ///
  /// - Parameter length: The size of the file, at most `greatestLength`.
  /// - Returns: The size.
  static func size(for length: UInt64) -> UInt64 {
    guard length >= smallest else { return smallest }
    let power = UInt64(1) << UInt64(UInt64.bitWidth - 1 - (length + 1).leadingZeroBitCount)
    let step = power / 16
    return (length + step) / step * step
  }
}

/// What may stand as the name of a file in a reference: one component of a path that shows as what it is.
enum AttachmentName {
  /// The most bytes of UTF-8.
  static let greatestLength = 200

  /// Whether a name names a file in the folder that it is put into, and nothing else.
  static func isAllowed(_ name: String) -> Bool {
    // A dot counts also when a mark stands on it, which makes another character but the same first byte.
    (1...greatestLength).contains(name.utf8.count) && name.unicodeScalars.first != "."
      && name.unicodeScalars.last != " "
      && name.unicodeScalars.allSatisfy(isAllowed)
  }

  /// The nearest allowed name of a path or a name; `nil` when nothing is left.
  static func suggestion(for path: String) -> String? {
    let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    var name = String(String.UnicodeScalarView(last.unicodeScalars.map { isAllowed($0) ? $0 : "_" }))
    while name.unicodeScalars.first == "." { name.unicodeScalars.removeFirst() }
    while name.utf8.count > greatestLength || name.last == " " { name.removeLast() }
    return isAllowed(name) ? name : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters, separators of paths and streams, and what turns the direction of text.
    case 0...0x1F, 0x7F...0x9F, 0x2F, 0x3A, 0x5C: false
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}

/// What opens an attachment: its key, its digest, its size, and what kind of file it is.
///
/// It travels inside a message and is as secret as the file.
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

extension AttachmentReference: RedactedDescription {}
