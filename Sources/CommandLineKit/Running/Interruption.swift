import OmamoriSystem

/// What must still happen when the user stops the tool and the running command does not end by itself.
///
/// An interrupted command is cancelled as a task first: `defer` blocks and `Task.isCancelled` are the usual
/// way to leave nothing behind. Only when it has not ended after a moment do these last actions run, then the
/// process ends.
public final class Interruption: Sendable {
  private struct State {
    var next = 0
    var actions: [Int: @Sendable () -> Void] = [:]
    var isInterrupted = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = StateMutex(State())

  /// Makes one without actions.
  public init() {}

  /// Whether the user or the system asked the tool to stop.
  public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Adds a last action, such as removing a temporary file; it runs on a thread of its own.
  ///
  /// - Returns: What ``remove(_:)`` takes.
  public func add(_ action: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.actions[state.next] = action
      return state.next
    }
  }

  /// Removes a last action that is no longer needed.
  public func remove(_ action: Int) {
    state.withLock { $0.actions[action] = nil }
  }

  /// Says how to cancel the command; it is cancelled at once when the interruption came first.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isTooLate = state.withLock { state in
      state.cancel = cancel
      return state.isInterrupted
    }
    if isTooLate { cancel() }
  }

  func interrupt() {
    let cancel = state.withLock { state in
      state.isInterrupted = true
      return state.cancel
    }
    cancel?()
  }

  /// Runs the actions that are left, the newest first, each once.
  func runActions() {
    let actions = state.withLock { state in
      defer { state.actions = [:] }
      return state.actions.sorted { $0.key > $1.key }.map(\.value)
    }
    for action in actions { action() }
  }
}
