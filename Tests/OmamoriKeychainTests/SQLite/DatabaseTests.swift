import Foundation
import Glibc
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct DatabaseTests {
  @Test func namesFailures() {
    #expect(SQLiteFailure.error(5, systemError: 0) == .busy)
    #expect(SQLiteFailure.error(13, systemError: 0) == .diskFull)
    #expect(SQLiteFailure.error(11, systemError: 0) == .corrupt(.store))
    #expect(SQLiteFailure.error(26, systemError: 0) == .corrupt(.store))
    #expect(SQLiteFailure.error(8, systemError: 0) == .readOnly)
    #expect(SQLiteFailure.error(14, systemError: ENOENT) == .unavailable(.store))
    #expect(SQLiteFailure.error(14, systemError: EACCES) == .file(.store, code: EACCES))
    #expect(SQLiteFailure.error(10 | 3 << 8, systemError: ENOSPC) == .diskFull)
    #expect(SQLiteFailure.error(10 | 3 << 8, systemError: EROFS) == .readOnly)
    #expect(SQLiteFailure.error(10 | 3 << 8, systemError: EIO) == .file(.store, code: EIO))
    #expect(SQLiteFailure.error(21, systemError: 0) == .backend(code: 21))
  }

  @Test func refusesWhatIsNoDatabase() throws {
    let fixture = try StoreFixture()
    fixture.store.close()
    try fixture.write(Array("this is no database, and longer than its header of a hundred bytes is".utf8))
    #expect(throws: KeychainError.corrupt(.store)) { try fixture.opened() }
    try fixture.write([])
    #expect(throws: KeychainError.corrupt(.header)) { try fixture.opened() }
  }

  /// As somebody whom rights bind, also where the tests run as root.
  @Test func aFileThatMayNotBeWrittenIsIntact() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    try await file.put(Sample.password("a", "before"))
    await file.close()
    let nobody: uid_t = 65534
    if geteuid() == 0 {
      for name in try FileManager.default.contentsOfDirectory(atPath: fixture.path) + ["."] {
        unsafe chown(fixture.path + "/" + name, nobody, nobody)
      }
    }
    unsafe chmod(fixture.path + "/" + StoreLocation.fileName, 0o400)
    await #expect(processExitsWith: .success) { [path = fixture.path as String] in
      if geteuid() == 0 { #expect(setuid(65534) == 0) }
      let file = try await KeychainFile.open(at: path)
      try await file.unlock(with: .passphrase(FileFixture.passphrase()))
      await #expect(throws: KeychainError.readOnly) { try await file.put(Sample.password("b")) }
      await #expect(throws: KeychainError.readOnly) { try await file.remove(Sample.query("a")) }
      #expect(try await file.texts() == ["before"])
      #expect(try await file.verify().problems.isEmpty)
    }
    withExtendedLifetime(fixture) {}
  }
}
