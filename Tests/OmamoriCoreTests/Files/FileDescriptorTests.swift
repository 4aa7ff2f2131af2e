import Foundation
import OmamoriSystem
import TestSupport
import Testing

@Suite("An open file") struct FileDescriptorTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ body: () throws(SystemFailure) -> Void) -> Int32? {
    do throws(SystemFailure) { try body() } catch { return error.code }
    return nil
  }

  @Test(arguments: [0, 1, 3, 100_000]) func readsAFileOfUpToTheLimit(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try folder.write(Data(bytes), to: "a")
    let file = try FileDescriptor(folder.path("a").utf8, O_RDONLY)
    let (whole, next) = (try file.readWhole(limit: size), try file.readToEnd(limit: size))
    #expect(whole == bytes)
    #expect(next == bytes)
  }

  @Test func refusesAFileOfMoreThanTheLimit() throws {
    try folder.write(Data(repeating: 1, count: 100_001), to: "a")
    let file = try FileDescriptor(folder.path("a").utf8, O_RDONLY)
    let (whole, next) = (
      refusal { () throws(SystemFailure) in _ = try file.readWhole(limit: 100_000) },
      refusal { () throws(SystemFailure) in _ = try file.readToEnd(limit: 100_000) }
    )
    #expect(whole == EFBIG)
    #expect(next == EFBIG)
  }

  @Test func refusesALink() throws {
    try folder.write(Data([1]), to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("a"))
    let code = refusal { () throws(SystemFailure) in
      _ = try FileDescriptor(folder.path("link").utf8, O_RDONLY | O_NOFOLLOW)
    }
    #expect(code == ELOOP)
  }

  /// Nobody writes to the pipe: whoever waited for it would wait for ever.
  @Test func doesNotWaitForAPipeAndRefusesToReadItWhole() throws {
    // because the path is a string that outlives the call
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    let file = try FileDescriptor(folder.path("pipe").utf8, O_RDONLY | O_NONBLOCK)
    let (status, code) = (
      try file.status(), refusal { () throws(SystemFailure) in _ = try file.readWhole(limit: 10) }
    )
    #expect(status.kind == .other && status.isPipe)
    #expect(code == EINVAL)
  }

  @Test func refusesToReadAFolderWhole() throws {
    let file = try FileDescriptor(folder.path.utf8, O_RDONLY | O_DIRECTORY)
    let code = refusal { () throws(SystemFailure) in _ = try file.readWhole(limit: 10) }
    #expect(code == EINVAL)
  }

  @Test func refusesAPathThatAZeroByteWouldEnd() throws {
    try folder.write(Data([1]), to: "a")
    let code = refusal { () throws(SystemFailure) in
      _ = try FileDescriptor((folder.path("a") + "\0b").utf8, O_RDONLY)
    }
    #expect(code == EINVAL)
    #expect(FileStatus.of(folder.path("a") + "\0b") == .failure(SystemFailure(code: EINVAL)))
  }

  @Test func saysThatThereIsNone() throws {
    let isThere = try FileDescriptor.existing(folder.path("a").utf8, O_RDONLY) != nil
    #expect(!isThere)
  }

  @Test func programsDoNotInheritIt() throws {
    let file = try FileDescriptor(folder.path("a").utf8, O_RDWR | O_CREAT)
    let flags = fcntl(file.number, F_GETFD)
    #expect(flags & FD_CLOEXEC != 0)
  }

  @Test func closesOnlyWhatItOwns() throws {
    let file = try FileDescriptor(folder.path("a").utf8, O_RDWR | O_CREAT)
    do { _ = FileDescriptor(file.number, closing: false) }
    try file.write([1, 2, 3], at: 2)
    let bytes = try file.read(10)
    #expect(bytes == [0, 0, 1, 2, 3])
  }

  @Test func oneAtATimeHasTheLock() throws {
    let first = try FileDescriptor(folder.path("a").utf8, O_RDWR | O_CREAT)
    let second = try FileDescriptor(folder.path("a").utf8, O_RDWR)
    let (isTaken, isTakenAgain) = (try first.lock(LOCK_EX | LOCK_NB), try second.lock(LOCK_EX | LOCK_NB))
    #expect(isTaken)
    #expect(!isTakenAgain)
  }

  @Test func listsTheNamesOfAFolderTwice() throws {
    for name in ["a", ".b", "ü"] { try folder.write(Data(), to: name) }
    let file = try FileDescriptor(folder.path.utf8, O_RDONLY | O_DIRECTORY)
    for _ in 0..<2 {
      let names = try file.names().map { String(decoding: $0, as: UTF8.self) }
      #expect(Set(names) == ["a", ".b", "ü"])
    }
    let some = try file.names(limit: 2)
    #expect(some.count == 2)
  }
}
