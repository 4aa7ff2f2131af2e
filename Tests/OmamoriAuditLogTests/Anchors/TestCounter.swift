import OmamoriCore

@testable import OmamoriAuditLog

/// A counter in this process that only goes up, as that of a TPM.
final class TestCounter: LogAnchor {
  private struct State {
    var value: UInt64 = 40
    var isThere = false
    var isReachable = true
  }

  private let state = Protected(State())

  /// What it stands at.
  var value: UInt64 { state.withLock { $0.value } }

  /// Lets it answer or not.
  func set(reachable: Bool) { state.withLock { $0.isReachable = reachable } }

  /// Somebody removes it; the next one goes on above it.
  func remove() { state.withLock { $0.isThere = false } }

  func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge {
    try state.withLock { state throws(AuditLogError) in
      guard state.isReachable else { throw .anchor(.unreachable) }
      let isNew = !state.isThere
      if isNew { (state.isThere, state.value) = (true, state.value + 1) }
      return AnchorKnowledge(counter: state.value, isCounterNew: isNew)
    }
  }

  func remember(_ checkpoint: Checkpoint, after previous: Checkpoint?) async throws(AuditLogError) {
    try state.withLock { state throws(AuditLogError) in
      guard state.isReachable else { throw .anchor(.unreachable) }
      guard let goal = checkpoint.counter else { return }
      guard state.value <= goal else { throw .anchor(.rolledBack) }
      if state.value < goal { state.value += 1 }
    }
  }
}
