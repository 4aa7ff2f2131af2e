import OmamoriCore
import OmamoriTransport

/// Carries the body of a response from the engine's thread to a reader, and says when the reader falls behind.
final class DownloadPipe: Sendable {
  /// The number of bytes that wait for the reader before the server is held up.
  static let capacity = 256 * 1024

  private struct State {
    var buffer = Data()
    var isHeldUp = false
    var end: Result<Void, TransportError>?
    var reader: CheckedContinuation<Result<Data?, TransportError>, Never>?
  }

  private let state = Protected(State())

  /// Takes bytes; gives `false`, and takes none, when the reader has to catch up first.
  func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, reader, data) = state.withLock { state in
      // because the buffer is only read, before the callback that owns it returns
      if let reader = state.reader {
        state.reader = nil
        return unsafe (true, Optional(reader), Data(bytes))
      }
      guard state.buffer.count < Self.capacity else {
        state.isHeldUp = true
        return (false, nil, Data())
      }
      unsafe state.buffer.append(contentsOf: bytes)
      return (true, nil, Data())
    }
    reader?.resume(returning: .success(data))
    return isTaken
  }

  /// Says that nothing more comes; what is waiting is still given out, unless something failed.
  func finish(_ end: Result<Void, TransportError>) {
    let reader = state.withLock { state -> CheckedContinuation<Result<Data?, TransportError>, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      if case .failure = end { state.buffer = Data() }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: end.map { nil })
  }

  /// Waits for the next bytes; `nil` at the end.
  ///
  /// - Parameter proceed: Called when the server was held up and may go on.
  /// - Returns: Everything that is there, at least one byte.
  /// - Throws: What the transfer ended with.
  func next(proceed: () -> Void) async throws(TransportError) -> Data? {
    // The lock is taken once: what comes between two looks would be missed.
    try await withCheckedContinuation { continuation in
      let (ready, isHeldUp) = state.withLock { state -> (Result<Data?, TransportError>?, Bool) in
        guard state.buffer.isEmpty else {
          let data = state.buffer
          state.buffer = Data()
          defer { state.isHeldUp = false }
          return (.success(data), state.isHeldUp)
        }
        if let end = state.end { return (end.map { nil }, false) }
        guard state.reader == nil else { return (.failure(.busy), false) }
        state.reader = continuation
        return (nil, false)
      }
      if isHeldUp { proceed() }
      if let ready { continuation.resume(returning: ready) }
    }.get()
  }
}
