public import OmamoriCore

/// The pins of a host as a document states them, before anything is decided about them.
///
/// A list that is `nil` is no condition; a list without a pin is a condition that nothing meets. An entry without any
/// list shields its hosts from the pins of wider entries. A value; safe to share between threads.
public struct PinnedHosts: Sendable, Hashable {
  /// Which names an entry is for.
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// The host alone.
    case host
    /// The host and names with exactly one more label, as in `NSPinnedDomains`.
    case hostAndOneLabel = "one-label"
    /// The host and names with any number of further labels, as on Android, in TrustKit and as OkHttp's `**.`.
    case hostAndAll = "all"
    /// Names with exactly one more label and not the host, as OkHttp's `*.`.
    case oneLabelOnly = "one-label-only"

    /// Says whether a name with `depth` more labels than the host is meant.
    func covers(depth: Int) -> Bool {
      switch self {
      case .host: depth == 0
      case .hostAndOneLabel: depth <= 1
      case .hostAndAll: true
      case .oneLabelOnly: depth == 1
      }
    }
  }

  /// The host.
  public let host: HostName
  /// Which names it is for.
  public let scope: Scope
  /// Pins of which the server's own certificate must have one.
  public let leaf: [Pin]?
  /// Pins of which a certificate above the server's must have one.
  public let authorities: [Pin]?
  /// Pins of which any certificate of the chain must have one.
  public let anywhere: [Pin]?
  /// The date that the document gives; what happens then differs from format to format.
  public let expiry: Date?
  /// Where failures are reported to, as written.
  public let reportURIs: [String]
  /// What a mismatch leads to.
  public let mode: PinSet.Mode

  /// Makes an entry; a pin that a list has twice is kept once.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - scope: Which names it is for; an address has no names below it.
  ///   - leaf: Pins of which the server's own certificate must have one.
  ///   - authorities: Pins of which a certificate above the server's must have one.
  ///   - anywhere: Pins of which any certificate of the chain must have one.
  ///   - expiry: The date that the document gives.
  ///   - reportURIs: Where failures are reported to, at most ``greatestReportCount``.
  ///   - mode: What a mismatch leads to.
  /// - Throws: ``TransportError/policy(_:)`` for subdomains of an address and more than ``PinSet/greatestCount`` pins,
  ///   ``TransportError/malformedDocument(line:)`` for too many addresses of reports.
  public init(
    _ host: HostName, scope: Scope, leaf: [Pin]? = nil, authorities: [Pin]? = nil, anywhere: [Pin]? = nil,
    expiry: Date? = nil, reportURIs: [String] = [], mode: PinSet.Mode = .enforced
  ) throws(TransportError) {
    guard scope == .host || !host.isAddress else { throw .policy(.subdomainsOfAddress) }
    let lists = [leaf, authorities, anywhere].map { $0.map(Self.unique) }
    guard lists.reduce(0, { $0 + ($1?.count ?? 0) }) <= PinSet.greatestCount else {
      throw .policy(.tooManyPins)
    }
    guard reportURIs.count <= Self.greatestReportCount else { throw .malformedDocument(line: nil) }
    (self.host, self.scope, self.mode) = (host, scope, mode)
    (self.leaf, self.authorities, self.anywhere) = (lists[0], lists[1], lists[2])
    (self.expiry, self.reportURIs) = (expiry, reportURIs)
  }

  /// The most addresses for reports.
  public static let greatestReportCount = 16

  /// Whether the hosts are shielded from the pins of wider entries, and have none.
  public var isExempt: Bool { leaf == nil && authorities == nil && anywhere == nil }

  /// Whether a list has no pin that could match, so that every connection is refused.
  public var refusesEverything: Bool {
    leaf?.isEmpty == true || authorities?.isEmpty == true || anywhere?.isEmpty == true
  }

  /// Every pin of every list.
  public var pins: [Pin] { (leaf ?? []) + (authorities ?? []) + (anywhere ?? []) }

  /// How the entry is named to people: the host, with the names below it.
  var label: String {
    switch scope {
    case .host: host.description
    case .hostAndOneLabel: "\(host) + *.\(host)"
    case .hostAndAll: "**.\(host)"
    case .oneLabelOnly: "*.\(host)"
    }
  }

  /// The entry for other hosts.
  func with(
    _ host: HostName? = nil, scope: Scope? = nil, leaf: [Pin]?, authorities: [Pin]?, anywhere: [Pin]?
  ) throws(TransportError) -> PinnedHosts {
    try PinnedHosts(
      host ?? self.host, scope: scope ?? self.scope, leaf: leaf, authorities: authorities, anywhere: anywhere,
      expiry: expiry, reportURIs: reportURIs, mode: mode)
  }

  /// The first of the pins with the same digest.
  private static func unique(_ pins: [Pin]) -> [Pin] {
    struct Key: Hashable {
      let kind: Pin.Kind
      let digest: Data
    }
    var seen: Set<Key> = []
    return pins.filter { seen.insert(Key(kind: $0.kind, digest: $0.digest)).inserted }
  }
}
