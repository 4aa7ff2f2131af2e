import OmamoriCore

/// What other threads want of a connection's thread.
///
/// Safe to use from any thread.
final class BusInbox: Sendable {
  /// Whether a call has been cancelled, seen by its caller and by the connection's thread.
  final class Ticket: Sendable {
    let number: UInt64
    private let flag = Protected(false)

    init(_ number: UInt64) { self.number = number }

    var isCancelled: Bool { flag.current }
    func cancel() { flag.withLock { $0 = true } }
  }

  /// Takes the answer of a call; called once.
  typealias Completion = @Sendable (Result<[BusValue], BusError>) -> Void

  /// One wish.
  enum Command: Sendable {
    case call(Ticket, BusCall, deadline: UInt64, Completion)
    case cancel(UInt64)
    case listen(UInt64, BusMatch, AsyncStream<BusSignal>.Continuation, deadline: UInt64, Completion)
    case unlisten(UInt64)
    case close
  }

  private struct State {
    var commands: [Command] = []
    var isClosed = false
    var lastNumber: UInt64 = 0
  }

  /// Wakes the connection's thread.
  let event: WakeEvent
  private let state = Protected(State())

  /// Makes an inbox; `nil` when there are no descriptors left.
  init?() {
    guard let event = WakeEvent() else { return nil }
    self.event = event
  }

  /// A number that was not given out before.
  func number() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Hands over a wish; `false` when the connection has ended and nobody will read it.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let posted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      return true
    }
    if posted { event.signal() }
    return posted
  }

  /// Takes out all wishes.
  func take() -> [Command] {
    event.clear()
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Takes out the last wishes and refuses further ones.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
  }
}
