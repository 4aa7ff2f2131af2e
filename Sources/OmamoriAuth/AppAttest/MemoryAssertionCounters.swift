public import OmamoriCore

/// Counters in memory, for a server that is one process and may forget its keys when it ends.
///
/// Safe to use from any thread.
public final class MemoryAssertionCounters: AssertionCounters {
  private let counters = Protected<[Data: UInt32]>([:])

  /// Makes counters of no keys.
  public init() {}

  /// Begins to count for a key that was just attested; a key that is known already keeps its counter.
  ///
  /// - Parameter key: The key.
  public func add(_ key: AttestedKey) {
    counters.withLock { counters in
      if counters[key.identifier] == nil { counters[key.identifier] = AttestedKey.firstCounter }
    }
  }

  /// Forgets a key, whose assertions are refused from then on.
  ///
  /// - Parameter keyID: The identifier of the key.
  public func remove(_ keyID: Data) { counters.withLock { $0[keyID] = nil } }

  /// Sets the counter of a key if it is below the new value.
  public func advance(_ keyID: Data, to counter: UInt32) async throws(AuthError) -> Bool {
    counters.withLock { counters in
      guard let current = counters[keyID], current < counter else { return false }
      counters[keyID] = counter
      return true
    }
  }
}
