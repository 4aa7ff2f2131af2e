#if !canImport(Darwin)
import OmamoriCore

/// Tells everybody who listens what was changed.
///
/// Safe to use from any thread.
final class ChangeHub: Sendable {
  private struct Listeners {
    var lastNumber = 0
    var continuations: [Int: AsyncStream<KeychainChange>.Continuation] = [:]
    var hasEnded = false
  }

  private let listeners = Protected(Listeners())

  /// Whether anybody listens.
  var hasListeners: Bool { listeners.withLock { !$0.continuations.isEmpty } }

  /// Begins to listen.
  ///
  /// - Parameter onEnd: Is called when this listener ends.
  func listen(onEnd: @escaping @Sendable () -> Void = {}) -> KeychainChanges {
    let (stream, continuation) = AsyncStream.makeStream(
      of: KeychainChange.self, bufferingPolicy: .bufferingNewest(KeychainChanges.greatestBacklog))
    let number: Int? = listeners.withLock { listeners in
      guard !listeners.hasEnded else { return nil }
      listeners.lastNumber += 1
      listeners.continuations[listeners.lastNumber] = continuation
      return listeners.lastNumber
    }
    guard let number else {
      continuation.finish()
      return KeychainChanges(stream)
    }
    continuation.onTermination = { [weak self] _ in
      self?.forget(number)
      onEnd()
    }
    return KeychainChanges(stream)
  }

  /// Tells of changes; `nil` says that anything may have been changed.
  func tell(_ changes: [RowChange]?) {
    let continuations = listeners.withLock { Array($0.continuations.values) }
    guard !continuations.isEmpty, changes?.isEmpty != true else { return }
    guard let changes else { return continuations.forEach { Self.tell(KeychainChange(.unknown, nil), $0) } }
    for change in changes {
      let reference = try? change.identifier.reference()
      let told = KeychainChange(change.isRemoved ? .removed : .stored, reference)
      for continuation in continuations { Self.tell(told, continuation) }
    }
  }

  /// Ends all listening.
  func end() {
    let continuations = listeners.withLock { listeners in
      listeners.hasEnded = true
      return Array(listeners.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }

  private static func tell(
    _ change: KeychainChange, _ continuation: AsyncStream<KeychainChange>.Continuation
  ) {
    // What falls out of the backlog is replaced by the word that something is missing.
    if case .dropped = continuation.yield(change) { continuation.yield(KeychainChange(.unknown, nil)) }
  }

  private func forget(_ number: Int) { listeners.withLock { $0.continuations[number] = nil } }
}
#endif
