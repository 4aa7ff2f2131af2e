import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// Streams whose other side is silent, stalls, fails, ends or is cancelled at a bad moment.
@Suite struct HostileStreamTests {
  private let key = SymmetricKey(size: .bits256)
  private let folder: TemporaryFolder

  init() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
  }

  /// A refusal does not wait for bytes that may never come.
  @Test func tellsOfChangesWhileTheWriterIsSilent() async throws {
    var sealed = try FileEncryptor(key: key, context: []).encrypt(pattern(3_000_000))
    sealed[20_000] ^= 1
    let (pipe, start, dog) = (Pipe(), sealed[..<1_200_000], Watchdog())
    let writing = Thread { try? pipe.fileHandleForWriting.write(contentsOf: start) }
    writing.start()
    dog.after(120) { try? pipe.fileHandleForWriting.close() }
    let input = FilePlace.descriptor(pipe.fileHandleForReading.fileDescriptor)
    let decryptor = try FileDecryptor(key: key, context: [])
    await #expect(throws: CryptoError.authenticationFailed) {
      try await decryptor.decrypt(input, to: "/dev/null", options: FileOptions(jobs: 4))
    }
    let waited = dog.cancel()
    #expect(!waited)
  }

  /// Cancellation does not wait for a reader that has stopped.
  @Test func cancelsWhileTheReaderIsStalled() async throws {
    try folder.write(pattern(4 << 20), to: "plain")
    let (pipe, dog) = (Pipe(), Watchdog())
    let (source, output) = (
      FilePlace.path(folder.path("plain")), FilePlace.descriptor(pipe.fileHandleForWriting.fileDescriptor)
    )
    let encryptor = try FileEncryptor(key: key, context: [])
    let task = Task { try await encryptor.encrypt(source, to: output) }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    dog.after(120) { try? pipe.fileHandleForReading.close() }
    await #expect(throws: CryptoError.cancelled) { try await task.value }
    let waited = dog.cancel()
    #expect(!waited)
  }

  /// Nothing ever comes from the end that is written to, and the one that is read from never has room.
  @Test func refusesTheWrongEndOfAPipe() throws {
    try folder.write([1], to: "plain")
    let pipe = Pipe()
    let output = FilePlace.descriptor(pipe.fileHandleForReading.fileDescriptor)
    #expect(throws: CryptoError.file(.write, code: EBADF)) {
      try FileEncryptor(key: key, context: []).encrypt(.path(folder.path("plain")), to: output)
    }
    let input = FilePlace.descriptor(pipe.fileHandleForWriting.fileDescriptor)
    #expect(throws: CryptoError.file(.openSource, code: EBADF)) {
      try FileEncryptor(key: key, context: []).encrypt(input, to: "/dev/null")
    }
  }

  /// Whoever is told of the progress may decide that it is enough.
  @Test func progressMayCancel() async throws {
    try folder.write(pattern(24 << 20), to: "plain")
    let (source, encryptor) = (FilePlace.path(folder.path("plain")), try FileEncryptor(key: key, context: []))
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let box = TaskBox()
    let task = Task {
      for await _ in gate {}
      let options = FileOptions(jobs: 2) { _ in box.task?.cancel() }
      try await encryptor.encrypt(source, to: "/dev/null", options: options)
    }
    box.task = task
    opening.finish()
    await #expect(throws: CryptoError.cancelled) { try await task.value }
  }

  /// A stream ends early when its reader is cancelled; that is not the end of the plaintext.
  @Test func cancellationIsNotTheEndOfAStream() async throws {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(pattern(100_000))
    let encryptor = try FileEncryptor(key: key, context: [])
    let task = Task {
      var bytes: [UInt8] = []
      for try await piece in encryptor.encrypt(stream) { bytes += piece }
      return bytes
    }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CryptoError.cancelled) { _ = try await task.value }
    let sealed = try encryptor.encrypt(pattern(10))
    let (pieces, end) = AsyncStream<[UInt8]>.makeStream()
    end.yield(Array(sealed.prefix(70)))
    let decryptor = try FileDecryptor(key: key, context: [])
    let reading = Task { for try await _ in decryptor.decrypt(pieces) {} }
    try await Task.sleep(for: .milliseconds(100))
    reading.cancel()
    await #expect(throws: CryptoError.cancelled) { try await reading.value }
  }

  /// A failure of the source is not the end of the plaintext, even for somebody who asks again.
  @Test func failureIsNotTheEndOfAStream() async throws {
    var sealed = try FileEncryptor(key: key, context: []).encrypt(FailingPieces(first: pattern(80)))
      .makeAsyncIterator()
    _ = try await sealed.next()
    await #expect(throws: CocoaError.self) { while try await sealed.next() != nil {} }
    await #expect(throws: CocoaError.self) { _ = try await sealed.next() }
    let first = try FileEncryptor(key: key, context: []).encrypt(pattern(40))
    var opened = try FileDecryptor(key: key, context: []).decrypt(FailingPieces(first: first))
      .makeAsyncIterator()
    await #expect(throws: CocoaError.self) { while try await opened.next() != nil {} }
    await #expect(throws: CocoaError.self) { _ = try await opened.next() }
  }

  /// A long header that comes byte by byte is read in a time that grows with its length only.
  @Test(.timeLimit(.minutes(1))) func readsLongHeadersByteByByte() async throws {
    var header = Array("age-encryption.org/v1\n-> grease\n".utf8)
    let line = [UInt8](repeating: UInt8(ascii: "A"), count: 64) + [UInt8(ascii: "\n")]
    for _ in 0..<4_000 { header += line }
    header +=
      Array("\n--- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n".utf8) + [UInt8](repeating: 0, count: 64)
    let pieces = AsyncStream<[UInt8]> { continuation in
      for byte in header { continuation.yield([byte]) }
      continuation.finish()
    }
    await #expect(throws: CryptoError.noMatchingKey) {
      for try await _ in FileDecryptor(identities: [try Identity()]).decrypt(pieces) {}
    }
  }

  private struct FailingPieces: AsyncSequence, AsyncIteratorProtocol {
    let first: [UInt8]
    var calls = 0
    func makeAsyncIterator() -> Self { self }
    mutating func next() async throws -> [UInt8]? {
      calls += 1
      if calls == 2 { throw CocoaError(.fileReadUnknown) }
      return calls == 1 ? first : nil
    }
  }

  private final class TaskBox: @unchecked Sendable { var task: Task<Void, any Error>? }

  /// Frees a test that would otherwise never end, and says so.
  private final class Watchdog: @unchecked Sendable {
    private var work: DispatchWorkItem?
    private var hasBarked = false

    func after(_ seconds: Int, _ free: @escaping @Sendable () -> Void) {
      let work = DispatchWorkItem {
        self.hasBarked = true
        free()
      }
      self.work = work
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: work)
    }

    /// Sends it away; gives whether it had to free the test.
    func cancel() -> Bool {
      work?.cancel()
      return hasBarked
    }
  }
}
