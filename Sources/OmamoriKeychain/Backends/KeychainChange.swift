import OmamoriCore

/// That an item was changed.
public struct KeychainChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The item was added or changed.
    case stored
    /// The item was removed.
    case removed
    /// Changes may have been missed; what is known of the store should be read again.
    case unknown
  }

  /// What happened.
  public let kind: Kind
  /// The item; `nil` when ``kind-swift.property`` is ``Kind/unknown``.
  public let reference: PersistentReference?

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - reference: The item.
  public init(_ kind: Kind, _ reference: PersistentReference?) {
    (self.kind, self.reference) = (kind, reference)
  }
}

/// The changes of a store, as they happen.
///
/// Reading waits without blocking. When a reader is slow, changes that it has not read may be replaced by one
/// ``KeychainChange/Kind/unknown``. Safe to share between threads.
public struct KeychainChanges: AsyncSequence, Sendable {
  /// What the sequence consists of.
  public typealias Element = KeychainChange

  /// The most changes that are kept for a slow reader.
  package static let greatestBacklog = 1024

  private let stream: AsyncStream<KeychainChange>

  /// Makes a sequence of a stream; for stores.
  public init(_ stream: AsyncStream<KeychainChange>) { self.stream = stream }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncStream<KeychainChange>.Iterator { stream.makeAsyncIterator() }
}

/// Tells the changes of a store to everybody who listens.
///
/// A listener that reads slowly loses the oldest changes and is told so by one ``KeychainChange/Kind/unknown``. Safe to
/// use from any thread.
package final class ChangeBroadcast: Sendable {
  private struct Listener {
    let continuation: AsyncStream<KeychainChange>.Continuation
    /// How many changes were told since the last one that says that some were lost.
    var toldSinceLoss = KeychainChanges.greatestBacklog

    /// Tells a change, and that some were lost when the newest notice of that may be lost itself.
    mutating func tell(_ change: KeychainChange) {
      let isLost = if case .dropped = continuation.yield(change) { true } else { false }
      toldSinceLoss += 1
      guard isLost, toldSinceLoss >= KeychainChanges.greatestBacklog / 2 else { return }
      continuation.yield(KeychainChange(.unknown, nil))
      toldSinceLoss = 0
    }
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var next: UInt64 = 0
  }

  private let state = Protected(State())

  package init() {}

  deinit {
    state.withLock { state in for (_, listener) in state.listeners { listener.continuation.finish() } }
  }

  /// Whether anybody listens.
  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// The changes from now on.
  package func listen() -> KeychainChanges {
    let (stream, continuation) = AsyncStream<KeychainChange>.makeStream(
      bufferingPolicy: .bufferingNewest(KeychainChanges.greatestBacklog))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = Listener(continuation: continuation)
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
    }
    return KeychainChanges(stream)
  }

  /// Tells a change.
  package func tell(_ change: KeychainChange) {
    state.withLock { state in
      for number in Array(state.listeners.keys) { state.listeners[number]?.tell(change) }
    }
  }
}
