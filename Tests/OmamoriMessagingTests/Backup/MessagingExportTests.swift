import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// What an export carries, who can open it, and what is refused.
@Suite("MessagingExport")
struct MessagingExportTests {
  static let passphrase = ExportSecret.passphrase(Password("correct horse battery"), cost: .least)
  private static let account = RecordName(.account)
  private static let history = RecordName(.application, key: Array("history".utf8))

  /// A store with a record of every kind.
  private static func store() async throws -> InMemoryConversationStore {
    let store = InMemoryConversationStore()
    for kind in RecordKind.allCases {
      try await store.set(RecordName(kind, key: kind == .account ? [] : Array("one".utf8)), "secret \(kind)")
    }
    return store
  }

  @Test func carriesNoSendingState() async throws {
    let export = try await MessagingExport.make(from: try await Self.store(), sealedWith: Self.passphrase)
    #expect(try MessagingExport.secretKind(of: export) == .passphrase)
    let contents = try await MessagingExport.contents(of: export, openedWith: Self.passphrase)
    #expect(contents.entries.map(\.name.kind) == [.account, .peer, .application])
    let plain = contents.encoded(for: .passphrase).bytes
    #expect(plain.count == ExportContents.padding)
    let text = String(decoding: plain, as: UTF8.self)
    for kind in RecordKind.allCases {
      #expect(text.contains("secret \(kind)") == ExportContents.kinds.contains(kind))
    }
    for needle in ["secret", "one", "history"] {
      #expect(Data(export).range(of: Data(needle.utf8)) == nil)
    }
  }

