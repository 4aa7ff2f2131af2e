import OmamoriCore

/// Pins as the documents of several systems state them, in one form that keeps what each of them means.
///
/// Reading keeps the rule of the source: what an entry says of names below its host, and what happens when several
/// entries match. Writing another format, or making rules of a policy, says every difference in a ``ConversionNote``.
/// A value; safe to share between threads.
public struct PinDocument: Sendable, Hashable {
  /// What counts for a host that several entries match.
  public enum Combination: String, Sendable, Hashable, CaseIterable {
    /// The entry with the longest host, alone.
    case mostSpecific = "most-specific"
    /// All of them together: a pin of any entry is enough.
    case united
  }

  /// The most entries of a document.
  public static let greatestEntryCount = 512
  /// The largest document that is read, in bytes.
  public static let greatestSize = 1 << 20

  /// The entries in the order of the document.
  public let entries: [PinnedHosts]
  /// What counts for a host that several entries match.
  public let combination: Combination

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - entries: At most ``greatestEntryCount``.
  ///   - combination: What counts for a host that several entries match.
  /// - Throws: ``TransportError/policy(_:)`` for too many entries.
  public init(_ entries: [PinnedHosts], combination: Combination = .mostSpecific) throws(TransportError) {
    guard entries.count <= Self.greatestEntryCount else { throw .policy(.tooManyRules) }
    (self.entries, self.combination) = (entries, combination)
  }

  /// What the document says of a host, as the system that it is for reads it.
  ///
  /// - Parameter host: The host.
  /// - Returns: An entry with everything that counts for the host; `nil` when none is for it. An entry that is exempt
  ///   says that there are no pins.
  /// - Throws: ``TransportError/policy(_:)`` when the pins of all entries together are too many.
  public func pins(for host: HostName) throws(TransportError) -> PinnedHosts? {
    try combined(HostRegions(entries, host: \.host).spot(host))
  }

  /// What counts at a spot, of the entries whose host is at it or above it.
  func combined(_ candidates: [(entry: PinnedHosts, depth: Int)]) throws(TransportError) -> PinnedHosts? {
    // The nearest host first; of one host the narrowest.
    let matching = candidates.filter { $0.entry.scope.covers(depth: $0.depth) }
      .sorted { ($0.depth, $0.entry.scope.breadth) < ($1.depth, $1.entry.scope.breadth) }.map(\.entry)
    guard let first = matching.first else { return nil }
    guard combination == .united, matching.count > 1 else { return first }
    let pinned = matching.filter { !$0.isExempt }
    guard let nearest = pinned.first else { return first }
    func united(_ list: (PinnedHosts) -> [Pin]?) -> [Pin]? {
      let lists = pinned.compactMap(list)
      return lists.isEmpty ? nil : Array(lists.joined())
    }
    return try PinnedHosts(
      nearest.host, scope: nearest.scope, leaf: united(\.leaf), authorities: united(\.authorities),
      anywhere: united(\.anywhere), expiry: pinned.compactMap(\.expiry).min(),
      reportURIs: nearest.reportURIs,
      mode: pinned.contains { $0.mode == .enforced } ? .enforced : .reportOnly)
  }
}

extension PinnedHosts.Scope {
  /// How wide the scope is among those of one host.
  fileprivate var breadth: Int {
    switch self {
    case .host, .oneLabelOnly: 0
    case .hostAndOneLabel: 1
    case .hostAndAll: 2
    }
  }
}
