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
  package init(_ error: CoreError) {
    guard case .secretStore(let problem) = error else {
      self = .unavailable
      return
    }
    self = problem
  }
}

/// Decides which pin sets count; it knows no store, no network and no clock.
struct PinUpdateMachine: Sendable {
  /// How far in the future a set may have been made, in seconds, since clocks differ.
  static let toleratedSkew: TimeInterval = 86_400

  let builtIn: TransportPolicy
  let updatable: Set<HostPattern>
  let keys: [PinSigningKey]
  let audience: String

  /// Refuses a configuration that could never work: a pattern without a pinned rule, or no key.
  init(
    builtIn: TransportPolicy, updatable: Set<HostPattern>, keys: [PinSigningKey], audience: String
  ) throws(TransportError) {
    let pinned = Set(builtIn.rules.filter { $0.pins != nil }.map(\.pattern))
    guard updatable.isSubset(of: pinned) else { throw .policy(.noPins) }
    guard (1...PinSigningKey.greatestCount).contains(keys.count) else { throw .signatureInvalid }
    (self.builtIn, self.updatable, self.keys, self.audience) = (builtIn, updatable, keys, audience)
  }

  /// What to remember of a new file; `nil` when it is the one that is known.
  ///
  /// - Throws: ``TransportError/rolledBack(expected:found:)`` for one that is older than `known`, or another one with the
  ///   same number, ``TransportError/noUpdatablePattern``, and what verifying throws.
  func accept(
    _ bytes: [UInt8], known: PinUpdateRecord?, now: Date
  ) throws(TransportError) -> PinUpdateRecord? {
    let set = try SignedPinSet.verify(bytes, keys: keys, audience: audience)
    let sequence = set.content.sequence
    if let known, sequence <= known.sequence {
      guard sequence == known.sequence, set.digest == known.digest else {
        let expected = sequence == known.sequence ? known.sequence &+ 1 : known.sequence
        throw .rolledBack(expected: expected, found: sequence)
      }
      // The same set counts again when it was signed anew, because the key of the kept file is not believed any more.
      if (try? SignedPinSet.verify(known.document, keys: keys, audience: audience)) != nil { return nil }
    }
    // A set from the future, or one that is over, must not raise the number that everything else is compared with.
    guard set.content.issued <= now.addingTimeInterval(Self.toleratedSkew), now < set.content.expires else {
      throw .notCurrent
    }
    // It has to fit into the policy before it is remembered, and must not take the place of one that does something.
    guard try !policy(with: set).hosts.isEmpty else { throw .noUpdatablePattern }
    return PinUpdateRecord(sequence: sequence, digest: set.digest, document: bytes)
  }

  /// Which pins count.
  func state(_ known: PinUpdateRecord?, now: Date) -> (policy: TransportPolicy, status: PinUpdateStatus) {
    guard let known else { return (builtIn, .builtIn) }
    guard let set = try? SignedPinSet.verify(known.document, keys: keys, audience: audience),
      set.digest == known.digest, set.content.sequence == known.sequence,
      let merged = try? policy(with: set)
    else { return (builtIn, .unusable(sequence: known.sequence)) }
    guard now < set.content.expires else { return (builtIn, .expired(sequence: known.sequence)) }
    return (
      merged.policy,
      .updated(sequence: known.sequence, expires: set.content.expires, hosts: merged.hosts)
    )
  }

