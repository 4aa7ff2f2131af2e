import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// A store that was put back to an older state, and the way out of that.
@Suite("A store that was put back")
struct StorageRollbackTests {
  private static let sessions = RecordName(.sessions, key: [1])

  @Test func isNoticedAndRestoredFromAnExport() async throws {
    let folder = try StorageFolder()
    let options = KeychainFileOptions(
      isDurable: false, anchors: [WitnessFile(path: folder.path + "/witness")])
    let file = try await folder.create(options)
    let store = try KeychainConversationStore(in: file)
    _ = try await Messenger.create(as: MessagingAddress(name: "alice"), in: store)
    try await store.set(Self.sessions, "chain at 1")
    let secret = ExportSecret.recoveryCode(try RecoveryCode())
    let export = try await MessagingExport.make(from: store, sealedWith: secret)
    await file.close()
    let old = folder.path + "/old"
    try FileManager.default.copyItem(atPath: folder.storePath, toPath: old)

    let newer = try await StorageFolder.open(folder.path, options)
    try await KeychainConversationStore(in: newer).set(Self.sessions, "chain at 2")
    await newer.close()

    // Somebody puts the copy back, with sending state whose keys were used already.
    try FileManager.default.removeItem(atPath: folder.storePath)
    try FileManager.default.copyItem(atPath: old, toPath: folder.storePath)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.storePath)
    do {
      _ = try await StorageFolder.open(folder.path, options)
      Issue.record("the old store was opened")
    } catch let error as KeychainError {
      #expect(MessagingError(storage: error) == .storage(.rolledBack))
    }

    // The way out: another store, the export, and no session.
    try FileManager.default.removeItem(atPath: folder.storePath)
    let fresh = try await folder.create(
      KeychainFileOptions(isDurable: false, anchors: [WitnessFile(path: folder.path + "/another-witness")]))
    let restored = try KeychainConversationStore(in: fresh)
    try await MessagingExport.restore(export, openedWith: secret, into: restored)
    #expect(try await restored.record(Self.sessions) == nil)
    #expect(try await Messenger.open(in: restored).address.name == "alice")
    await fresh.close()
  }
}
