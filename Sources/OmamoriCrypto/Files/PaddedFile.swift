package import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is sealed with a key of its own, whose size is hidden, and whose sealed bytes have one digest.
///
/// The plaintext is followed by the byte 0x80 and zeros up to a size that the caller chooses, sealed as a message of ``Cobblestone``, and
/// hashed as it goes. Memory does not grow with the size.
package struct PaddedFile: Sendable {
  /// What the reader has to know beside key and context.
  package struct Seal: Sendable, Hashable {
    /// The size of the plaintext in bytes.
    package let length: UInt64
    /// The size with what follows it in bytes.
    package let paddedLength: UInt64
    /// SHA-256 of the sealed file.
    package let digest: [UInt8]

    /// Puts the three together.
    package init(length: UInt64, paddedLength: UInt64, digest: [UInt8]) {
      (self.length, self.paddedLength, self.digest) = (length, paddedLength, digest)
    }
  }

  /// What follows the plaintext, before the zeros.
  static let marker: UInt8 = 0x80

  private let key: SymmetricKey
  private let context: [UInt8]
  private let limit: UInt64
  private let paddedLength: @Sendable (UInt64) -> UInt64

  /// Prepares for one file.
  ///
  /// - Parameters:
  ///   - key: The key of the file alone, 32 bytes.
  ///   - context: What the file belongs to; the reader has to give the same bytes.
  ///   - limit: The greatest size of the plaintext in bytes.
  ///   - paddedLength: The size with what follows it of a plaintext of some size, greater than that.
  package init(
    key: SymmetricKey,
    context: [UInt8],
    limit: UInt64,
    paddedLength: @escaping @Sendable (UInt64) -> UInt64
  ) {
    (self.key, self.context, self.limit, self.paddedLength) = (key, context, limit, paddedLength)
  }

  /// Seals a file on threads of its own.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - destination: What is written; a file appears when it is whole, readable for its owner only.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Returns: What the reader has to know.
  /// - Throws: `CryptoError`.
  package func seal(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions
  ) async throws(CryptoError) -> Seal {
    let result = Protected<Seal?>(nil)
    let job = PaddedFileJob(source, destination, options)
    let file = self
    try await job.onOwnThread { () throws(CryptoError) in
      let seal = try job.seal(key: file.key, file.context, limit: file.limit, file.paddedLength)
      result.withLock { $0 = seal }
    }
    guard let seal = result.current else { throw .cancelled }
    return seal
  }

  /// Opens a file on threads of its own; it appears only when all of it, and its digest, have been verified.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - destination: The file to write, readable for its owner only.
  ///   - seal: What ``seal(_:to:options:)`` gave.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: `CryptoError`.
  package func open(
    _ source: FilePlace,
    to destination: FilePlace,
    _ seal: Seal,
    options: FileOptions
  ) async throws(CryptoError) {
    let job = PaddedFileJob(source, destination, options)
    let file = self
    try await job.onOwnThread { () throws(CryptoError) in try job.open(key: file.key, file.context, seal) }
  }
}

/// One padded file that is sealed or opened: from a place to a place, whole or not at all.
///
/// Safe to share between threads.
struct PaddedFileJob: Sendable {
  private let source: FilePlace
  private let destination: FilePlace
  private let options: FileOptions
  private let control: StreamControl

  init(_ source: FilePlace, _ destination: FilePlace, _ options: FileOptions) {
    (self.source, self.destination, self.options) = (source, destination, options)
    guard let report = options.progress else {
      control = StreamControl(jobs: options.jobs)
      return
    }
    control = StreamControl(jobs: options.jobs) { report(FileProgress(completed: $0, total: nil)) }
  }

  /// Does the work on a thread of its own and ends it when the task is cancelled.
  func onOwnThread(_ work: @escaping @Sendable () throws(CryptoError) -> Void) async throws(CryptoError) {
    let result = await withTaskCancellationHandler {
      do throws(CryptoError) {
        try await OwnThread.run(work)
        return CryptoError?.none
      } catch { return error }
    } onCancel: {
      control.cancel()
    }
    if let result { throw result }
  }

  func seal(
    key: SymmetricKey,
    _ context: [UInt8],
    limit: UInt64,
    _ paddedLength: @escaping @Sendable (UInt64) -> UInt64
  ) throws(CryptoError) -> PaddedFile.Seal {
    let source = try FileSource(source)
    let target = try FileTarget(destination, replacing: options.replacesExisting)
    let (header, cipher) = try Cobblestone.aes256GCM.begin(key: key, context: context)
    let padded = PaddedSource(
      DescriptorSource(file: source.file), limit: limit, paddedLength: paddedLength)
    let sink = DigestingSink(target.sink)
    try sink.write(header, isCancelled: { isCancelled })
    try run(cipher, .seal, from: padded, to: sink)
    try finish(source, target)
    let counts = padded.counts
    return PaddedFile.Seal(length: counts.length, paddedLength: counts.padded, digest: sink.digest)
  }

