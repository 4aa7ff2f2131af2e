import OmamoriCore

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
