import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// One of two parties that talk through folders, each in a process of its own that may be killed at any moment.
///
/// What is sent is put into an outbox in the commit of its step, and given out only afterwards; after a restart the
/// outbox is given out again before anything new is sealed. What is opened is counted in the commit of its step.
struct CrashingParty {
  static let outbox = RecordName(.application, key: Array("outbox".utf8))
  static let inbox = RecordName(.application, key: Array("inbox".utf8))

  let name: String
  let folder: String
  let messenger: Messenger
  let conversation: Conversation
  let store: any ConversationStore

  static func other(of name: String) -> String { name == "alice" ? "bob" : "alice" }

  /// Opens the party of a folder.
  init(_ name: String, in folder: String, _ store: any ConversationStore) async throws {
    (self.name, self.folder, self.store) = (name, folder, store)
    messenger = try await Messenger.open(in: store)
    conversation = messenger.conversation(with: try MessagingAddress(name: Self.other(of: name)))
  }

  // MARK: - Steps

  /// The number of the last message in the outbox, and its envelope.
  private func outgoing() async throws -> (version: UInt64, number: Int, envelope: [UInt8]) {
    guard let record = try await store.record(Self.outbox) else { return (0, 0, []) }
    let bytes = record.bytes.testBytes
    return (record.version, Int(bytes.bigEndian(0..<4)), Array(bytes[4...]))
  }

  /// The number of the last message that was opened.
  private func received() async throws -> (version: UInt64, number: Int) {
    guard let record = try await store.record(Self.inbox) else { return (0, 0) }
    return (record.version, Int(record.bytes.testBytes.bigEndian(0..<4)))
  }

  var counts: (sent: Int, opened: Int) {
    get async throws { (try await outgoing().number, try await received().number) }
  }

  /// Gives out what the outbox holds, once more when that was done before.
  func release() async throws {
    let (_, number, envelope) = try await outgoing()
    guard number > 0 else { return }
    let digest = SHA256.hash(data: envelope).prefix(8).map { String($0) }.joined(separator: ".")
    try log("released \(number) \(digest)")
    let path = folder + "/from-\(name)/"
    let file = path + Self.fileName(number)
    guard !FileManager.default.fileExists(atPath: file + ".done") else { return }
    try Data(envelope).write(to: URL(filePath: path + "new"))
    guard unsafe rename(path + "new", file) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Seals the next message and gives it out.
  func send() async throws {
    let (version, last, _) = try await outgoing()
    let number = [UInt8](bigEndian: UInt64(last + 1), count: 4)
    _ = try await conversation.seal(Array("\(name) \(last + 1)".utf8)) { sent in
      let bytes = SharedSecretBytes(SecretBytes(copying: number + sent.envelope))
      return [RecordChange(Self.outbox, expectedVersion: version, bytes: bytes)]
    }
    try await release()
    try log("sent \(last + 1)")
  }

  /// Opens everything that came, in order, each once.
  ///
  /// - Returns: How many messages were opened.
  @discardableResult
  func receive() async throws -> Int {
    let peer = Self.other(of: name)
    let path = folder + "/from-\(peer)/"
    let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { Int($0) != nil }.sorted()
    var opened = 0
    for file in files {
      let envelope = Array(try Data(contentsOf: URL(filePath: path + file)))
      let (version, last) = try await received()
      let number = try #require(Int(file))
      do {
        let message = try await conversation.open(envelope) { _ in
          let bytes = SharedSecretBytes(SecretBytes(copying: [UInt8](bigEndian: UInt64(last + 1), count: 4)))
          return [RecordChange(Self.inbox, expectedVersion: version, bytes: bytes)]
        }
        try log("opened \(number) \(last + 1) \(String(decoding: message.body, as: UTF8.self))")
        opened += 1
      } catch MessagingError.message(.replayed) {
        // Killed between the commit and the removal of the file.
        try log("replayed \(number) \(last)")
      }
      guard unsafe rename(path + file, path + file + ".done") == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    return opened
  }

  private static func fileName(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  private func log(_ line: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: folder + "/log-\(name)"))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((line + "\n").utf8))
  }
}
