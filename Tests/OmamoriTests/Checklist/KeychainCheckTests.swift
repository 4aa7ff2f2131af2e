import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriReport
import TestSupport
import Testing

@testable import Omamori

/// The trial of a keychain.
@Suite("Keychain check")
struct KeychainCheckTests {
  private static func keychain(_ backend: any KeychainBackend) -> Keychain {
    Keychain(service: "test", backend: backend)
  }

  private static func items(of backend: any KeychainBackend) async throws -> Int {
    try await backend.find(ItemQuery(.genericPassword, [:], limit: .all)).count
  }

  @Test func passesAndLeavesNothing() async throws {
    let store = MemoryKeychain()
    let result = await KeychainCheck(Self.keychain(store)).run()
    #expect(result.state == .passed, "\(result.reason.english)")
    #expect(result.fact("accessibility") == .text("whenUnlockedThisDeviceOnly"))
    #expect(result.fact("read-back") == .flag(true))
    #expect(try await Self.items(of: store) == 0)
  }

  @Test func isUnavailableWithoutOneAndWhenLocked() async throws {
    #expect(await KeychainCheck(nil).run().missing == "not-given")
    let store = MemoryKeychain()
    store.setLockState(.beforeFirstUnlock)
    let result = await KeychainCheck(Self.keychain(store)).run()
    #expect(result.missing == "failed")
    #expect(result.reason == KeychainError.locked.explanation)
  }

  @Test(arguments: LyingKeychain.Lie.allCases)
  func findsLies(lie: LyingKeychain.Lie) async throws {
    let result = await KeychainCheck(Self.keychain(LyingKeychain(lie))).run()
    #expect(result.answer == .fail, "\(lie)")
  }

  @Test func filesOfSecretsAreTheOwnersAlone() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let check = KeychainCheck(Self.keychain(MemoryKeychain()), privateFiles: [folder.path])
    #expect(await check.run().fact("permissions") == .list(["700"]))
    #expect(await check.run().state == .passed)
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path)
    #expect(await check.run().answer == .fail)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    let missing = KeychainCheck(Self.keychain(MemoryKeychain()), privateFiles: [folder.path + "/none"])
    #expect(await missing.run().missing == "failed")
  }
}

extension KeychainCheckTests {
  @Test(arguments: [
    (0o755, CheckResult.State.passed), (0o1777, .passed), (0o777, .failed), (0o775, .failed),
    (0o702, .failed),
  ])
  func aPrivateFileIsNotSafeInAFolderOfOthers(mode: Int, state: CheckResult.State) async throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(
      at: inner, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let paths = [folder.path + "/secret", inner.path + "/secret"]
    for path in paths {
      try Data("s".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    for path in paths {
      let result = await KeychainCheck(Self.keychain(MemoryKeychain()), privateFiles: [path]).run()
      #expect(result.state == state, "\(result.reason.english)")
      #expect(result.fact("permissions") == .list(["600"]))
    }
  }
}

/// A store that does not do what it says.
struct LyingKeychain: KeychainBackend {
  enum Lie: CaseIterable {
    case weakerClass, otherContent, forgets, keeps
  }

  let lie: Lie
  private let store = MemoryKeychain()

  init(_ lie: Lie) { self.lie = lie }

  var capabilities: KeychainCapabilities { store.capabilities }
  func lockState() async -> KeychainLockState { .unlocked }

  func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    let stored = NewItem(
      item.itemClass, item.attributes,
      secret: lie == .otherContent ? SharedSecretBytes(SecretBytes(copying: [1])) : item.secret,
      accessGroup: item.accessGroup, isSynchronizable: item.isSynchronizable,
      accessibility: lie == .weakerClass ? .afterFirstUnlock : item.accessibility,
      accessControl: item.accessControl)
    let result = try await store.put(stored, if: condition, access: access)
    if lie == .forgets { _ = try await store.remove(ItemQuery(.genericPassword, [:], limit: .all)) }
    return result
  }

  func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    try await store.find(query, withSecrets: withSecrets, access: access)
  }

  func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int { try await store.update(query, changes, access: access) }

  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    lie == .keeps ? 1 : try await store.remove(query)
  }

  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result { try await store.transaction(body) }

  func changes() throws(KeychainError) -> KeychainChanges { try store.changes() }
}
