import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite("Writing a file at once") struct AtomicFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  @Test func makesAndReplaces() throws {
    try AtomicFile.write([1, 2], to: path("a"))
    try AtomicFile.write([3], to: path("a"))
    #expect(try Data(contentsOf: folder.url.appending(path: "a")) == Data([3]))
    #expect(try names() == ["a"])
  }

  @Test(arguments: [0o600, 0o644, 0o755, 0o400])
  func keepsPermissions(mode: Int) throws {
    try Data([1]).write(to: folder.url.appending(path: "a"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path("a"))
    try AtomicFile.write([2], to: path("a"), permissions: 0o777)
    #expect(try permissions("a") == mode)
    #expect(try Data(contentsOf: folder.url.appending(path: "a")) == Data([2]))
  }

  @Test func givesANewFileThePermissionsAskedFor() throws {
    try AtomicFile.write([1], to: path("secret"), permissions: 0o600)
    #expect(try permissions("secret") == 0o600)
  }

  @Test func followsASymbolicLink() throws {
    try AtomicFile.write([1], to: path("real"))
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("real"))
    try AtomicFile.write([2], to: path("link"))
    #expect(try Data(contentsOf: folder.url.appending(path: "real")) == Data([2]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == path("real"))
  }

  @Test func writesThroughADevice() throws {
    try AtomicFile.write([1, 2, 3], to: "/dev/null")
    var information = stat()
    #expect(unsafe stat("/dev/null", &information) == 0)
    #expect(information.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func leavesNothingBehind() throws {
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
    #expect(throws: CommandLineError.writeFailed(path: path("folder"), code: EISDIR)) {
      try AtomicFile.write([1], to: path("folder"))
    }
    #expect(throws: CommandLineError.writeFailed(path: path("no/a"), code: ENOENT)) {
      try AtomicFile.write([1], to: path("no/a"))
    }
    #expect(try names() == ["folder"])
  }

  @Test func keepsTheOldFileWhenTheDiskIsFull() async throws {
    let file = path("a")
    try AtomicFile.write(Array("old".utf8), to: file)
    await #expect(processExitsWith: .exitCode(EFBIG)) { [file = file as String] in
      // A file size limit makes the write fail half-way, as a full disk does.
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      _ = signal(SIGXFSZ, SIG_IGN)
      #if canImport(Glibc)
      unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
      #else
      unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      do throws(CommandLineError) {
        try AtomicFile.write([UInt8](repeating: 0, count: 5_000), to: file)
      } catch .writeFailed(_, let code) { exit(code) } catch { exit(1) }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(try names() == ["a"])
  }
}
