public import OmamoriCore

/// Something that the settings of App Transport Security weaken, contradict or say in vain.
public struct ATSIssue: Sendable, Hashable {
  /// The rule that an issue belongs to; the raw value is stable and is the id in every report.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// Public hosts lose the protection.
    case arbitraryLoads = "ats-arbitrary-loads"
    /// Web views lose the protection.
    case webContent = "ats-web-content"
    /// The media player loses the protection.
    case media = "ats-media"
    /// An exception allows plain HTTP.
    case insecureHTTPException = "ats-insecure-http-exception"
    /// An exception accepts TLS 1.0 or 1.1.
    case weakTLS = "ats-weak-tls"
    /// An exception accepts suites without forward secrecy.
    case forwardSecrecyOff = "ats-forward-secrecy-off"
    /// A key has no effect.
    case keyIgnored = "ats-key-ignored"
    /// Pins refuse every connection, protect nothing, or cannot be replaced.
    case pinnedDomainsInvalid = "pinned-domains-invalid"
  }

  /// How bad an issue is.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Anyone on the path can read or change the traffic of any public host.
    case critical
    /// Anyone on the path can read or change the traffic of a host, or the application cannot connect.
    case high
    /// A part of the traffic is weaker than it should be, or an outage is near.
    case medium
    /// The setting has little or no effect, and contradicts the intention.
    case low
    /// Good to know.
    case info

    /// Says whether `first` is less severe than `second`.
    public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

    private var rank: Int {
      switch self {
      case .critical: 4
      case .high: 3
      case .medium: 2
      case .low: 1
      case .info: 0
      }
    }
  }

  /// The rule.
  public let rule: Rule
  /// How bad it is.
  public let severity: Severity
  /// What the setting does, with the key, the host and the consequence.
  public let message: LocalizedText
  /// What to do about it.
  public let fix: LocalizedText
  /// The keys that lead from the outermost dictionary to the setting.
  public let keyPath: [String]
  /// The host, address or range that the setting is for, as written.
  public let host: String?
  /// Where the setting stands, from its key to the end of its value; `nil` in a binary file.
  public let range: TextRange?

  /// The stable id of the rule.
  public var id: String { rule.rawValue }
}

/// Says which settings of App Transport Security weaken what for whom, and which say something in vain.
///
/// It asks the evaluator instead of looking for keys: a key that the system ignores is never reported as a
/// weakness.
public enum ATSLinter {
  /// The issues of an application's settings, in the order of the file.
  /// - Parameter infoPlist: The outermost value of `Info.plist`.
  /// - Returns: The issues; an application without settings has none.
  public static func lint(_ infoPlist: PropertyList) -> [ATSIssue] {
    var lint = ATSLint(infoPlist)
    lint.misplacedKeys()
    if let settings = lint.settings {
      lint.globalKeys(settings)
      lint.exceptions(settings)
      lint.pinnedDomains(settings)
    }
    return lint.issues.enumerated().sorted { first, second in
      guard let one = first.element.range?.start, let other = second.element.range?.start, one != other else {
        return first.offset < second.offset
      }
      return one < other
    }.map(\.element)
  }
}

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
