import Foundation
import OmamoriCore
import OmamoriKeychain
import Testing

@Suite struct PasswordStoreImportTests {
  private static let programs = (Program("pass"), Program("gpg"))

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
    let folder = try ScratchFolder.make()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/a/.hidden", withIntermediateDirectories: true)
    for name in ["a/1.gpg", "2.gpg", "broken.gpg", "large.gpg", "readme.txt", ".gpg-id", "a/.hidden/3.gpg"] {
      _ = try folder.write(name, name)
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

  @Test(.enabled(if: programs.0 != nil && programs.1 != nil))
  func aRealStoreIsRead() async throws {
    let (pass, gpg) = (try #require(Self.programs.0), try #require(Self.programs.1))
    // The socket of gpg's agent has to fit into a short path.
    let folder = try #require(ScratchFolder(in: "/tmp"))
    let environment = [
      "GNUPGHOME": folder.path, "PASSWORD_STORE_DIR": folder.path + "/store", "HOME": folder.path,
    ]
    defer { _ = try? Program("gpgconf")?.run(["--kill", "all"], environment: environment) }
    _ = try gpg.run(
      ["--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "t@example.com", "future-default"],
      environment: environment)
    _ = try pass.run(["init", "t@example.com"], environment: environment)
    _ = try pass.run(
      ["insert", "-m", "web/日本"], input: "geheim\nuser: alice\nurl: ssh://h:22\n", environment: environment)
    _ = try pass.run(["insert", "-e", "plain"], input: "only\n", environment: environment)
    let importer = PasswordStoreImporter(folder: folder.path + "/store")
    let result = try await importer.read { path throws(KeychainError) in
      do {
        let output = try gpg.run(["--batch", "--quiet", "--decrypt", path], environment: environment)
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
