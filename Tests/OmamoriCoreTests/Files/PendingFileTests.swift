import Foundation
import OmamoriSystem
import TestSupport
import Testing

@Suite("A file that gets its name when it is whole") struct PendingFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ body: () throws(SystemFailure) -> Void) -> Int32? {
    do throws(SystemFailure) { try body() } catch { return error.code }
    return nil
  }

  @Test(arguments: [false, true]) func makesAFileForItsOwnerOnly(replacing isReplacing: Bool) throws {
    let pending = try PendingFile(folder.path("a"), replacing: isReplacing)
    try pending.file.write([1, 2])
    try pending.synchronize()
    try pending.commit(isDurable: true)
    #expect(try folder.bytes(of: "a") == [1, 2])
    #expect(FileStatus(at: folder.path("a"))?.permissions == 0o600)
    #expect(try folder.names() == ["a"])
  }

  @Test func replacesAFileAndKeepsItsRights() throws {
    try folder.write([1], to: "a")
    // because the path is a string that outlives the call
    #expect(unsafe chmod(folder.path("a"), 0o640) == 0)
    let old = try #require(FileStatus(at: folder.path("a")))
    let pending = try PendingFile(folder.path("a"), replacing: true)
    try pending.file.write([2])
    try pending.takeRights(of: old)
    try pending.commit(isDurable: false)
    #expect(try folder.bytes(of: "a") == [2])
    #expect(FileStatus(at: folder.path("a"))?.permissions == 0o640)
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [(false, UInt16(0o700)), (true, 0o4700)])
  func keepsSpecialBitsOnlyWhenAsked(specialBits: Bool, permissions: UInt16) throws {
    try folder.write([1], to: "a")
    // because the path is a string that outlives the call
    #expect(unsafe chmod(folder.path("a"), 0o4700) == 0)
    let old = try #require(FileStatus(at: folder.path("a")))
    let pending = try PendingFile(folder.path("a"), replacing: true)
    try pending.takeRights(of: old, specialBits: specialBits)
    try pending.commit(isDurable: false)
    #expect(FileStatus(at: folder.path("a"))?.permissions == permissions)
  }

  @Test func leavesTheOldContentAndNothingElseWhenItEndsEarly() throws {
    try folder.write([1], to: "a")
    do {
      let pending = try PendingFile(folder.path("a"), replacing: true)
      try pending.file.write([2])
    }
    #expect(try folder.bytes(of: "a") == [1])
    #expect(try folder.names() == ["a"])
  }

  @Test func leavesTheOldContentWhenWritingFails() async throws {
    try folder.write([1], to: "a")
    await #expect(processExitsWith: .exitCode(EFBIG)) { [path = folder.path("a") as String] in
      // A file size limit makes the write fail half-way, as a full disk does.
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      _ = signal(SIGXFSZ, SIG_IGN)
      #if canImport(Glibc)
      unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
      #else
      unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      do throws(SystemFailure) {
        let pending = try PendingFile(path, replacing: true)
        try pending.file.write([UInt8](repeating: 0, count: 5_000))
        try pending.commit(isDurable: true)
      } catch { exit(error.code) }
    }
    #expect(try folder.bytes(of: "a") == [1])
    #expect(try folder.names() == ["a"])
  }

  @Test func neverReplacesWhatItMayNot() throws {
    try folder.write([1], to: "a")
    let before = refusal { () throws(SystemFailure) in _ = try PendingFile(folder.path("a"), replacing: false)
    }
    #expect(before == EEXIST)
    let pending = try PendingFile(folder.path("b"), replacing: false)
    try pending.file.write([2])
    try folder.write([3], to: "b")
    let meanwhile = refusal { () throws(SystemFailure) in try pending.commit(isDurable: false) }
    #expect(meanwhile == EEXIST)
    #expect(try folder.bytes(of: "a") == [1])
    #expect(try folder.bytes(of: "b") == [3])
    #expect(try folder.names() == ["a", "b"])
  }

  @Test(arguments: [false, true]) func refusesAFolder(replacing isReplacing: Bool) throws {
    let code = refusal { () throws(SystemFailure) in
      _ = try PendingFile(folder.path, replacing: isReplacing)
    }
    #expect(code == EISDIR)
  }

  @Test func replacesALinkAndNotWhatItPointsTo() throws {
    try folder.write([1], to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("a"))
    let pending = try PendingFile(folder.path("link"), replacing: true)
    try pending.file.write([2])
    try pending.commit(isDurable: false)
    #expect(try folder.bytes(of: "a") == [1])
    #expect(try folder.bytes(of: "link") == [2])
  }

  @Test func worksInAnOpenFolderWhosePathIsAnother() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("old"), withIntermediateDirectories: false)
    let open = try FileDescriptor(folder.path("old").utf8, O_RDONLY | O_DIRECTORY)
    try manager.moveItem(atPath: folder.path("old"), toPath: folder.path("new"))
    try manager.createDirectory(atPath: folder.path("old"), withIntermediateDirectories: false)
    let pending = try PendingFile("a".utf8, in: open, replacing: true)
    try pending.file.write([1])
    try pending.commit(isDurable: true)
    #expect(try folder.bytes(of: "new/a") == [1])
    #expect(try manager.contentsOfDirectory(atPath: folder.path("old")).isEmpty)
  }
}
