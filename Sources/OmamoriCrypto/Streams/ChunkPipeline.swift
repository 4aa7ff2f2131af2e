import OmamoriCore

/// Seals or opens a whole payload with several threads and bounded memory.
///
/// Files and memory are worked on at any place at once. Streams are read in order, worked on at once and written in
/// order: a byte of plaintext goes out only when its chunk and all before it have been verified.
struct ChunkPipeline: Sendable {
  /// Where the payload comes from.
  enum Input: Sendable {
    /// Bytes that stay where they are during the work.
    case memory(BorrowedBytes)
    /// A part of a file from an offset on.
    case file(OpenFile, offset: UInt64, size: UInt64)
    /// What a stream gives until it ends.
    case stream(GroupReader)
  }

  /// Where the result goes.
  enum Output: Sendable {
    /// Room for the result, exactly.
    case memory(BorrowedRoom)
    /// A file, from an offset on; whether its bytes are sent to the disk at once, for somebody who waits for that.
    case file(OpenFile, offset: UInt64, isDurable: Bool)
    /// A stream, in order.
    case stream(any ByteSink)
  }

  /// How the payload is sealed.
  let cipher: ChunkCipher
  /// What is done.
  let direction: ChunkWorker.Direction
  /// Where the payload comes from.
  let input: Input
  /// Where the result goes.
  let output: Output
  /// The threads, the progress and the cancellation.
  let control: StreamControl

  /// The most bytes of plaintext in one group.
  private static let groupSize = 512 << 10
  /// The most bytes in the buffers of all threads.
  private static let bufferBudget = 8 << 20

  /// Does the work with this thread and as many others as there are jobs for.
  ///
  /// - Returns: The number of bytes of the input.
  /// - Throws: `CryptoError`: the failure that comes first in the payload when the output is a stream, one of the
  ///   failures otherwise.
  @discardableResult
  func run() throws(CryptoError) -> UInt64 {
    let size = Self.groupSize(jobs: control.jobs)
    let chunks = max(1, size / cipher.layout.chunkSize)
    let run = ChunkPipelineRun(self, chunksPerGroup: chunks, groups: try groupCount(of: chunks))
    return try run.finish()
  }

  private static func groupSize(jobs: Int) -> Int {
    // Two buffers a thread.
    min(groupSize, bufferBudget / (2 * jobs))
  }

  /// The number of groups where the size of the payload is known.
  private func groupCount(of chunksPerGroup: Int) throws(CryptoError) -> UInt64? {
    let size: UInt64
    switch input {
    case .memory(let bytes): size = UInt64(bytes.count)
    case .file(_, _, let known): size = known
    case .stream: return nil
    }
    let chunks =
      switch direction {
      case .seal: try cipher.layout.chunkCount(forPlaintext: size)
      case .open: try cipher.layout.contents(ofSealed: size).chunks
      }
    return (chunks - 1) / UInt64(chunksPerGroup) + 1
  }
}

/// Bytes that somebody else holds still while they are used.
@safe
// because the one who lends them waits for the end of the work, and nobody writes to them
struct BorrowedBytes: @unchecked Sendable {
  let start: UnsafeRawPointer?
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe (start, count) = (bytes.baseAddress, bytes.count)  // because it is kept as it is
  }
}

/// Room that somebody else holds still while it is filled.
@safe
// because the one who lends it waits for the end of the work, and threads write to parts that do not overlap
struct BorrowedRoom: @unchecked Sendable {
  let start: UnsafeMutableRawPointer?
  let count: Int

  init(_ room: UnsafeMutableRawBufferPointer) {
    unsafe (start, count) = (room.baseAddress, room.count)  // because it is kept as it is
  }
}

/// One run of a pipeline: what its threads share.
///
/// Safe to use from any thread.
final class ChunkPipelineRun: Sendable {
  private let pipeline: ChunkPipeline
  private let chunksPerGroup: Int
  /// The number of groups where it is known.
  private let groups: UInt64?
  private let nextGroup = Protected<UInt64>(0)
  private let bytesDone = Protected<UInt64>(0)
  private let threads: Int
  private let gate: TurnGate

  init(_ pipeline: ChunkPipeline, chunksPerGroup: Int, groups: UInt64?) {
    (self.pipeline, self.chunksPerGroup, self.groups) = (pipeline, chunksPerGroup, groups)
    threads = groups.map { min(pipeline.control.jobs, Int(clamping: $0)) } ?? pipeline.control.jobs
    gate = TurnGate(threads: threads - 1)
  }

