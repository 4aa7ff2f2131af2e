import OmamoriCore

/// Seals or opens a payload that comes in pieces of any size, without doing any input or output.
///
/// A piece gives the chunks that it completes; the last chunk is done when the end is announced. After a failure every
/// further piece fails the same way. Not Sendable: it belongs to one task or thread at a time.
final class ChunkMachine {
  private let worker: ChunkWorker
  private let direction: ChunkWorker.Direction
  /// The bytes of a full chunk as they come in.
  private let unit: Int
  /// A chunk that is not complete, or that may be the last.
  private let pending: ChunkBuffer
  private var pendingCount = 0
  private var nextChunk: UInt64 = 0
  private var failure: CryptoError?

  /// How many bytes are best given at once: what completes a chunk that has begun, and some whole chunks.
  var stepSize: Int { (pendingCount == 0 ? 0 : unit - pendingCount) + max(1, (1 << 20) / unit) * unit }

  /// What a piece gave.
  struct Result: Sendable {
    /// Sealed chunks, or verified plaintext.
    var bytes: [UInt8]
    /// Why there will be no more, after these bytes.
    var failure: CryptoError?
  }

  /// Begins a payload.
  init(_ cipher: ChunkCipher, _ direction: ChunkWorker.Direction) throws(CryptoError) {
    worker = try ChunkWorker(cipher, direction)
    self.direction = direction
    unit = direction == .seal ? cipher.layout.chunkSize : cipher.layout.sealedChunkSize
    pending = ChunkBuffer(count: unit)
  }

  /// Takes a piece of the payload.
  ///
  /// - Parameters:
  ///   - piece: The bytes, any number of them.
  ///   - isEnd: Whether the payload ends with them.
  ///   - isFollowed: Whether more bytes are known to follow, so that no full chunk has to wait as the possible last one.
  /// - Returns: What the piece completes.
  func process(_ piece: RawSpan, isEnd: Bool, isFollowed: Bool = false) -> Result {
    // because the buffer stays inside the closure
    unsafe piece.withUnsafeBytes { unsafe process($0, isEnd, isFollowed) }
  }

  private func process(_ piece: UnsafeRawBufferPointer, _ isEnd: Bool, _ isFollowed: Bool) -> Result {
    if let failure { return Result(bytes: [], failure: failure) }
    // One more than the chunks that fit, for an empty last one and for the pending bytes.
    let chunks = (pendingCount + piece.count) / unit + 2
    var result = Result(bytes: [], failure: nil)
    // because the closure says how many bytes it wrote, one after the other from the start
    result.bytes = unsafe [UInt8](unsafeUninitializedCapacity: chunks * worker.cipher.layout.sealedChunkSize)
    {
      room,
      count in
      result.failure = unsafe fill(UnsafeMutableRawBufferPointer(room), &count, piece, isEnd, isFollowed)
    }
    failure = result.failure
    return result
  }

  private func fill(
    _ room: UnsafeMutableRawBufferPointer,
    _ written: inout Int,
    _ piece: UnsafeRawBufferPointer,
    _ isEnd: Bool,
    _ isFollowed: Bool
  ) -> CryptoError? {
    var offset = 0
    if pendingCount > 0 || piece.count < unit || piece.count == unit && !isFollowed {
      offset = min(unit - pendingCount, piece.count)
      unsafe keep(piece[0..<offset])  // because the pending room has that many bytes left
      guard offset < piece.count || isFollowed && pendingCount == unit else {
        // A full chunk waits, since only what follows says whether it is the last.
        return isEnd ? unsafe run(takePending(), room, &written, isLast: true) : nil
      }
      // because the pending bytes stay until the next piece
      if let failure = unsafe run(takePending(), room, &written, isLast: false) { return failure }
    }
    let rest = piece.count - offset
    let whole = isEnd ? rest : (isFollowed ? rest : max(rest - 1, 0)) / unit * unit
    // because the part lies within the piece
    let part = unsafe UnsafeRawBufferPointer(rebasing: piece[offset..<offset + whole])
    // because the room holds all chunks of the piece
    if let failure = unsafe run(part, room, &written, isLast: isEnd) { return failure }
    unsafe keep(piece[(offset + whole)...])  // because at most one chunk is left
    return nil
  }

  private func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    // because the pending room has that many bytes left
    unsafe pending[pendingCount..<pendingCount + bytes.count].copyMemory(
      from: UnsafeRawBufferPointer(rebasing: bytes))
    pendingCount += unsafe bytes.count  // because only the count is looked at
  }

  private func takePending() -> UnsafeRawBufferPointer {
    defer { pendingCount = 0 }
    return unsafe UnsafeRawBufferPointer(pending[0..<pendingCount])  // because the room lives as long as self
  }

  private func run(
    _ bytes: UnsafeRawBufferPointer,
    _ room: UnsafeMutableRawBufferPointer,
    _ written: inout Int,
    isLast: Bool
  ) -> CryptoError? {
    let group = ChunkGroup(firstChunk: nextChunk, isLast: isLast)
    // because the part lies within the room
    let free = unsafe UnsafeMutableRawBufferPointer(rebasing: room[written...])
    let outcome =
      switch direction {
      case .seal: unsafe group.seal(bytes, into: free, worker)  // because the room holds all chunks
      case .open: unsafe group.open(bytes, into: free, worker)
      }
    written += outcome.count
    nextChunk += UInt64(bytes.count / unit)
    return outcome.failure
  }
}
