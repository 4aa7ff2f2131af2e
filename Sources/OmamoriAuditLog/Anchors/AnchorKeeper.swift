import OmamoriCore

/// Hands checkpoints to the anchors, the newest one only and never so that the log waits for them.
///
/// An anchor that contradicts the log gets nothing more: what it knows is evidence. One that is gone gets nothing until it
/// is back. Safe to use from any thread.
final class AnchorKeeper: Sendable {
  private struct State {
    var known: [Checkpoint?]
    var isCompared: [Bool]
    var faults: [AnchorFault?]
    var counters: [UInt64?]
    /// Which anchors were gone and are replaced by new ones.
    var isRenewed: [Bool]
    /// Whether the log was there before it was opened, so that anchors have to know it.
    var isKnown = false
    var hasNewCounter = false
    var next: Checkpoint?
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let anchors: [any LogAnchor]
  private let state: Protected<State>
  private let key: LogKey
  private let history: LogHistory
  private let acceptsMissing: Bool
  private let alarm: @Sendable (AuditEvent) -> Void

  /// Keeps anchors.
  ///
  /// - Parameters:
  ///   - anchors: The anchors.
  ///   - key: The log.
  ///   - history: What stands in its files.
  ///   - acceptsMissing: Whether one that is gone is replaced by a new one.
  ///   - alarm: Called with what has to be recorded.
  init(
    _ anchors: [any LogAnchor], of key: LogKey, _ history: LogHistory, acceptsMissing: Bool,
    alarm: @escaping @Sendable (AuditEvent) -> Void
  ) {
    (self.anchors, self.key, self.history) = (anchors, key, history)
    (self.acceptsMissing, self.alarm) = (acceptsMissing, alarm)
    let count = anchors.count
    state = Protected(
      State(
        known: [Checkpoint?](repeating: nil, count: count),
        isCompared: [Bool](repeating: false, count: count),
        faults: [AnchorFault?](repeating: nil, count: count),
        counters: [UInt64?](repeating: nil, count: count),
        isRenewed: [Bool](repeating: false, count: count)))
  }

  /// Whether a counter was made that the log has no number of yet.
  var hasNewCounter: Bool { state.withLock { $0.hasNewCounter } }

  /// Whether there are any.
  var isEmpty: Bool { anchors.isEmpty }

  /// What is wrong with each anchor; `nil` for one that agrees with the log.
  var faults: [AnchorFault?] { state.withLock { $0.faults } }

  /// What the next checkpoint says that the counter is about to stand at; `nil` when nothing counts.
  var nextCounter: UInt64? { state.withLock { $0.counters.compactMap(\.self).max().map { $0 + 1 } } }

  /// Compares the log with what the anchors know, before anything is written.
  ///
  /// - Parameters:
  ///   - end: How the log ends; `nil` for one that is empty.
  ///   - isKnown: Whether the log was there before, even when nothing is left of it.
  func compare(_ end: LogEnd?, isKnown: Bool) async {
    let position = end?.position ?? .beginning
    state.withLock { $0.isKnown = isKnown }
    for index in anchors.indices {
      do throws(AuditLogError) {
        try await compare(
          index, size: position.tree.count, root: position.tree.root,
          segment: end.map { $0.position.segment - 1 })
      } catch {
        state.withLock { $0.faults[index] = Self.fault(error) }
      }
    }
  }

  /// Records what ``compare(_:isKnown:)`` found.
  func tell() {
    for (index, fault) in faults.enumerated() {
      if let fault { tell(fault, index) } else { tellRenewal(index) }
    }
  }

  /// Asks an anchor what it knows and compares that with the log at its present size.
  private func compare(
    _ index: Int, size: UInt64, root: LogHash, segment: UInt64?
  ) async throws(AuditLogError) {
    let knowledge = try await anchors[index].knowledge(of: key)
    var fault: AnchorFault?
    if let known = knowledge.checkpoint {
      if known.size > size {
        fault = .rolledBack
      } else if let found = known.size == size ? root : try await self.root(at: known.size),
        found != known.root
      {
        fault = .mismatch
      }
    }
    let isGone = knowledge.isMissing && state.withLock { $0.isKnown }
    if isGone, !acceptsMissing { fault = .missing }
    var counter = knowledge.counter
    if let value = counter {
      let named = try await newestCount(upTo: segment)
      let number = named?.counter
      if knowledge.isCounterNew {
        // Somebody removed the counter that the log was counted with.
        if number != nil { fault = .mismatch }
      } else if number ?? 0 < value {
        // A log that never had a number is not the one that was counted for.
        fault = .rolledBack
      } else if let named, let number, number > value {
        // The run ended between the frame and the count, which is made up for: two ends of the log must not share a
        // number. No run leaves more than one count open.
        if number - value > 1 {
          fault = .mismatch
        } else if fault == nil {
          try await anchors[index].remember(named, after: knowledge.checkpoint)
          counter = number
        }
      }
    }
    let reached = counter
    state.withLock { state in
      // One that is put back later is compared then.
      state.isCompared[index] = fault != .missing
      state.known[index] = knowledge.checkpoint
      // A log that contradicts the counter gets no number, which would make it look right.
      state.counters[index] = fault == nil ? reached : nil
      if knowledge.isCounterNew { state.hasNewCounter = true }
      state.faults[index] = fault
      state.isRenewed[index] = isGone && fault == nil
    }
  }

