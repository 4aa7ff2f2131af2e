import OmamoriCore

extension Keychain {
  /// How often ``getOrCreate(_:access:make:)`` and ``update(_:access:_:)`` begin again when others come in between.
  static let greatestAttempts = 64

  /// The value of a key; if there is none, a new one is stored first.
  ///
  /// A new value is made only when it is certain that there is none: a locked store, a refusal or a damaged item is
  /// thrown, so that a key that encrypts data is never replaced by another one. When several callers race, in this
  /// process or in others, all get the value of the one that came first.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - access: What the caller brings along when the key has an access control.
  ///   - make: Makes a new value; what it makes is given up when somebody else comes first.
  /// - Returns: The stored value.
  /// - Throws: ``KeychainError``; nothing was stored then.
  public func getOrCreate<Value>(
    _ key: Key<Value>,
    access: ItemAccess = .none,
    make: @Sendable () async -> Value
  ) async throws(KeychainError) -> Value {
    var made: Value?
    for _ in 0..<Self.greatestAttempts {
      if let found = try await value(for: key, access: access) { return found }
      let new: Value
      if let made { new = made } else { new = await make() }
      made = new
      if try await backend.put(try place.item(new, key), if: .absent, access: access) != nil { return new }
    }
    throw .contended
  }

  /// The value of a key; if there is none, a new one is stored first, which may fail to be made.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - access: What the caller brings along when the key has an access control.
  ///   - make: Makes a new value, such as by asking a server.
  /// - Returns: The stored value.
  /// - Throws: ``KeychainError`` or what `make` throws; nothing was stored then.
  public func getOrCreate<Value>(
    _ key: Key<Value>,
    access: ItemAccess = .none,
    make: @Sendable () async throws -> Value
  ) async throws -> Value {
    if let found = try await value(for: key, access: access) { return found }
    let made = try await make()
    return try await getOrCreate(key, access: access) { made }
  }

  /// Changes a value, and begins again when others changed it meanwhile, so that no change is lost.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - access: What the caller brings along when the key has an access control.
  ///   - transform: Gets the value, or `nil` when there is none, and gives the new one, or `nil` to leave it as it is.
  ///     It may be called several times.
  /// - Returns: The value as it is now; `nil` when there is none.
  /// - Throws: ``KeychainError``; ``KeychainError/contended`` when others came in between again and again.
  @discardableResult
  public func update<Value>(
    _ key: Key<Value>,
    access: ItemAccess = .none,
    _ transform: @Sendable (Value?) async -> Value?
  ) async throws(KeychainError) -> Value? {
    for _ in 0..<Self.greatestAttempts {
      let found = try await item(for: key, access)
      var old: Value?
      if let found { old = try key.value(of: found) }
      guard let new = await transform(old) else { return old }
      var item = try place.item(new, key)
      // A twin is changed where it is: two stores of one value would be none.
      item.isSynchronizable = found?.synchronization.isRequested ?? key.isSynchronizable
      let condition = found.map { PutCondition.version($0.version) } ?? .absent
      if try await backend.put(item, if: condition, access: access) != nil { return new }
    }
    throw .contended
  }

  /// Does several things in one step: all of them or, when `body` throws, none.
  ///
  /// - Parameter body: What to do, on a thread that may block. Values with an access control cannot be read here.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``KeychainError/unsupported(_:)`` when the store has no transactions.
  public func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    let place = place
    return try await backend.transaction { step throws(KeychainError) in
      try body(Transaction(place: place, step: step))
    }
  }

  /// Waits until values can be used.
  ///
  /// - Parameters:
  ///   - accessibility: The accessibility of the values: those that survive locking can be used while it is locked again.
  ///   - timeout: How long to wait at most; `nil` for as long as it takes.
  ///   - interval: How often to look.
  /// - Throws: ``KeychainError/locked`` when it took too long, ``KeychainError/cancelled`` when the task was cancelled.
  public func waitUntilUnlocked(
    for accessibility: ItemAccessibility = .whenUnlocked,
    timeout: Duration? = nil,
    interval: Duration = .milliseconds(200)
  ) async throws(KeychainError) {
    let clock = ContinuousClock()
    let end = timeout.map { clock.now.advanced(by: $0) }
    while true {
      switch await backend.lockState() {
      case .unlocked: return
      case .locked: if accessibility.survivesLocking { return }
      case .beforeFirstUnlock, .unavailable: break
      }
      let next = clock.now.advanced(by: max(interval, .milliseconds(1)))
      if let end, clock.now >= end { throw .locked }
      do {
        try await clock.sleep(until: min(next, end ?? next))
      } catch {
        throw .cancelled
      }
    }
  }
}
