import Foundation
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The keychain that needs no configuration.
@Suite("Agent: standard keychain", .timeLimit(.minutes(3))) struct StandardKeychainTests {
  private func places() throws -> (StandardPlaces, URL) {
    let root = FileManager.default.temporaryDirectory.appending(path: "standard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let places = StandardPlaces(
      folder: root.path + "/data/keychain", stateFolder: root.path + "/state",
      socket: AgentSocket(folder: root.path + "/run"))
    return (places, root)
  }

  @Test func isMadeOnceHoweverManyOpenIt() async throws {
    let (places, root) = try places()
    defer { try? FileManager.default.removeItem(at: root) }
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let keychain = Keychain(service: "s", backend: try await StandardKeychain.open(places))
          try await keychain.set("value \(number)", for: Keychain.Key<String>("\(number)"))
        }
      }
      try await group.waitForAll()
    }
    let keychain = Keychain(service: "s", backend: try await StandardKeychain.open(places))
    for number in 0..<8 {
      #expect(try await keychain.value(for: Keychain.Key<String>("\(number)")) == "value \(number)")
    }
    let permissions =
      try FileManager.default.attributesOfItem(atPath: places.keyFile)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }

  @Test func nothingIsMadeAnewWhenItCannotBeOpened() async throws {
    let (places, root) = try places()
    defer { try? FileManager.default.removeItem(at: root) }
    let first = Keychain(service: "s", backend: try await StandardKeychain.open(places))
    try await first.set("kept", for: Keychain.Key<String>("a"))
    let saved = places.keyFile + ".saved"
    try FileManager.default.moveItem(atPath: places.keyFile, toPath: saved)
    let locked = Keychain(service: "s", backend: try await StandardKeychain.open(places))
    await #expect(throws: KeychainError.locked) { try await locked.value(for: Keychain.Key<String>("a")) }
    #expect(!FileManager.default.fileExists(atPath: places.keyFile))
    // The key of another keychain opens nothing either.
    try FileManager.default.moveItem(atPath: saved, toPath: saved + ".right")
    let other = StandardPlaces(
      folder: root.path + "/other", stateFolder: places.stateFolder, socket: places.socket)
    _ = try await StandardKeychain.create(other)
    let wrong = Keychain(service: "s", backend: try await StandardKeychain.open(places))
    await #expect(throws: KeychainError.locked) { try await wrong.value(for: Keychain.Key<String>("a")) }
    try FileManager.default.removeItem(atPath: places.keyFile)
    try FileManager.default.moveItem(atPath: saved + ".right", toPath: places.keyFile)
    let again = Keychain(service: "s", backend: try await StandardKeychain.open(places))
    #expect(try await again.value(for: Keychain.Key<String>("a")) == "kept")
  }

  @Test func theAgentIsUsedWhenItHoldsThisKeychain() async throws {
    let (places, root) = try places()
    defer { try? FileManager.default.removeItem(at: root) }
    let file = try await StandardKeychain.create(places)
    let server = try #require(try AgentServer(serving: file, at: places.socket))
    let task = Task { await server.run() }
    #expect(try await StandardKeychain.open(places) is AgentKeychain)
    var others = places
    others.folder = root.path + "/other"
    #expect(try await StandardKeychain.open(others) is KeychainFile)
    server.stop()
    await task.value
    #expect(try await StandardKeychain.open(places) is KeychainFile)
  }
}
