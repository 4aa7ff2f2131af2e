import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// What happens to files around the bytes: names, permissions, links, and whatever goes wrong.
@Suite struct FileJobTests {
  private let folder: TemporaryFolder
  private let encryptor: FileEncryptor
  private let decryptor: FileDecryptor
  private let plaintext = pattern(3 << 20)

  init() throws {
    folder = try TemporaryFolder()
    let key = SymmetricKey(size: .bits256)
    encryptor = try FileEncryptor(key: key, context: [1])
    decryptor = try FileDecryptor(key: key, context: [1])
    try folder.write(plaintext, to: "plain")
  }

  private var plain: FilePlace { .path(folder.path("plain")) }
  private var sealed: FilePlace { .path(folder.path("sealed")) }

  @Test func keepsThePermissionsOfTheSource() throws {
    for mode in [0o600, 0o640, 0o755, 0o400] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path("plain"))
      try encryptor.encrypt(plain, to: sealed, options: FileOptions(replacesExisting: true))
      try decryptor.decrypt(
        sealed, to: .path(folder.path("back")), options: FileOptions(replacesExisting: true))
      for name in ["sealed", "back"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
      }
    }
  }

  @Test func replacesOnlyWhenAllowed() throws {
    try folder.write([9], to: "sealed")
    #expect(throws: CryptoError.destinationExists) { try encryptor.encrypt(plain, to: sealed) }
    #expect(try folder.bytes(of: "sealed") == [9])
    try encryptor.encrypt(plain, to: sealed, options: FileOptions(replacesExisting: true))
    #expect(try decryptor.decrypt(folder.bytes(of: "sealed")) == plaintext)
    #expect(try folder.names() == ["plain", "sealed"])
  }

  @Test func doesNotFollowALinkThatItReplaces() throws {
    try folder.write([9], to: "precious")
    try FileManager.default.createSymbolicLink(atPath: folder.path("sealed"), withDestinationPath: "precious")
    #expect(throws: CryptoError.destinationExists) { try encryptor.encrypt(plain, to: sealed) }
    try encryptor.encrypt(plain, to: sealed, options: FileOptions(replacesExisting: true))
    #expect(try folder.bytes(of: "precious") == [9])
    #expect(try decryptor.decrypt(folder.bytes(of: "sealed")) == plaintext)
  }

  @Test func encryptsAFileInItsOwnPlace() throws {
    #expect(throws: CryptoError.destinationExists) { try encryptor.encrypt(plain, to: plain) }
    try encryptor.encrypt(plain, to: plain, options: FileOptions(replacesExisting: true))
    #expect(try decryptor.decrypt(folder.bytes(of: "plain")) == plaintext)
    try decryptor.decrypt(plain, to: plain, options: FileOptions(replacesExisting: true))
    #expect(try folder.bytes(of: "plain") == plaintext)
    #expect(try folder.names() == ["plain"])
  }

  @Test func saysWhichFileOperationFailed() {
    #expect(throws: CryptoError.file(.openSource, code: ENOENT)) {
      try encryptor.encrypt(.path(folder.path("nothing")), to: sealed)
    }
    #expect(throws: CryptoError.file(.openSource, code: EISDIR)) {
      try encryptor.encrypt(.path(folder.path), to: sealed)
    }
    #expect(throws: CryptoError.file(.createTemporary, code: EISDIR)) {
      try encryptor.encrypt(plain, to: .path(folder.path), options: FileOptions(replacesExisting: true))
    }
    #expect(throws: CryptoError.file(.createTemporary, code: ENOENT)) {
      try encryptor.encrypt(plain, to: .path(folder.path("nowhere/sealed")))
    }
    // The kernel's own file system takes no files, from root neither.
    #expect(throws: CryptoError.self) { try encryptor.encrypt(plain, to: "/proc/sealed") }
    #expect(throws: CryptoError.file(.write, code: ENOSPC)) {
      try encryptor.encrypt(plain, to: "/dev/full", options: FileOptions(replacesExisting: true))
    }
  }

  @Test func writesToDevicesAsTheyAre() throws {
    try encryptor.encrypt(plain, to: "/dev/null", options: FileOptions(replacesExisting: true))
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        != .typeRegular)
  }

  @Test(arguments: [1, 3]) func refusesASourceThatChanges(_ jobs: Int) throws {
    let path = folder.path("plain")
    try folder.write(pattern(9 << 20), to: "plain")
    let grows = FileOptions(jobs: jobs) { _ in
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      _ = try? file.seekToEnd()
      try? file.write(contentsOf: [1])
      try? file.close()
    }
    #expect(throws: CryptoError.sourceChanged) { try encryptor.encrypt(plain, to: sealed, options: grows) }
    try folder.write(pattern(9 << 20), to: "plain")
    let shrinks = FileOptions(jobs: jobs) { _ in
      let file = FileHandle(forWritingAtPath: path)
      try? file?.truncate(atOffset: 100)
      try? file?.close()
    }
    #expect(throws: CryptoError.sourceChanged) { try encryptor.encrypt(plain, to: sealed, options: shrinks) }
    try folder.write(pattern(9 << 20), to: "plain")
    let isReplaced = FileOptions(jobs: jobs) { _ in
      try? Data([1]).write(to: URL(filePath: path), options: .atomic)
    }
    #expect(throws: CryptoError.sourceChanged) {
      try encryptor.encrypt(plain, to: sealed, options: isReplaced)
    }
    #expect(try folder.names() == ["plain"])
  }

  @Test func leavesNothingWhenTheTaskIsCancelled() async throws {
    let (encryptor, plain, sealed) = (encryptor, plain, sealed)
    try folder.write(pattern(20 << 20), to: "plain")
    let started = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await encryptor.encrypt(
        plain, to: sealed,
        options: FileOptions(jobs: 2) { _ in
          started.continuation.yield()
          isCancelled.wait()
          isCancelled.signal()
        })
    }
    var iterator = started.stream.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    isCancelled.signal()
    await #expect(throws: CryptoError.cancelled) { try await task.value }
    #expect(try folder.names() == ["plain"])
  }

  @Test func reportsProgressToTheEnd() throws {
    let reports = Reports()
    try folder.write(pattern(20 << 20), to: "plain")
    try encryptor.encrypt(plain, to: sealed, options: FileOptions(jobs: 3) { reports.add($0) })
    let seen = reports.all
    #expect(seen.count > 3)
    #expect(seen.map(\.completed) == seen.map(\.completed).sorted())
    #expect(seen.last?.completed == 20 << 20)
    #expect(seen.last?.fraction == 1)
  }

  @Test func leavesNothingOnAFullDisk() async throws {
    let path = folder.path
    await #expect(processExitsWith: .exitCode(EFBIG)) { [path = path as String] in
      // A limit for the size of files makes the write fail half-way, as a full disk does.
      var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
      _ = signal(SIGXFSZ, SIG_IGN)
      #if canImport(Glibc)
      unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
      #else
      unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      do throws(CryptoError) {
        let encryptor = try FileEncryptor(key: SymmetricKey(size: .bits256), context: [])
        try encryptor.encrypt(.path(path + "/plain"), to: .path(path + "/sealed"))
      } catch .file(.write, let code) { exit(code) } catch { exit(1) }
    }
    #expect(try folder.names() == ["plain"])
  }

  /// Reports of progress, in order.
  private final class Reports: @unchecked Sendable {
    private let lock = NSLock()
    private var reports: [FileProgress] = []
    var all: [FileProgress] { lock.withLock { reports } }
    func add(_ report: FileProgress) { lock.withLock { reports.append(report) } }
  }
}
