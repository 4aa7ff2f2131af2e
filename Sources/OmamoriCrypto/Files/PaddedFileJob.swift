#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

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
