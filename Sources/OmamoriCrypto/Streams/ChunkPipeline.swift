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
  /// - Throws: ``CryptoError``: the failure that comes first in the payload when the output is a stream, one of the
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