  /// Runs to the end and gives the number of bytes of the input.
  func finish() throws(CryptoError) -> UInt64 {
    for _ in 1..<threads {
      let isStarted = OwnThread.start { [self] in
        work()
        gate.leave()
      }
      if !isStarted { gate.leave() }
    }
    work()
    gate.waitForThreads()
    if let failure = gate.firstFailure { throw failure }
    pipeline.control.didFinishAll()
    return bytesDone.withLock { $0 }
  }

  private func work() {
    do throws(CryptoError) {
      let tools = try Tools(pipeline, chunksPerGroup)
      while gate.firstFailure == nil {
        if Task.isCancelled { pipeline.control.cancel() }
        if pipeline.control.isCancelled { throw .cancelled }
        guard try processNext(tools) else { break }
      }
    } catch {
      gate.fail(error)
      // Another thread may be waiting for input that never comes; what precedes the failure has been written.
      pipeline.control.cancel()
    }
  }

  /// Takes, works on and gives away one group; `false` when there is none left.
  private func processNext(_ tools: Tools) throws(CryptoError) -> Bool {
    switch pipeline.input {
    case .memory(let bytes):
      guard let (number, start, count) = nextPlace(in: UInt64(bytes.count), tools) else { return false }
      // because the place lies within the bytes
      let part = unsafe UnsafeRawBufferPointer(start: bytes.start?.advanced(by: Int(start)), count: count)
      try unsafe process(part, number, isLast: number + 1 == groups, tools)  // because the bytes are lent
    case .file(let file, let offset, let size):
      guard let (number, start, count) = nextPlace(in: size, tools) else { return false }
      let room = unsafe tools.input[0..<count]  // because a group has at most the size of the room
      // because the room has the size of what is read
      guard try unsafe file.read(into: room, at: offset + start) == count else { throw .sourceChanged }
      // because the room belongs to this thread
      try unsafe process(UnsafeRawBufferPointer(room), number, isLast: number + 1 == groups, tools)
    case .stream(let reader):
      switch reader.next(into: tools.input, count: tools.inputSize) {
      case .bytes(let number, let count, let isLast):
        try unsafe process(UnsafeRawBufferPointer(tools.input[0..<count]), number, isLast: isLast, tools)
      case .failure(let number, let error):
        if gate.wait(for: number) { throw error }
        return false
      case nil: return false
      }
    }
    return true
  }

  private func nextPlace(in size: UInt64, _ tools: Tools) -> (number: UInt64, start: UInt64, count: Int)? {
    let number = nextGroup.withLock { next in
      defer { next += 1 }
      return next
    }
    guard let groups, number < groups else { return nil }
    let start = number * UInt64(tools.inputSize)
    return (number, start, Int(min(UInt64(tools.inputSize), size - start)))
  }