  func open(
    key: SymmetricKey,
    _ context: [UInt8],
    _ seal: PaddedFile.Seal
  ) throws(CryptoError) {
    let source = try FileSource(source)
    let target = try FileTarget(destination, replacing: options.replacesExisting)
    // What a stream got could not be taken back when the end turned out to be wrong.
    guard case .file = target else { throw .file(.createTemporary, code: EINVAL) }
    let bytes = DigestingSource(DescriptorSource(file: source.file))
    var scan = HeaderScan(.cobblestone(.aes256GCM, key, context: context))
    // because the room is only used during the call
    let cipher = unsafe try scan.open { room throws(CryptoError) in
      // because the room is the caller's
      try unsafe bytes.next(into: room, isCancelled: { isCancelled })
    }.cipher
    let sink = TrimmedSink(target.sink, length: seal.length)
    try run(cipher, .open, from: bytes, after: scan.bytes, to: sink)
    guard sink.isRight(seal), ConstantTime.equal(bytes.digest, seal.digest) else {
      throw .authenticationFailed
    }
    try finish(source, target)
  }

  private func run(
    _ cipher: ChunkCipher,
    _ direction: ChunkWorker.Direction,
    from bytes: any ByteSource,
    after pending: [UInt8] = [],
    to sink: any ByteSink
  ) throws(CryptoError) {
    let control = control
    let reader = GroupReader(bytes, pending: pending) { control.isCancelled }
    try ChunkPipeline(
      cipher: cipher, direction: direction, input: .stream(reader), output: .stream(sink), control: control
    ).run()
  }

  private func finish(_ source: FileSource, _ target: FileTarget) throws(CryptoError) {
    try source.checkUnchanged()
    if isCancelled { throw .cancelled }
    try target.finish(like: nil, isDurable: options.isDurable)
  }

  private var isCancelled: Bool { control.isCancelled || Task.isCancelled }
}

/// The bytes of a source, then the byte 0x80 and zeros.
///
/// Safe to use from any thread; one at a time asks.
final class PaddedSource: ByteSource {
  private struct State {
    var length: UInt64 = 0
    /// The size with the zeros; `nil` until the end of the source.
    var padded: UInt64?
    var given: UInt64 = 0
    var isMarked = false
  }

  private let base: any ByteSource
  private let limit: UInt64
  private let paddedLength: @Sendable (UInt64) -> UInt64
  private let state = Protected(State())

  init(_ base: any ByteSource, limit: UInt64, paddedLength: @escaping @Sendable (UInt64) -> UInt64) {
    (self.base, self.limit, self.paddedLength) = (base, limit, paddedLength)
  }

  /// The sizes without and with the zeros, once all has been read.
  var counts: (length: UInt64, padded: UInt64) {
    state.withLock { ($0.length, $0.padded ?? $0.length) }
  }

  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int {
    if state.withLock({ $0.padded == nil }) {
      // because it is the caller's room
      let count = try unsafe base.next(into: room, isCancelled: isCancelled)
      let length = state.withLock { state in
        (state.length, state.given) = (state.length + UInt64(count), state.given + UInt64(count))
        return state.length
      }
      guard length <= limit else { throw .outOfRange(lower: 0, upper: Int(clamping: limit)) }
      if count > 0 { return count }
      let padded = max(paddedLength(length), length + 1)
      state.withLock { $0.padded = padded }
    }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: room[...])
    let size = room.count
    let (count, isMarker) = state.withLock { state in
      let count = Int(min(UInt64(size), (state.padded ?? 0) - state.given))
      defer { state.isMarked = state.isMarked || count > 0 }
      state.given += UInt64(count)
      return (count, count > 0 && !state.isMarked)
    }
    // because the part lies within the room
    unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count])
      .initializeMemory(as: UInt8.self, repeating: 0)
    if isMarker { unsafe room[0] = PaddedFile.marker }  // because there is room for at least one byte
    return count
  }
}

/// A place that takes the first bytes and drops the byte 0x80 and the zeros after them.
///
/// Safe to use from any thread; one at a time writes.
final class TrimmedSink: ByteSink {
  private struct State {
    var taken: UInt64 = 0
    var isPadded = true
  }

  private let base: any ByteSink
  private let length: UInt64
  private let state = Protected(State())

  init(_ base: any ByteSink, length: UInt64) { (self.base, self.length) = (base, length) }

  /// Whether as many bytes came as the seal says, and only the marker and zeros after them.
  func isRight(_ seal: PaddedFile.Seal) -> Bool {
    state.withLock { $0.isPadded && $0.taken == seal.paddedLength && seal.length < seal.paddedLength }
  }

  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) {
    let taken = state.withLock { $0.taken }
    let count = taken < length ? Int(min(UInt64(bytes.count), length - taken)) : 0
    var (isPadded, zeros) = (true, count)
    if taken <= length, count < bytes.count {
      isPadded = unsafe bytes[count] == PaddedFile.marker  // because it lies within the bytes
      zeros += 1
    }
    // because the part lies within the bytes
    let isZero = unsafe ConstantTime.isZero(UnsafeRawBufferPointer(rebasing: bytes[zeros...]).bytes)
    let size = bytes.count
    state.withLock { state in
      state.taken += UInt64(size)
      state.isPadded = state.isPadded && isPadded && isZero
    }
    guard count > 0 else { return }
    try unsafe base.writeNext(
      UnsafeRawBufferPointer(rebasing: bytes[..<count]), isCancelled: isCancelled)
  }

  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {
    try base.finishWriting(isCancelled: isCancelled)
  }
}
