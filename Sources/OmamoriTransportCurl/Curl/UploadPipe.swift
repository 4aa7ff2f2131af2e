import OmamoriCore
import OmamoriTransport

/// Carries the body of a request from a writer to the engine's thread, and holds the writer up when the server is slow.
final class UploadPipe: Sendable {
  /// What reading found.
  enum Reading: Sendable {
    /// This many bytes were copied.
    case bytes(Int)
    /// Nothing is there yet; the writer will say when.
    case later
    /// The body is complete.
    case end
    /// The writer failed.
    case failed
  }

  private struct State {
    var pending: [Data] = []
    var offset = 0
    var given: Int64 = 0
    var end: Bool?
    var isStarved = false
    var writer: CheckedContinuation<Bool, Never>?
    var feeder: Task<Void, Never>?
  }

  private let state = Protected(State())
  /// The number of bytes of the body, when it is known.
  let length: Int64?

  init(length: Int64?) { self.length = length }

  /// Whether the writer has to be asked for more.
  var isWanting: Bool { state.withLock { $0.end == nil && length != $0.given } }

  /// Keeps the task that writes, and cancels it as soon as nobody reads any more.
  func keep(_ feeder: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if state.end == nil { state.feeder = feeder }
      return state.end != nil
    }
    if isOver { feeder.cancel() }
  }

  /// Gives bytes and waits until they were taken.
  ///
  /// - Parameters:
  ///   - data: The bytes; none are skipped.
  ///   - proceed: Called when the engine waits for bytes.
  /// - Returns: Whether more is wanted.
  func write(_ data: Data, proceed: () -> Void) async -> Bool {
    guard !data.isEmpty else { return state.withLock { $0.end == nil } }
    return await withCheckedContinuation { continuation in
      let (isOver, isStarved) = state.withLock { state -> (Bool, Bool) in
        guard state.end == nil, state.writer == nil else { return (true, false) }
        state.pending.append(data)
        state.writer = continuation
        defer { state.isStarved = false }
        return (false, state.isStarved)
      }
      if isOver { return continuation.resume(returning: false) }
      if isStarved { proceed() }
    }
  }

  /// Ends the body.
  ///
  /// - Parameters:
  ///   - isComplete: Whether everything was written.
  ///   - proceed: Called when the engine waits for bytes.
  func finish(isComplete: Bool, proceed: () -> Void) {
    let (writer, feeder, isStarved) = state.withLock { state in
      if state.end == nil { state.end = isComplete }
      defer { (state.writer, state.feeder, state.isStarved) = (nil, nil, false) }
      return (state.writer, state.feeder, state.isStarved)
    }
    writer?.resume(returning: false)
    feeder?.cancel()
    if isStarved { proceed() }
  }

  /// Copies what is there; called on the engine's thread.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Bool, Never>?) in
      guard let first = state.pending.first else {
        if state.given == length { return (.end, nil) }
        guard let isComplete = state.end else {
          state.isStarved = true
          return (.later, nil)
        }
        return (isComplete && length.map { $0 == state.given } ?? true ? .end : .failed, nil)
      }
      let count = min(buffer.count, first.count - state.offset)
      let start = first.startIndex + state.offset
      // because the buffer has room for as many bytes
      unsafe first.copyBytes(
        to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), from: start..<start + count)
      state.offset += count
      state.given += Int64(count)
      if let length, state.given > length { return (.failed, nil) }
      guard state.offset == first.count else { return (.bytes(count), nil) }
      (state.pending, state.offset) = ([], 0)
      defer { state.writer = nil }
      return (.bytes(count), state.writer)
    }
    writer?.resume(returning: true)
    return reading
  }
}
