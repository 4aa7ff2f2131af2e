import OmamoriCore

extension PinDocument {
  /// The rules of a policy that pin the same hosts in the same way.
  ///
  /// Rules stand alone, so the pins of entries that meet are repeated where they do; each host gets the pins that
  /// ``pins(for:)`` names. After an expiry the policy refuses, whatever the source did.
  ///
  /// - Parameter requiresBackup: Whether each list must have a second pin.
  /// - Returns: The rules, and what is different.
  /// - Throws: ``TransportError/policy(_:)`` for an entry without a usable pin or, unless told otherwise, a backup.
  public func rules(
    requiresBackup: Bool = true
  ) throws(TransportError) -> (rules: [HostRule], notes: [ConversionNote]) {
    var rules: [HostRule] = []
    var notes: [ConversionNote] = []
    for (host, subdomains, value) in try HostRegions(entries, host: \.host).patterns(
      reach: \.scope.reach, value: { candidates throws(TransportError) in try combined(candidates) })
    {
      let pins = try value.map { entry throws(TransportError) in
        try entry.pinSet(requiresBackup: requiresBackup)
      }
      rules.append(HostRule(try HostPattern(host, subdomains: subdomains), pins: pins ?? nil))
    }
    for entry in entries where entry.expiry != nil {
      notes.append(ConversionNote(.expiryRefuses, .stricter, entry.label))
    }
    for entry in entries where !entry.reportURIs.isEmpty {
      notes.append(ConversionNote(.reportsLost, .same, entry.label))
    }
    return (rules, notes)
  }
}

extension PinnedHosts {
  /// The pins of a policy; `nil` for an entry that is exempt.
  ///
  /// - Throws: ``TransportError/policy(_:)``, because a list without a pin is no condition in a policy.
  func pinSet(requiresBackup: Bool) throws(TransportError) -> PinSet? {
    guard !isExempt else { return nil }
    guard !refusesEverything else { throw .policy(.noPins) }
    return try PinSet(
      leaf: leaf ?? [], authorities: authorities ?? [], anywhere: anywhere ?? [], expiry: expiry, mode: mode,
      requiresBackup: requiresBackup)
  }
}
