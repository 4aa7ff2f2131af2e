import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// The file as another implementation reads it, by its specification alone.
@Suite struct KeychainFileReaderTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Python/keychain_file_reader.py").path

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  private static let interpreter: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let own = root.appending(path: ".build/check/python/bin/python3").path
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  private static let isThere: Bool = {
    let probe = "from cryptography.hazmat.primitives.kdf.argon2 import Argon2id; import sqlite3"
    return (try? run(["-c", probe], [:])) != nil
  }()

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
    let answer = try Self.run(
      [Self.script], ["folder": fixture.path, "passphrase": "correct horse", "witness": witness])
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

  private struct Failure: Error {
    let status: Int32
    let text: String
  }

  private static func run(_ arguments: [String], _ request: [String: String]) throws -> [String: String] {
    let process = Process()
    process.executableURL = URL(filePath: interpreter[0])
    process.arguments = Array(interpreter.dropFirst()) + arguments
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
    }
    return answer.isEmpty ? [:] : try JSONDecoder().decode([String: String].self, from: answer)
  }
}
