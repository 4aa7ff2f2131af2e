public import OmamoriCore

/// Keeps the pins of an app current from signed sets that are fetched while it runs, and never removes a pin.
///
/// A set replaces the pins of those hosts alone that the app was built to let be updated. The greatest number that was
/// accepted is kept in a secret store, so that an old set, correctly signed, is refused for ever. When a set expires or
/// the store cannot answer, the pins that the app was built with count. How a set gets here does not matter for its
/// safety. Safe to use from any thread.
public actor PinUpdater {
  /// What the store has; "nothing" and "no answer" are different things.
  private enum Stored: Sendable {
    case record(PinUpdateRecord?)
    case problem(SecretStoreProblem)
  }

  private let machine: PinUpdateMachine
  private let store: any SecretStore
  private let name: String
  private let clock: any WallClock
  private var known: Stored?
  /// The last piece of work; each waits for the one before, so that no two compare with the same number.
  private var last: Task<Void, Never>?

  /// Makes an updater.
  ///
  /// - Parameters:
  ///   - builtIn: The policy that the app was built with.
  ///   - updatable: The patterns of rules whose pins a set may replace; each has a rule with pins.
  ///   - keys: The keys whose signatures are believed, 1 to 4.
  ///   - audience: Whom sets have to be for, such as the identifier of the app.
  ///   - store: Where the newest set is remembered; up to 256 KiB.
  ///   - name: The name in the store.
  ///   - clock: The time of day.
  /// - Throws: ``TransportError/policy(_:)`` for a pattern without pins, ``TransportError/signatureInvalid`` for another
  ///   number of keys.
  public init(
    builtIn: TransportPolicy, updatable: Set<HostPattern>, keys: [PinSigningKey], audience: String,
    store: any SecretStore, name: String = "omamori.transport.pins", clock: any WallClock = SystemWallClock()
  ) throws(TransportError) {
    machine = try PinUpdateMachine(builtIn: builtIn, updatable: updatable, keys: keys, audience: audience)
    (self.store, self.name, self.clock) = (store, name, clock)
  }

  /// The policy that counts now, with the reason; a session keeps the one it was made with.
  ///
  /// - Returns: The policy and which pins are in it. The store is asked the first time, and again while it cannot answer.
  public func current() async -> (policy: TransportPolicy, status: PinUpdateStatus) {
    if case .record(let known)? = known { return machine.state(known, now: clock.date) }
    return await serially { await self.load() }
  }

  /// Takes a new set.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The policy that counts from now on, with the reason.
  /// - Throws: ``TransportError/signatureInvalid``, ``TransportError/rolledBack(expected:found:)``,
  ///   ``TransportError/noUpdatablePattern`` for a set that would replace the pins of no host,
  ///   ``TransportError/malformedDocument(line:)``, ``TransportError/policy(_:)`` and
  ///   ``TransportError/secretStore(_:)``; nothing has changed then.
  public func apply(
    _ bytes: [UInt8]
  ) async throws(TransportError) -> (policy: TransportPolicy, status: PinUpdateStatus) {
    try await serially { await self.take(bytes) }.get()
  }

  private func load() async -> (policy: TransportPolicy, status: PinUpdateStatus) {
    let known = await stored()
    self.known = known
    switch known {
    case .record(let record): return machine.state(record, now: clock.date)
    case .problem(let problem): return (machine.builtIn, .storeUnavailable(problem))
    }
  }

  private func take(
    _ bytes: [UInt8]
  ) async -> Result<(policy: TransportPolicy, status: PinUpdateStatus), TransportError> {
    // Asked every time: another process may have accepted a newer set.
    let known = await stored()
    self.known = known
    do throws(TransportError) {
      let record: PinUpdateRecord?
      switch known {
      case .record(let stored): record = stored
      case .problem(let problem): throw .secretStore(problem)
      }
      guard let new = try machine.accept(bytes, known: record, now: clock.date) else {
        return .success(machine.state(record, now: clock.date))
      }
      do throws(CoreError) {
        try await store.replace(SecretBytes(copying: new.bytes), named: name)
      } catch {
        throw .secretStore(SecretStoreProblem(error))
      }
      self.known = .record(new)
      return .success(machine.state(new, now: clock.date))
    } catch {
      return .failure(error)
    }
  }

  /// What the store has; what is there and cannot be read is damage and never "nothing".
  private func stored() async -> Stored {
    do throws(CoreError) {
      guard let secret = try await store.secret(named: name) else { return .record(nil) }
      let bytes = secret.withBytes { span in
        // because every pattern of bits is a UInt8
        unsafe span.withUnsafeBytes { unsafe Array($0) }
      }
      guard let record = PinUpdateRecord(bytes) else {
        return .problem(.corrupt)
      }
      return .record(record)
    } catch {
      return .problem(SecretStoreProblem(error))
    }
  }

  private func serially<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let before = last
    let task = Task {
      await before?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return await task.value
  }
}

extension SecretStoreProblem {
  /// The problem behind an error of a secret store; whatever else went wrong there, it could not answer.
  init(_ error: CoreError) {
    guard case .secretStore(let problem) = error else {
      self = .unavailable
      return
    }
    self = problem
  }
}
