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

extension PinDocument {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, at most ``greatestSize`` bytes, eight times that in JSON.
  ///   - format: The form that it has; a property list may be in XML, binary or OpenStep form.
  ///   - host: The host of lines that name none, for curl only.
  /// - Returns: The pins, and what of the document could not be kept.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for what is not of the form, too large, or names a host that
  ///   cannot be read; ``TransportError/policy(_:)`` for more entries or pins than are taken.
  public static func read(
    _ bytes: [UInt8], as format: PinFormat, host: HostName? = nil
  ) throws(TransportError) -> PinReading {
    let limit = format == .json ? PinJSON.limits.size : greatestSize
    guard bytes.count <= limit else { throw .malformedDocument(line: nil) }
    return switch format {
    case .json: try PinJSON.read(bytes)
    case .pinnedDomains: try PinnedDomainsDocument.read(bytes)
    case .trustKit: try TrustKitDocument.read(bytes)
    case .networkSecurityConfig: try NetworkSecurityDocument.read(bytes)
    case .okHttp: try OkHttpDocument.read(bytes)
    case .curl: try CurlDocument.read(bytes, host: host)
    }
  }

  /// Writes the document in a format and says what is different there.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - placement: Where pins for any depth go in `NSPinnedDomains`, which has a list for the server and another for
  ///     authorities.
  /// - Returns: The text and the differences.
  /// - Throws: ``TransportError/policy(_:)`` when the pins of entries that meet are too many.
  public func written(
    as format: PinFormat, placement: PinPlacement = .leaf
  ) throws(TransportError) -> PinConversion {
    var shape = PinShape(format, placement: placement)
    let entries = try shape.entries(of: self)
    let text =
      switch format {
      case .json: PinJSON.text(self)
      case .pinnedDomains: PinnedDomainsDocument.text(entries)
      case .trustKit: TrustKitDocument.text(entries)
      case .networkSecurityConfig: NetworkSecurityDocument.text(entries)
      case .okHttp: OkHttpDocument.text(entries)
      case .curl: CurlDocument.text(entries)
      }
    return PinConversion(text: text, notes: shape.notes)
  }
}

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
