import OmamoriCore
import OmamoriTransport

/// What other threads have to say to the engine's thread.
///
/// Safe to use from any thread.
final class EngineMailbox: Sendable {
  /// One message.
  enum Message: Sendable {
    /// Begin.
    case start(Transfer, CheckedContinuation<CurlEngine.Answer, Never>)
    /// End, whatever it is doing.
    case cancel(Transfer)
    /// Go on after a wait for this side.
    case proceed(Transfer)
  }

  /// What the engine's thread takes out.
  struct Delivery {
    let messages: [Message]
    let isClosing: Bool
  }

  private struct State {
    var messages: [Message] = []
    var multi: MultiHandle?
    var isAsleep = false
    var isClosing = false
    var isEnding = false
    var hasEnded = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Protected(State())

  /// Starts the engine's thread once.
  ///
  /// - Throws: `TransportError.closed`, and what `start` throws.
  func begin(_ start: () throws(TransportError) -> MultiHandle) throws(TransportError) {
    try state.withLock { state throws(TransportError) in
      guard !state.isClosing else { throw .closed }
      if state.multi == nil { state.multi = try start() }
    }
  }

  /// Leaves a message; says whether somebody will read it.
  func post(_ message: Message) -> Bool {
    state.withLock { state in
      guard !state.isClosing, let multi = state.multi else { return false }
      state.messages.append(message)
      // One waker is enough, and none is needed while the thread is busy: it looks again before it sleeps.
      if state.isAsleep {
        state.isAsleep = false
        multi.wake()
      }
      return true
    }
  }

  /// Takes what is there; called on the engine's thread.
  ///
  /// - Parameter mayDoze: Whether the thread is going to sleep when nothing is there.
  /// - Returns: The messages.
  func take(mayDoze: Bool) -> Delivery {
    state.withLock { state in
      let messages = state.messages
      state.messages.removeAll(keepingCapacity: true)
      state.isAsleep = mayDoze && messages.isEmpty && !state.isClosing
      return Delivery(messages: messages, isClosing: state.isClosing)
    }
  }

  /// Asks the engine to end.
  ///
  /// - Parameter closer: Resumed when it has ended.
  func close(_ closer: CheckedContinuation<Void, Never>?) {
    let isOver = state.withLock { state in
      state.isClosing = true
      guard state.multi != nil || state.isEnding, !state.hasEnded else { return true }
      if let closer { state.closers.append(closer) }
      state.multi?.wake()
      return false
    }
    if isOver { closer?.resume() }
  }

  /// Says that the engine's thread frees everything now and must not be woken up any more.
  func beginEnd() { state.withLock { ($0.isEnding, $0.multi) = (true, nil) } }

  /// Says that the engine's thread is done.
  func end() {
    let closers = state.withLock { state in
      state.hasEnded = true
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }
}
