package import OmamoriCore

/// The pins of a host as a document states them, before anything is decided about them.
///
/// A list that is `nil` is no condition; a list without a pin is a condition that nothing meets. An entry without any
/// list shields its hosts from the pins of wider entries.
package struct PinnedHosts: Sendable, Hashable {
  /// Which names an entry is for.
  package enum Scope: String, Sendable, Hashable, CaseIterable {
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
  package let host: HostName
  /// Which names it is for.
  package let scope: Scope
  /// Pins of which the server's own certificate must have one.
  package let leaf: [CertificatePin]?
  /// Pins of which a certificate above the server's must have one.
  package let authorities: [CertificatePin]?
  /// Pins of which any certificate of the chain must have one.
  package let anywhere: [CertificatePin]?
  /// The date that the document gives; what happens then differs from format to format.
  package let expiry: Date?
  /// Where failures are reported to, as written.
  package let reportURIs: [String]
  /// What a mismatch leads to.
  package let mode: PinSet.Mode

  /// Makes an entry; a pin that a list has twice is kept once.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - scope: Which names it is for; an address has no names below it.
  ///   - leaf: Pins of which the server's own certificate must have one.
  ///   - authorities: Pins of which a certificate above the server's must have one.
  ///   - anywhere: Pins of which any certificate of the chain must have one.
  ///   - expiry: The date that the document gives.
  ///   - reportURIs: Where failures are reported to, at most 16.
  ///   - mode: What a mismatch leads to.
  /// - Throws: ``TransportError/policy(_:)`` for subdomains of an address and more than 64 pins,
  ///   ``TransportError/malformedDocument(line:)`` for too many addresses of reports.
  package init(
    _ host: HostName, scope: Scope, leaf: [CertificatePin]? = nil, authorities: [CertificatePin]? = nil,
    anywhere: [CertificatePin]? = nil,
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
  package static let greatestReportCount = 16

  /// Whether the hosts are shielded from the pins of wider entries, and have none.
  package var isExempt: Bool { leaf == nil && authorities == nil && anywhere == nil }

  /// Whether a list has no pin that could match, so that every connection is refused.
  package var refusesEverything: Bool {
    leaf?.isEmpty == true || authorities?.isEmpty == true || anywhere?.isEmpty == true
  }

  /// Every pin of every list.
  package var pins: [CertificatePin] { (leaf ?? []) + (authorities ?? []) + (anywhere ?? []) }

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
  package func with(
    _ host: HostName? = nil, scope: Scope? = nil, leaf: [CertificatePin]?, authorities: [CertificatePin]?,
    anywhere: [CertificatePin]?
  ) throws(TransportError) -> PinnedHosts {
    try PinnedHosts(
      host ?? self.host, scope: scope ?? self.scope, leaf: leaf, authorities: authorities, anywhere: anywhere,
      expiry: expiry, reportURIs: reportURIs, mode: mode)
  }

  /// The first of the pins with the same digest.
  private static func unique(_ pins: [CertificatePin]) -> [CertificatePin] {
    struct Key: Hashable {
      let kind: CertificatePin.Kind
      let digest: Data
    }
    var seen: Set<Key> = []
    return pins.filter { seen.insert(Key(kind: $0.kind, digest: $0.digest)).inserted }
  }
}

/// Hosts with values of which each is for the host or names below it, ordered so that what meets at a place is found.
///
/// A rule of a policy stands alone, while the entries of other systems meet and unite. So every host becomes up to three
/// regions (itself, one label below, further below) in each of which the same entries meet at every name.
struct HostRegions<Entry> {
  /// An entry, with how many labels below its host the place is.
  typealias Candidate = (entry: Entry, depth: Int)

  private let byHost: [HostName: [Entry]]
  /// The hosts, each once, in the order of the entries.
  let hosts: [HostName]

  init(_ entries: [Entry], host: (Entry) -> HostName) {
    byHost = Dictionary(grouping: entries, by: host)
    var seen: Set<HostName> = []
    hosts = entries.map(host).filter { seen.insert($0).inserted }
  }

  /// The entries of a host itself.
  func own(_ host: HostName) -> [Entry] { byHost[host] ?? [] }

  /// Everything at or above a host; or above a name without entries of its own, `below` labels under the host.
  func spot(_ host: HostName, below: Int = 0) -> [Candidate] {
    var result = own(host).map { (entry: $0, depth: below) }
    let labels = host.labels
    for dropped in labels.indices.dropFirst() {
      // A part of a name that was read is a name, so this finds every one that has entries.
      guard let parent = try? HostName(labels[dropped...].joined(separator: ".")) else { continue }
      result += own(parent).map { (entry: $0, depth: below + dropped) }
    }
    return result
  }

  /// The patterns of a policy, most specific first for each host, with the value of each.
  ///
  /// - Parameters:
  ///   - reach: How many labels below its host the entry goes: 0, 1, or 2 for any number.
  ///   - value: What counts for the candidates at a place.
  /// - Returns: Patterns that stand alone; a pattern whose value the next wider one gives, too, is left out.
  /// - Throws: What `value` throws.
  func patterns<Value: Equatable, Failure: Error>(
    reach: (Entry) -> Int, value: ([Candidate]) throws(Failure) -> Value
  ) throws(Failure) -> [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] {
    let kinds: [HostPattern.Subdomains] = [.excluded, .oneLabel, .all]
    var result: [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] = []
    for host in hosts {
      let greatest = min(own(host).map(reach).max() ?? 0, 2)
      var wider: Value?
      var rules: [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] = []
      for below in (0...greatest).reversed() {
        let here = try value(spot(host, below: below))
        if let wider, wider == here { continue }
        rules.append((host, kinds[below], here))
        wider = here
      }
      result += rules.reversed()
    }
    return result
  }
}
