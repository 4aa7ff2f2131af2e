import OmamoriCore

/// Some chunks in a row that one thread seals or opens together.
struct ChunkGroup: Sendable {
  /// The number of its first chunk.
  let firstChunk: UInt64
  /// Whether the payload ends with it.
  let isLast: Bool

  /// How much of the output is good, and what ended the work before its end.
  struct Outcome: Sendable {
    /// The bytes at the beginning of the output that are sealed, or opened and verified.
    var count = 0
    /// The failure after those bytes.
    var failure: CryptoError?
  }
}

extension ChunkGroup {
  /// Seals the plaintext of the group into room for all of it.
  func seal(
    _ plaintext: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer,
    _ worker: ChunkWorker
  ) -> Outcome {
    let layout = worker.cipher.layout
    var (outcome, offset, index) = (Outcome(), 0, firstChunk)
    do throws(CryptoError) {
      while true {
        let count = min(layout.chunkSize, plaintext.count - offset)
        let isFinal = isLast && isEnd(of: plaintext.count, after: offset + count, count, layout)
        if !isFinal && count == 0 { break }
        // because both parts lie within their buffers
        try unsafe worker.seal(
          index: index, isFinal: isFinal,
          UnsafeRawBufferPointer(rebasing: plaintext[offset..<offset + count]),
          into: UnsafeMutableRawBufferPointer(
            rebasing: room[outcome.count..<outcome.count + count + layout.overhead]))
        outcome.count += count + layout.overhead
        (offset, index) = (offset + count, index + 1)
        if isFinal { break }
      }
    } catch { outcome.failure = error }
    return outcome
  }

  /// Opens the chunks of the group into room for all of them; what was opened before a failure is counted.
  func open(
    _ sealed: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer,
    _ worker: ChunkWorker
  ) -> Outcome {
    let layout = worker.cipher.layout
    var (outcome, offset, index) = (Outcome(), 0, firstChunk)
    do throws(CryptoError) {
      if isLast && sealed.count == 0 { throw .truncated(layout.format) }
      while offset < sealed.count {
        let count = min(layout.sealedChunkSize, sealed.count - offset)
        let isFinal = isLast && offset + count == sealed.count
        // A full chunk where a shorter one must end the payload is a good one with nothing after it.
        let isCutOff = isFinal && layout.finalChunk == .shorter && count == layout.sealedChunkSize
        if isFinal && !isCutOff { try layout.checkFinal(sealedSize: count, index: index) }
        // because both parts lie within their buffers
        let chunk = unsafe UnsafeRawBufferPointer(rebasing: sealed[offset..<offset + count])
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: room[outcome.count..<outcome.count + count - layout.overhead])
        // because the parts have the sizes of one chunk
        outcome.failure = try unsafe open(chunk, into: target, index, isFinal: isFinal, worker)
        outcome.count += target.count
        if outcome.failure != nil { return outcome }
        if isCutOff { throw .truncated(layout.format) }
        (offset, index) = (offset + count, index + 1)
      }
    } catch { outcome.failure = error }
    return outcome
  }

  /// Opens one chunk; gives the failure that follows it when it is genuine but in the wrong place.
  private func open(
    _ chunk: UnsafeRawBufferPointer,
    into target: UnsafeMutableRawBufferPointer,
    _ index: UInt64,
    isFinal: Bool,
    _ worker: ChunkWorker
  ) throws(CryptoError) -> CryptoError? {
    let layout = worker.cipher.layout
    do throws(CryptoError) {
      // because the parts have the sizes of one chunk
      try unsafe worker.open(index: index, isFinal: isFinal, chunk, into: target)
      return nil
    } catch {
      // Where a mark says which chunk is the last, the other mark tells a cut or an addition from a change.
      guard error == .authenticationFailed, worker.cipher.nonces == .counterAndFinalFlag,
        chunk.count == layout.sealedChunkSize
      else { throw error }
      try unsafe worker.open(index: index, isFinal: !isFinal, chunk, into: target)
      return isFinal ? .truncated(layout.format) : .malformed(layout.format, offset: nil)
    }
  }

  private func isEnd(of total: Int, after end: Int, _ count: Int, _ layout: ChunkLayout) -> Bool {
    switch layout.finalChunk {
    case .shorter: count < layout.chunkSize
    case .emptyOnlyIfAlone: end == total
    }
  }
}

/// Room for a group of chunks, wiped when it is given back.
///
/// Not Sendable: it belongs to one thread.
@safe
final class ChunkBuffer {
  /// The bytes.
  let bytes: UnsafeMutableRawBufferPointer

  /// Takes room on a boundary of pages, which the kernel copies fastest.
  init(count: Int) {
    // because the deinitialiser gives it back
    unsafe bytes = .allocate(byteCount: max(count, 1), alignment: 4096)
  }

  deinit {
    if let base = unsafe bytes.baseAddress {
      unsafe MemoryPages.wipe(base, bytes.count)  // because nobody uses the room any more
    }
    unsafe bytes.deallocate()  // because it is ours
  }

  /// A part of the room.
  subscript(range: Range<Int>) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])  // because the range lies within the room
  }
}
