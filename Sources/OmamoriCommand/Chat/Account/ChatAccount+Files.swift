#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging

extension ChatAccount {
  /// Seals a file under a key of its own and leaves it at the relay.
  ///
  /// - Parameter path: The file.
  /// - Returns: What a message needs to say about it.
  /// - Throws: ``CryptoFault`` for a file that cannot be read or is too large, and what the relay refuses.
  func upload(_ path: String) async throws -> ChatFile {
    switch FileStatus.of(path) {
    case .success(let status) where status.kind == .file && status.size <= ChatFile.greatestSize: break
    case .success: throw CryptoFault.tooLarge(path)
    case .failure(let failure): throw CryptoFault.unreadable(path, failure.code)
    }
    let identifier = try SystemRandomness().bytes(count: 16)
    let draft = draft(identifier)
    // because what is left is sealed, and of no use to anybody
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let reference: AttachmentReference
    do {
      reference = try await Attachment.seal(.path(path), to: .path(draft), suggestedName: path)
    } catch MessagingError.cryptography(let error) {
      throw CryptoFault(error, reading: path, writing: draft)
    }
    try await relay.upload(try SmallFile.read(draft, limit: RelayClient.greatestAnswer), identifier)
    return ChatFile(identifier, reference)
  }

  /// Fetches a file and opens it; it appears only when all of it has been verified.
  ///
  /// - Parameters:
  ///   - file: What the message said about it.
  ///   - path: Where it is saved.
  ///   - isReplacing: Whether a file that stands there is replaced.
  /// - Throws: `MessagingError` for sealed bytes that were changed, and what the relay refuses.
  func download(_ file: ChatFile, to path: String, replacing isReplacing: Bool) async throws {
    let draft = draft(file.identifier)
    // because what is left is sealed, and of no use to anybody
    defer { try? FileManager.default.removeItem(atPath: draft) }
    try AtomicFile.write(try await relay.download(file.identifier), to: draft, permissions: 0o600)
    do {
      try await Attachment.open(
        .path(draft), with: file.reference, to: path, options: FileOptions(replacesExisting: isReplacing))
    } catch MessagingError.cryptography(let error) {
      throw CryptoFault(error, reading: draft, writing: path)
    }
  }

  /// Where sealed bytes are while they are on their way.
  private func draft(_ identifier: [UInt8]) -> String {
    place.folder + "/sealed-" + Base64URL.encode(identifier)
  }

  /// The file of a message.
  ///
  /// - Parameters:
  ///   - number: The number of the message; the last one with a file when `nil`.
  ///   - peer: The peer.
  /// - Returns: The file.
  /// - Throws: ``CryptoFault`` when there is none.
  nonisolated func file(_ number: Int?, with peer: String) throws -> ChatFile {
    let files = try history.entries(with: peer).compactMap { number, entry -> (Int, ChatFile)? in
      if case .file(let file) = entry.content { (number, file) } else { nil }
    }
    guard let found = number.map({ number in files.first { $0.0 == number } }) ?? files.last else {
      throw CryptoFault.noAttachment(number)
    }
    return found.1
  }
}
#endif
