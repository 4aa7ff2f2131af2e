import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// Streams without a size, which are worked on in order.
@Suite struct PipeTests {
  private let key = SymmetricKey(size: .bits256)

  @Test(arguments: [0, 1, 16_384, 2_000_000, 2 << 20], [1, 4])
  func roundTrip(_ count: Int, jobs: Int) throws {
    let plaintext = pattern(count)
    let sealed = try through(plaintext) { input, output throws(CryptoError) in
      try FileEncryptor(key: key, context: []).encrypt(input, to: output, options: FileOptions(jobs: jobs))
    }
    #expect(sealed.failure == nil)
    #expect(try FileDecryptor(key: key, context: []).decrypt(sealed.bytes) == plaintext)
    let opened = try through(sealed.bytes) { input, output throws(CryptoError) in
      try FileDecryptor(key: key, context: []).decrypt(input, to: output, options: FileOptions(jobs: jobs))
    }
    #expect(opened.failure == nil && opened.bytes == plaintext)
  }

  /// What was cut off is told at the end; what was changed is never given out.
  @Test(arguments: [1, 3]) func givesOutOnlyWhatIsVerified(_ jobs: Int) throws {
    let plaintext = pattern(3_000_000)
    let sealed = try FileEncryptor(key: key, context: []).encrypt(plaintext)
    let cut = Array(sealed[..<(56 + 150 * 16_400)])
    let opened = try decrypt(cut, jobs)
    #expect(opened.failure == .truncated(.cobblestone))
    #expect(opened.bytes == Array(plaintext[..<(150 * 16_384)]))
    var changed = sealed
    changed[56 + 100 * 16_400 + 77] ^= 1
    let refused = try decrypt(changed, jobs)
    #expect(refused.failure == .authenticationFailed)
    #expect(refused.bytes == Array(plaintext[..<(100 * 16_384)]))
  }

  @Test func endsWhenTheReaderIsGone() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let end = FilePlace.descriptor(pipe.fileHandleForWriting.fileDescriptor)
    let folder = try TemporaryFolder()
    try folder.write(pattern(1 << 20), to: "plain")
    #expect(throws: CryptoError.file(.write, code: EPIPE)) {
      try FileEncryptor(key: key, context: []).encrypt(.path(folder.path("plain")), to: end)
    }
  }

  @Test func cancelsWhileNothingComes() async throws {
    let (pipe, key) = (Pipe(), key)
    let input = FilePlace.descriptor(pipe.fileHandleForReading.fileDescriptor)
    let task = Task {
      try await FileEncryptor(key: key, context: []).encrypt(input, to: "/dev/null")
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CryptoError.cancelled) { try await task.value }
    try pipe.fileHandleForWriting.close()
  }

  private func decrypt(_ bytes: [UInt8], _ jobs: Int) throws -> (bytes: [UInt8], failure: CryptoError?) {
    try through(bytes) { input, output throws(CryptoError) in
      try FileDecryptor(key: key, context: []).decrypt(input, to: output, options: FileOptions(jobs: jobs))
    }
  }

  /// Runs work between two pipes.
  private func through(
    _ bytes: [UInt8],
    _ work: (FilePlace, FilePlace) throws(CryptoError) -> Void
  ) throws -> (bytes: [UInt8], failure: CryptoError?) {
    let (input, output) = (Pipe(), Pipe())
    let result = Box()
    let writer = Thread {
      try? input.fileHandleForWriting.write(contentsOf: bytes)
      try? input.fileHandleForWriting.close()
    }
    let finished = DispatchSemaphore(value: 0)
    let reader = Thread {
      result.bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
      finished.signal()
    }
    writer.start()
    reader.start()
    var failure: CryptoError?
    do throws(CryptoError) {
      try work(
        .descriptor(input.fileHandleForReading.fileDescriptor),
        .descriptor(output.fileHandleForWriting.fileDescriptor))
    } catch { failure = error }
    // A writer that is still waiting ends with its pipe.
    _ = signal(SIGPIPE, SIG_IGN)
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    finished.wait()
    return (result.bytes, failure)
  }

  private final class Box: @unchecked Sendable { var bytes: [UInt8] = [] }
}