  /// The policy with the pins of a set in place of its own, for the patterns that may be updated and no others.
  private func policy(
    with set: SignedPinSet
  ) throws(TransportError) -> (policy: TransportPolicy, hosts: [HostPattern]) {
    var pins: [HostPattern: PinnedHosts] = [:]
    for entry in set.content.hosts {
      guard let subdomains = entry.scope.subdomains else { throw .malformedDocument(line: nil) }
      pins[try HostPattern(entry.host, subdomains: subdomains)] = entry
    }
    var hosts: [HostPattern] = []
    var rules: [HostRule] = []
    for rule in builtIn.rules {
      guard updatable.contains(rule.pattern), let old = rule.pins, let entry = pins[rule.pattern] else {
        rules.append(rule)
        continue
      }
      // The new pins end with their set, and never weaken the rule: its depth and its mode stay.
      let new = try PinSet(
        leaf: entry.leaf ?? [], authorities: entry.authorities ?? [], anywhere: entry.anywhere ?? [],
        greatestDepth: old.greatestDepth, expiry: set.content.expires, warningPeriod: old.warningPeriod,
        mode: old.mode)
      rules.append(
        HostRule(
          rule.pattern, pins: new, minimumVersion: rule.minimumVersion, anchors: rule.anchors,
          certificates: rule.certificates))
      hosts.append(rule.pattern)
    }
    // A copy, so that nothing but the rules can differ; their patterns are the same, so it is as valid as before.
    var policy = builtIn
    policy.rules = rules
    return (policy, hosts)
  }
}

extension PinnedHosts.Scope {
  /// The same hosts in a rule; `nil` for what a rule cannot state.
  var subdomains: HostPattern.Subdomains? {
    switch self {
    case .host: .excluded
    case .hostAndOneLabel: .oneLabel
    case .hostAndAll: .all
    case .oneLabelOnly: nil
    }
  }
}

/// What is remembered of the newest set that was accepted, in the bytes of a secret store.
struct PinUpdateRecord: Sendable, Hashable {
  /// The greatest number that was accepted.
  let sequence: UInt64
  /// SHA-256 of the payload with that number.
  let digest: [UInt8]
  /// The file itself, so that it counts after a start without a network.
  let document: [UInt8]

  private static let headerSize = 1 + 8 + 32

  init(sequence: UInt64, digest: [UInt8], document: [UInt8]) {
    (self.sequence, self.digest, self.document) = (sequence, digest, document)
  }

  /// Reads a record; `nil` when the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.count <= Self.headerSize + SignedPinEnvelope.greatestSize,
      bytes[0] == 1
    else { return nil }
    sequence = bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
    digest = Array(bytes[9..<Self.headerSize])
    document = Array(bytes[Self.headerSize...])
  }

  var bytes: [UInt8] {
    [1] + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * UInt64($0))) } + digest + document
  }
}

/// Which pins count, and why.
///
/// In every state the hosts are pinned.
public enum PinUpdateStatus: Sendable, Hashable {
  /// No set was ever accepted: the pins that the app was built with count.
  case builtIn
  /// A set counts, for these patterns.
  case updated(sequence: UInt64, expires: Date, hosts: [HostPattern])
  /// The newest set has expired: the pins that the app was built with count again.
  case expired(sequence: UInt64)
  /// The set that was kept is signed by no key that is believed any more, or is damaged: the pins that the app was built
  /// with count, and older sets stay refused.
  case unusable(sequence: UInt64)
  /// The store could not answer: the pins that the app was built with count, and no set is accepted until it can,
  /// because nobody knows which one would be older.
  case storeUnavailable(SecretStoreProblem)

  /// The state as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .builtIn:
      LocalizedText("The pins that the app was built with are in use.", ja: "アプリに組み込まれたピンを使用しています。")
    case .updated(let sequence, _, let hosts):
      LocalizedText(
        "Pin set \(sequence) is in use for \(hosts.count) hosts.",
        ja: "ピンのセット \(sequence) を \(hosts.count) 件のホストに使用しています。")
    case .expired(let sequence):
      LocalizedText(
        "Pin set \(sequence) has expired; the pins that the app was built with are in use.",
        ja: "ピンのセット \(sequence) の期限が切れたため、アプリに組み込まれたピンを使用しています。")
    case .unusable(let sequence):
      LocalizedText(
        "Pin set \(sequence) can no longer be verified; the pins that the app was built with are in use.",
        ja: "ピンのセット \(sequence) を検証できなくなったため、アプリに組み込まれたピンを使用しています。")
    case .storeUnavailable(let problem):
      LocalizedText(
        "The newest pin set is not known; the pins that the app was built with are in use. "
          + CoreError.secretStore(problem).explanation.english,
        ja: "最新のピンのセットを確認できないため、アプリに組み込まれたピンを使用しています。"
          + CoreError.secretStore(problem).explanation.japanese)
    }
  }
}
