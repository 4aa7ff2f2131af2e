import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

@Suite struct PasswordStoreImportTests {
  @Test func anEntryIsReadLineByLine() throws {
    let text =
      "p w\r\nUsername: alice\nurl: https://example.com/a\notpauth://totp/x?secret=A\nrecovery: 12\n\nlogin: bob\n\n"
    let result = try PasswordStoreImporter.read(shared(text), named: "web/example")
    #expect(
      texts(result.items) == [
        "inet srvr=example.com ptcl=htps path=/a acct=alice > p w",
        "genp svce=web/example acct=alice#otp > otpauth://totp/x?secret=A",
        "genp svce=web/example acct=alice#notes > recovery: 12\n\nlogin: bob",
      ])
    #expect(try PasswordStoreImporter.read(shared("\n\n"), named: "x").counts == [.empty: 1])
    let bytes = SharedSecretBytes(SecretBytes(copying: [0xFF, 0xFE]))
    #expect(try PasswordStoreImporter.read(bytes, named: "x").items.first?.secret == bytes)
  }

  @Test func everyFileIsReadOrNoted() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/a/.hidden", withIntermediateDirectories: true)
    for name in ["a/1.gpg", "2.gpg", "broken.gpg", "large.gpg", "readme.txt", ".gpg-id", "a/.hidden/3.gpg"] {
      try folder.write(name, to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.gpg", withDestinationPath: "/etc/passwd")
    let result = try await PasswordStoreImporter(folder: folder.path).read { path throws(KeychainError) in
      if path.hasSuffix("large.gpg") { throw .tooLarge(limit: 1 << 20) }
      return path.hasSuffix("broken.gpg")
        ? nil : shared("secret of \(path.split(separator: "/").last ?? "")")
    }
    #expect(texts(result.items) == ["genp svce=2 > secret of 2.gpg", "genp svce=a/1 > secret of 1.gpg"])
    #expect(result.counts == [.unreadable: 1, .tooLarge: 1, .link: 1, .otherFile: 1])
    await #expect(throws: KeychainError.denied) {
      try await PasswordStoreImporter(folder: folder.path).read { _ throws(KeychainError) in throw .denied }
    }
    let none = PasswordStoreImporter(folder: folder.path + "/none")
    await #expect(throws: KeychainError.file(.exchange, code: 2)) {
      try await none.read { _ throws(KeychainError) in nil }
    }
    let few = PasswordStoreImporter(folder: folder.path, limits: ImportLimits(items: 1))
    await #expect(throws: KeychainError.tooMany(limit: 1)) {
      try await few.read { _ throws(KeychainError) in nil }
    }
  }

  @Test(.enabled(if: Program.areInstalled("pass", "gpg")))
  func aRealStoreIsRead() async throws {
    // The socket of gpg's agent has to fit into a short path.
    let folder = try TemporaryFolder(in: "/tmp", permissions: 0o700)
    let environment = Program.environment(adding: [
      "GNUPGHOME": folder.path, "PASSWORD_STORE_DIR": folder.path + "/store", "HOME": folder.path,
    ])
    @Sendable @discardableResult func run(_ words: [String], input: String = "") throws -> [UInt8] {
      try Array(Program.output(of: words, environment: environment, input: Data(input.utf8)))
    }
    defer { _ = try? run(["gpgconf", "--kill", "all"]) }
    try run(
      ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "t@example.com"]
        + ["future-default"])
    try run(["pass", "init", "t@example.com"])
    try run(["pass", "insert", "-m", "web/日本"], input: "geheim\nuser: alice\nurl: ssh://h:22\n")
    try run(["pass", "insert", "-e", "plain"], input: "only\n")
    let importer = PasswordStoreImporter(folder: folder.path + "/store")
    let result = try await importer.read { path throws(KeychainError) in
      do {
        let output = try run(["gpg", "--batch", "--quiet", "--decrypt", path])
        return SharedSecretBytes(SecretBytes(copying: output))
      } catch {
        throw .backend(code: 1)
      }
    }
    #expect(
      texts(result.items) == [
        "genp svce=plain > only", "inet srvr=h ptcl=ssh  port=22 acct=alice > geheim",
      ])
    #expect(result.skipped == 0)
  }
}
