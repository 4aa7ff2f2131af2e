import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The file as another implementation reads it, by its specification alone.
@Suite struct KeychainFileReaderTests {
  private static let isThere = Python.canRun(
    "from cryptography.hazmat.primitives.kdf.argon2 import Argon2id; import sqlite3")

  @Test(.enabled(if: isThere)) func readsEverything() async throws {
    let fixture = try FileFixture()
    let witness = fixture.path + "-witness"
    defer { try? FileManager.default.removeItem(atPath: witness) }
    let file = try await fixture.create(KeychainFileOptions(anchors: [WitnessFile(path: witness)]))
    try await file.put(Sample.password("alice", "one"))
    try await file.put(Sample.password("bob", "two", .afterFirstUnlockThisDeviceOnly))
    try await file.put(Sample.password("carol", "three", .whenPasscodeSetThisDeviceOnly))
    try await file.put(Sample.password("alice", "newer"))
    var guarded = Sample.password("guarded", "hidden")
    guarded.accessControl = AccessControl(.whenUnlocked, .devicePasscode)
    try await file.put(guarded)
    try await file.put(
      NewItem(
        .internetPassword,
        [.server: .text("例え.example"), .port: .number(443), .isInvisible: .flag(true)],
        secret: Sample.secret("four")))
    try await file.put(
      NewItem(.certificate, [.issuer: .data(Data([1, 2])), .serialNumber: .data(Data([3]))], secret: nil))
    try await file.put(Sample.password("gone"))
    _ = try await file.remove(Sample.query("gone"))
    try await file.addSlot(NewSlot("paper", .recoveryCode(try RecoveryCode())))
    try await file.rotateKeys()
    await file.close()
    let answer: [String: String] = try Python.ask(
      "keychain_file_reader.py",
      ["folder": fixture.path, "passphrase": "correct horse", "witness": witness])
    struct Entry: Decodable {
      let secret: String?
      let acct: String?
      let srvr: String?
      let port: Int?
      let issr: String?
      let accessibility: String
      let group: String
    }
    let items = try JSONDecoder().decode([Entry].self, from: Data(try #require(answer["items"]).utf8))
    #expect(items.count == 6 && items.allSatisfy { $0.group == "default" })
    #expect(items.first { $0.acct == "alice" }?.secret == "newer")
    #expect(items.first { $0.acct == "bob" }?.accessibility == "cku")
    #expect(items.first { $0.acct == "carol" }?.secret == "three")
    #expect(items.contains { $0.acct == "guarded" && $0.secret == nil })
    #expect(items.first { $0.srvr == "例え.example" }?.port == 443)
    #expect(items.contains { $0.issr == "0102" && $0.secret == nil })
    #expect(answer["epoch"].flatMap(Int.init) == 12 && answer["witness"] == answer["epoch"])
    withExtendedLifetime(fixture) {}
  }
}
