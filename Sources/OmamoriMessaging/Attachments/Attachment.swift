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
