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