  @Test func aStoreWithoutAccountHasNothingToExport() async throws {
    let store = InMemoryConversationStore()
    try await store.set(Self.history, "key")
    await #expect(throws: MessagingError.storage(.missing)) {
      try await MessagingExport.make(from: store, sealedWith: Self.passphrase)
    }
  }

  @Test func recoveryCodesAndKeysOpen() async throws {
    let store = try await Self.store()
    let code = try RecoveryCode()
    let typed = try RecoveryCode(reading: code.text())
    let byCode = try await MessagingExport.make(from: store, sealedWith: .recoveryCode(code))
    #expect(try MessagingExport.secretKind(of: byCode) == .recoveryKey)
    #expect(
      try await MessagingExport.contents(of: byCode, openedWith: .recoveryCode(typed)).entries.count == 3)
    let key = SharedSecretBytes(try SecretBytes(randomCount: 32))
    let byKey = try await MessagingExport.make(from: store, sealedWith: .recoveryKey(key))
    #expect(try await MessagingExport.contents(of: byKey, openedWith: .recoveryKey(key)).entries.count == 3)
    #expect(throws: MessagingError.backup(.weakSecret)) {
      try ExportSecret.recoveryKey(SharedSecretBytes("fifteen bytes!!"))
    }
    await #expect(throws: MessagingError.backup(.wrongSecret)) {
      try await MessagingExport.contents(of: byCode, openedWith: .recoveryKey(key))
    }
    await #expect(throws: MessagingError.cryptography(.outOfRange(lower: 1, upper: .max))) {
      try await MessagingExport.make(from: store, sealedWith: .passphrase(Password("")))
    }
    for secret in [Self.passphrase, .recoveryCode(code)] {
      #expect("\(secret)" == "<redacted>" && String(reflecting: secret) == "<redacted>")
    }
  }

  /// A wrong passphrase is told apart from damage wherever that is, even in what the passphrase is checked with.
  @Test func wrongPassphrasesAndDamageAreToldApart() async throws {
    let export = try await MessagingExport.make(from: try await Self.store(), sealedWith: Self.passphrase)
    let other = ExportSecret.passphrase(Password("correct horse batterz"))
    await #expect(throws: MessagingError.backup(.wrongSecret)) {
      try await MessagingExport.contents(of: export, openedWith: other)
    }
    for place in [0, 3, 5, 6, 21, 22, 30, 40, 60, 100, 140, 200, export.count / 2, export.count - 1] {
      var damaged = export
      damaged[place] ^= 0x10
      await #expect(throws: MessagingError.backup(.invalid), "at \(place)") {
        try await MessagingExport.contents(of: damaged, openedWith: Self.passphrase)
      }
    }
    for count in [0, 1, 21, 22, 23, export.count - 1] {
      await #expect(throws: MessagingError.backup(.invalid)) {
        try await MessagingExport.contents(of: Array(export.prefix(count)), openedWith: Self.passphrase)
      }
    }
    await #expect(throws: MessagingError.backup(.invalid)) {
      try await MessagingExport.contents(of: export + [0], openedWith: Self.passphrase)
    }
    var newer = export
    newer[4] = 2
    #expect(throws: MessagingError.backup(.newerVersion)) { try MessagingExport.secretKind(of: newer) }
  }

  /// Somebody who changes the file on purpose, checksum and all, is told apart from nothing but gets nothing either.
  @Test func changedOnPurposeIsRefused() async throws {
    let export = try await MessagingExport.make(from: try await Self.store(), sealedWith: Self.passphrase)
    let envelope = try ExportEnvelope(decoding: export)
    #expect(envelope.encoded == export)
    let asKey = ExportEnvelope(kind: .recoveryKey, file: envelope.file).encoded
    let password = try ExportSecret.recoveryKey(SharedSecretBytes("correct horse battery"))
    await #expect(throws: MessagingError.backup(.invalid)) {
      try await MessagingExport.contents(of: asKey, openedWith: password)
    }
    var file = envelope.file
    file[file.count - 20] ^= 1
    let changed = ExportEnvelope(kind: .passphrase, file: file).encoded
    await #expect(throws: MessagingError.backup(.invalid)) {
      try await MessagingExport.contents(of: changed, openedWith: Self.passphrase)
    }
  }

  // MARK: - Contents

  private func decoded(_ bytes: [UInt8]) throws -> ExportContents {
    try SecretBytes(copying: bytes).withBytes { bytes throws(MessagingError) in
      try ExportContents(decoding: bytes, openedWith: .passphrase)
    }
  }

  @Test func contentsHaveOneSpelling() throws {
    let names = [RecordName(.application, key: [2]), Self.account, RecordName(.peer, key: [1, 2, 3])]
    let contents = try ExportContents(
      names.map { ExportContents.Entry(name: $0, bytes: SharedSecretBytes("x")) })
    let bytes = contents.encoded(for: .passphrase).bytes
    #expect(try decoded(bytes) == contents)
    var hostile: [[UInt8]] = [[], Array(bytes.dropLast()), bytes + Array(repeating: 0, count: 4096)]
    for place in 0..<10 + 3 * 7 + 4 + 2 {
      for value in [0, 1, 2, 3, 6, 7, 255] as [UInt8] where bytes[place] != value {
        var changed = bytes
        changed[place] = value
        hostile.append(changed)
      }
    }
    var dirty = bytes
    dirty[4095] = 1
    hostile.append(dirty)
    for bytes in hostile {
      guard let read = try? decoded(bytes) else { continue }
      #expect(read.encoded(for: .passphrase).bytes == bytes, "whatever is read has one spelling")
    }
    #expect(throws: MessagingError.backup(.invalid)) { try decoded(dirty) }
    #expect(throws: MessagingError.backup(.invalid)) { try decoded(hostile[0]) }
  }

  @Test func contentsKeepTheirRules() throws {
    func make(_ names: [RecordName]) throws -> ExportContents {
      try ExportContents(names.map { ExportContents.Entry(name: $0, bytes: SharedSecretBytes("x")) })
    }
    let peer = RecordName(.peer, key: [1])
    for names in [
      [], [peer], [Self.account, Self.account], [Self.account, RecordName(.account, key: [1])],
      [Self.account, peer, peer], [Self.account, RecordName(.sessions)],
      [Self.account, RecordName(.prekeys)],
      [Self.account, RecordName(.group)],
    ] {
      #expect(throws: MessagingError.backup(.invalid)) { try make(names) }
    }
    let many = (0...ExportContents.greatestCount).map {
      RecordName(.peer, key: [UInt8](bigEndian: UInt64($0), count: 4))
    }
    #expect(throws: MessagingError.storage(.tooLarge)) { try make([Self.account] + many) }
  }
}