  /// The newest checkpoint in the log that names a number.
  private func newestCount(upTo segment: UInt64?) async throws(AuditLogError) -> Checkpoint? {
    guard let segment else { return nil }
    let (history, key) = (history, key)
    return try await OwnThread.run { () throws(AuditLogError) in
      try history.newestCount(upTo: segment, of: key)
    }
  }

  private func root(at size: UInt64) async throws(AuditLogError) -> LogHash? {
    let history = history
    return try await OwnThread.run { () throws(AuditLogError) in try history.root(at: size) }
  }

  /// Takes a checkpoint whose bytes are on the disk.
  func offer(_ checkpoint: Checkpoint) {
    guard !anchors.isEmpty else { return }
    let begins = state.withLock { state in
      state.next = checkpoint
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if begins { Task { await work() } }
  }

  /// Waits until the anchors have what was offered, or refused it.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isBusy { state.waiting.append(continuation) }
        return !state.isBusy
      }
      if isIdle { continuation.resume() }
    }
  }

  private func work() async {
    while let checkpoint = next() {
      for (index, anchor) in anchors.enumerated() { await hand(checkpoint, to: anchor, index) }
    }
  }

  private func next() -> Checkpoint? {
    let (next, waiting) = state.withLock { state -> (Checkpoint?, [CheckedContinuation<Void, Never>]) in
      if let next = state.next {
        state.next = nil
        return (next, [])
      }
      state.isBusy = false
      defer { state.waiting = [] }
      return (nil, state.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return next
  }

  private func hand(_ checkpoint: Checkpoint, to anchor: any LogAnchor, _ index: Int) async {
    let (fault, isCompared) = state.withLock { ($0.faults[index], $0.isCompared[index]) }
    guard fault == nil || fault == .unreachable || fault == .missing else { return }
    do throws(AuditLogError) {
      if !isCompared {
        try await compare(index, size: checkpoint.size, root: checkpoint.root, segment: .max)
        if let found = state.withLock({ $0.faults[index] }) { throw .anchor(found) }
        tellRenewal(index)
      }
      try await anchor.remember(checkpoint, after: state.withLock { $0.known[index] })
      state.withLock { state in
        state.known[index] = checkpoint
        state.faults[index] = nil
        // A checkpoint from before the counter was known names no number and counts nothing.
        if state.counters[index] != nil, let counter = checkpoint.counter { state.counters[index] = counter }
      }
    } catch {
      let new = Self.fault(error)
      state.withLock { $0.faults[index] = new }
      if new != fault { tell(new, index) }
    }
  }

  private func tell(_ fault: AnchorFault, _ index: Int) {
    let (event, word): (KnownEvent, AuditValue) =
      switch fault {
      case .unreachable: (.anchorFailed, "unreachable")
      case .rolledBack: (.anchorContradicted, "rolled-back")
      case .mismatch: (.anchorContradicted, "mismatch")
      case .missing: (.anchorMissing, "missing")
      }
    alarm(AuditEvent(event).with("anchor", .public(.integer(Int64(index)))).with("fault", .public(word)))
  }

  /// Records that an anchor was gone and is replaced by a new one, which the auditor has to know.
  private func tellRenewal(_ index: Int) {
    guard state.withLock({ $0.isRenewed[index] }) else { return }
    alarm(
      AuditEvent(.anchorMissing, severity: .warning).with("anchor", .public(.integer(Int64(index))))
        .with("accepted", .public(.flag(true))))
  }

  private static func fault(_ error: AuditLogError) -> AnchorFault {
    if case .anchor(let fault) = error { return fault }
    return .unreachable
  }
}