  private func process(
    _ bytes: UnsafeRawBufferPointer,
    _ number: UInt64,
    isLast: Bool,
    _ tools: Tools
  ) throws(CryptoError) {
    let group = ChunkGroup(firstChunk: number * UInt64(chunksPerGroup), isLast: isLast)
    let place = number * UInt64(tools.outputSize)
    let room: UnsafeMutableRawBufferPointer
    if case .memory(let all) = pipeline.output {
      let count = min(all.count - Int(place), tools.outputSize + tools.spare)
      // because the place lies within the room, whose size was calculated from that of the input
      unsafe room = UnsafeMutableRawBufferPointer(start: all.start?.advanced(by: Int(place)), count: count)
    } else {
      unsafe room = tools.output.bytes  // because it belongs to this thread
    }
    let outcome =
      switch pipeline.direction {
      case .seal: unsafe group.seal(bytes, into: room, tools.worker)  // because the room holds a whole group
      case .open: unsafe group.open(bytes, into: room, tools.worker)
      }
    // because the count is that of bytes written to the room
    let result = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[0..<outcome.count])
    switch pipeline.output {
    case .memory: if let failure = outcome.failure { throw failure }
    case .file(let file, let offset, let isDurable):
      if let failure = outcome.failure { throw failure }
      try unsafe file.write(result, at: offset + place)  // because the room belongs to this thread
      if isDurable { file.startSynchronizing(at: offset + place, count: outcome.count) }
    case .stream(let sink):
      guard gate.wait(for: number) else { return }
      let control = pipeline.control
      try unsafe sink.writeNext(result, isCancelled: { control.isCancelled })  // because the room is ours
      if let failure = outcome.failure { throw failure }
      gate.advance()
    }
    bytesDone.withLock { $0 += UInt64(bytes.count) }
    pipeline.control.didFinish(bytes.count)
  }

  /// What each thread has for itself.
  private final class Tools {
    let worker: ChunkWorker
    /// The bytes of a whole group before and after the work.
    let inputSize, outputSize: Int
    /// Room for one more chunk, since an empty one may follow a full group.
    let spare: Int
    let input, output: ChunkBuffer

    init(_ pipeline: ChunkPipeline, _ chunks: Int) throws(CryptoError) {
      let layout = pipeline.cipher.layout
      worker = try ChunkWorker(pipeline.cipher, pipeline.direction)
      let (plain, sealed) = (chunks * layout.chunkSize, chunks * layout.sealedChunkSize)
      (inputSize, outputSize) = pipeline.direction == .seal ? (plain, sealed) : (sealed, plain)
      spare = layout.overhead
      var needsInput = true
      if case .memory = pipeline.input { needsInput = false }
      var needsOutput = true
      if case .memory = pipeline.output { needsOutput = false }
      input = ChunkBuffer(count: needsInput ? inputSize : 0)
      output = ChunkBuffer(count: needsOutput ? outputSize + spare : 0)
    }
  }
}

/// Seals or opens the chunks of one payload, in any order.
///
/// Holds the expanded key of its cipher, so that a chunk costs no more than its bytes. Not Sendable: every thread makes
/// its own.
@safe
package final class ChunkWorker {
  /// What a worker does.
  package enum Direction: Sendable {
    /// From plaintext to chunks.
    case seal
    /// From chunks to plaintext.
    case open
  }

  /// How the payload is sealed.
  let cipher: ChunkCipher
  private let aead: ChunkAEAD

  /// Makes a worker for one thread.
  init(_ cipher: ChunkCipher, _ direction: Direction) throws(CryptoError) {
    self.cipher = cipher
    aead = try cipher.key.withBytes { key throws(CryptoError) in
      try ChunkAEAD(cipher.algorithm, key: key, direction)
    }
  }

  /// Seals one chunk.
  ///
  /// - Parameters:
  ///   - index: Its number, from 0.
  ///   - isFinal: Whether it is the last.
  ///   - plaintext: Its bytes, at most the size of a chunk.
  ///   - sealed: Room for them and the overhead, exactly.
  /// - Throws: `CryptoError.unsupported(_:)` past the last number of the format and for formats that are only read.
  func seal(
    index: UInt64,
    isFinal: Bool,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard index < cipher.layout.maximumChunks, sealed.count == plaintext.count + cipher.layout.overhead,
      let nonce = cipher.nonces.nonce(of: index, isFinal: isFinal)
    else { throw .unsupported(cipher.layout.format) }
    try unsafe aead.seal(nonce, plaintext, into: sealed)  // because the sizes were compared
  }

  /// Opens one chunk; the room holds zeros after a failure.
  ///
  /// - Parameters:
  ///   - index: Its number, from 0.
  ///   - isFinal: Whether it is the last.
  ///   - sealed: Its bytes with the overhead.
  ///   - plaintext: Room for them without the overhead, exactly.
  /// - Throws: `CryptoError.authenticationFailed` when the chunk is not the one that was sealed in this place.
  func open(
    index: UInt64,
    isFinal: Bool,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard index < cipher.layout.maximumChunks, sealed.count == plaintext.count + cipher.layout.overhead else {
      throw .truncated(cipher.layout.format)
    }
    if let nonce = cipher.nonces.nonce(of: index, isFinal: isFinal) {
      // because the sizes were compared
      return try unsafe aead.open(nonce, sealed, into: plaintext)
    }
    // because the overhead of chunks that carry their nonce covers it
    let nonce = unsafe ChunkNonce(sealed.bytes)
    // because the part lies within the chunk
    let rest = unsafe UnsafeRawBufferPointer(rebasing: sealed[ChunkNonce.size...])
    try unsafe aead.open(nonce, rest, into: plaintext)
  }
}
