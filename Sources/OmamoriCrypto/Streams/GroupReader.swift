import OmamoriCore

/// Cuts a stream into groups of chunks, looking one byte ahead to know the last group when it is read.
///
/// Safe to use from any thread; the threads take turns.
final class GroupReader: Sendable {
  /// A group as it was read.
  enum Group: Sendable {
    /// The number of the group, its bytes in the caller's room, and whether it is the last.
    case bytes(number: UInt64, count: Int, isLast: Bool)
    /// The stream could not be read on; the number says after which groups.
    case failure(number: UInt64, CryptoError)
  }

  private struct State {
    var number: UInt64 = 0
    /// Bytes that were read already: what followed a header, then the one byte looked ahead at.
    var pending: [UInt8]
    var isAtEnd = false
  }

  private let source: any ByteSource
  private let state: Protected<State>
  private let isCancelled: @Sendable () -> Bool

  /// Begins at `pending`, which the source has given already.
  init(
    _ source: any ByteSource,
    pending: [UInt8] = [],
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.source, self.isCancelled) = (source, isCancelled)
    state = Protected(State(pending: pending))
  }

  /// Reads the next group into the room; `nil` after the last one and after a failure.
  func next(into buffer: ChunkBuffer, count: Int) -> Group? {
    let place = unsafe Place(room: buffer[0..<count])  // because the room is longer than the one that uses it
    return state.withLock { state in
      guard !state.isAtEnd else { return nil }
      let number = state.number
      state.number += 1
      do throws(CryptoError) {
        return unsafe .bytes(  // because the room is the caller's, who waits
          number: number, count: try fill(place.room, &state), isLast: state.isAtEnd)
      } catch {
        state.isAtEnd = true
        return .failure(number: number, error)
      }
    }
  }

  private func fill(
    _ room: UnsafeMutableRawBufferPointer,
    _ state: inout State
  ) throws(CryptoError) -> Int {
    let taken = min(state.pending.count, room.count)
    unsafe room.copyBytes(from: state.pending.prefix(taken))  // because the room has at least that many bytes
    state.pending.removeFirst(taken)
    if !state.pending.isEmpty { return taken }
    // because the part lies within the room
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[taken...])
    let filled = taken + (try unsafe source.fill(rest, isCancelled: isCancelled))
    var ahead: UInt8 = 0
    var count = 0
    if filled == room.count {
      var failure: CryptoError?
      // because one byte is read into one byte
      unsafe withUnsafeMutableBytes(of: &ahead) { byte in
        do throws(CryptoError) {
          count = try unsafe source.next(into: byte, isCancelled: isCancelled)  // because it is one byte
        } catch { failure = error }
      }
      if let failure { throw failure }
    }
    if count == 1 { state.pending = [ahead] } else { state.isAtEnd = true }
    return filled
  }

  /// The caller's room on its way into the lock.
  @safe
  // because the caller waits until the lock is free again
  private struct Place: @unchecked Sendable {
    let room: UnsafeMutableRawBufferPointer
  }
}
