/// What the settings of App Transport Security achieve, the good included.
public struct ATSSummary: Sendable, Hashable {
  /// A host with declared pins.
  public struct PinnedHost: Sendable, Hashable {
    /// The name as written.
    public let name: String
    /// Whether every list of pins has a second key in reserve.
    public let hasBackup: Bool
    /// Whether the pins let any connection pass and plain HTTP is refused.
    public let isEffective: Bool
  }

  /// The contexts in which a public host that no exception names loses the protection.
  public let contextsLosingATS: [ATSContext]
  /// The exceptions that allow plain HTTP to hosts that are not local, in alphabetical order.
  public let insecureHosts: [String]
  /// The exceptions that demand more than their host would have without them, in alphabetical order.
  public let tightenedHosts: [String]
  /// The pinned hosts in the order of the file.
  public let pinnedHosts: [PinnedHost]

  /// Whether any public host may be reached without the protection.
  public var publicHostLosesATS: Bool { !contextsLosingATS.isEmpty || !insecureHosts.isEmpty }

  /// Sums the settings of an application up.
  /// - Parameter infoPlist: The outermost value of `Info.plist`.
  public init(_ infoPlist: PropertyList) {
    let configuration = ATSConfiguration(propertyList: infoPlist)
    contextsLosingATS = ATSContext.allCases.filter { configuration.publicHostsLoseATS(in: $0) }
    let entries = (Array(configuration.exceptions.values) + configuration.ranges.map(\.exception))
      .filter { ExceptionKey(text: $0.key).fault() == nil }
    insecureHosts = entries.filter {
      $0.allowsInsecureHTTP
        && ExceptionKey(text: $0.key).reach(includesSubdomains: $0.includesSubdomains) != .local
    }.map(\.key).sorted()
    tightenedHosts = configuration.exceptions.keys.filter(configuration.isTightened).sorted()
    let pins = PinnedDomains(propertyList: infoPlist)
    pinnedHosts = pins.domains.filter(\.isPinned).compactMap { domain in
      guard let requirement = pins.sampledRequirement(for: domain.name) else { return nil }
      let host = ATSHost(PinnedDomains.lowercased(domain.name))
      return PinnedHost(
        name: domain.name,
        hasBackup: requirement.hasBackup,
        isEffective: !requirement.refusesEveryConnection && configuration.requirement(for: host).isRequired
      )
    }
  }
}

extension ATSConfiguration {
  /// Says whether the exception of `key` demands more of its host than the other settings do.
  func isTightened(_ key: String) -> Bool {
    guard exceptions[key] != nil, ExceptionKey(text: key).fault() == nil, ATSAddress(key) == nil else {
      return false
    }
    let with = requirement(for: ATSHost(key))
    let without = requirement(for: ATSHost(key), context: .app, generation: .iOS26, sdk: 26, ignoring: key)
    if with.isRequired != without.isRequired { return with.isRequired }
    return with.isRequired && with.minimumVersion == .tls13 && without.minimumVersion != .tls13
  }
}
