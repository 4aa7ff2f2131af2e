#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriMessaging

extension ChatAccount {
  /// Seals a file under a key of its own and leaves it at the relay.
  ///
  /// - Parameter path: The file.
  /// - Returns: What a message needs to say about it.
  /// - Throws: ``CryptoFault`` for a file that cannot be read or is too large, and what the relay refuses.
  func upload(_ path: String) async throws -> ChatFile {
    let content = try SmallFile.read(path, limit: ChatFile.greatestSize)
    let (sealed, reference) = try Attachment.seal(content)
    let identifier = try SystemRandomness().bytes(count: 16)
    try await relay.upload(sealed, identifier)
    return ChatFile(
      name: path == "-" ? "file" : path, size: content.count, identifier: identifier,
      reference: reference.encoded)
  }

  /// Fetches a file and opens it.
  ///
  /// - Parameter file: What the message said about it.
  /// - Returns: The content.
  /// - Throws: `MessagingError` for sealed bytes that were changed, and what the relay refuses.
  func download(_ file: ChatFile) async throws -> [UInt8] {
    let sealed = try await relay.download(file.identifier)
    return try Attachment.open(sealed, with: try AttachmentReference(decoding: file.reference))
  }

  /// The file of a message.
  ///
  /// - Parameters:
  ///   - number: The number of the message; the last one with a file when `nil`.
  ///   - peer: The peer.
  /// - Throws: ``CryptoFault`` when there is none.
  func file(_ number: Int?, with peer: String) throws -> ChatFile {
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
