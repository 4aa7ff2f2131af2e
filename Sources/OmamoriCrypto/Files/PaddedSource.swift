import OmamoriCore

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
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: room[...])  // because it is the caller's room
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
