package import OmamoriCore

/// Pins as the documents of several systems state them, in one form that keeps what each of them means.
///
/// Reading keeps the rule of the source: what an entry says of names below its host, and what happens when several
/// entries match. Writing another format, or making rules of a policy, says every difference in a ``ConversionNote``.
package struct PinDocument: Sendable, Hashable {
  /// What counts for a host that several entries match.
  package enum Combination: String, Sendable, Hashable, CaseIterable {
    /// The entry with the longest host, alone.
    case mostSpecific = "most-specific"
    /// All of them together: a pin of any entry is enough.
    case united
  }

  /// The most entries of a document.
  package static let greatestEntryCount = 512
  /// The largest document that is read, in bytes.
  package static let greatestSize = 1 << 20

  /// The entries in the order of the document.
  package let entries: [PinnedHosts]
  /// What counts for a host that several entries match.
  package let combination: Combination

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - entries: At most 512.
  ///   - combination: What counts for a host that several entries match.
  /// - Throws: ``TransportError/policy(_:)`` for too many entries.
  package init(_ entries: [PinnedHosts], combination: Combination = .mostSpecific) throws(TransportError) {
    guard entries.count <= Self.greatestEntryCount else { throw .policy(.tooManyRules) }
    (self.entries, self.combination) = (entries, combination)
  }

  /// What the document says of a host, as the system that it is for reads it.
  ///
  /// - Parameter host: The host.
  /// - Returns: An entry with everything that counts for the host; `nil` when none is for it. An entry that is exempt
  ///   says that there are no pins.
  /// - Throws: ``TransportError/policy(_:)`` when the pins of all entries together are too many.
  package func pins(for host: HostName) throws(TransportError) -> PinnedHosts? {
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
    func united(_ list: (PinnedHosts) -> [CertificatePin]?) -> [CertificatePin]? {
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
  ///   - bytes: The document, at most 1,048,576 bytes, eight times that in JSON.
  ///   - format: The form that it has; a property list may be in XML, binary or OpenStep form.
  ///   - host: The host of lines that name none, for curl only.
  /// - Returns: The pins, and what of the document could not be kept.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for what is not of the form, too large, or names a host that
  ///   cannot be read; ``TransportError/policy(_:)`` for more entries or pins than are taken.
  package static func read(
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
  package func written(
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
  package func rules(
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

/// A form in which pins are written down.
package enum PinFormat: String, Sendable, Hashable, CaseIterable {
  /// Omamori's own JSON, which loses nothing.
  case json
  /// `NSPinnedDomains` in an application's `Info.plist` (Apple).
  case pinnedDomains = "nspinneddomains"
  /// The configuration of TrustKit for iOS as a property list.
  case trustKit = "trustkit"
  /// Android's Network Security Configuration in XML.
  case networkSecurityConfig = "android"
  /// The lines that build a `CertificatePinner` of OkHttp in Kotlin or Java, or a plain list of its patterns and pins.
  case okHttp = "okhttp"
  /// Command lines or configuration lines of curl with `pinnedpubkey`.
  case curl

  /// The name people know it by.
  package var name: LocalizedText {
    switch self {
    case .json: "Omamori JSON"
    case .pinnedDomains: "NSPinnedDomains"
    case .trustKit: "TrustKit"
    case .networkSecurityConfig: "Android Network Security Configuration"
    case .okHttp: "OkHttp CertificatePinner"
    case .curl: "curl --pinnedpubkey"
    }
  }

  /// What counts there for a host that several entries match.
  package var combination: PinDocument.Combination {
    switch self {
    case .pinnedDomains, .okHttp: .united
    case .json, .trustKit, .networkSecurityConfig, .curl: .mostSpecific
    }
  }
}

/// A document in another format, with everything that is different there.
package struct PinConversion: Sendable, Hashable {
  /// The document in UTF-8, with a line feed at its end.
  package let text: String
  /// What is different, in the order of the entries.
  package let notes: [ConversionNote]
}

/// Where pins that may match at any depth go in a format that tells the server's key from those above it.
///
/// Only a person knows whose key a digest is of, and a pin in the wrong list refuses every connection.
package enum PinPlacement: String, Sendable, Hashable, CaseIterable {
  /// They are keys of the server.
  case leaf
  /// They are keys of authorities.
  case authorities
}

/// A document as it was read, with everything of it that could not be kept.
package struct PinReading: Sendable, Hashable {
  /// The pins.
  package let document: PinDocument
  /// What was left out, or is not what it seems in the source.
  package let notes: [ConversionNote]
}

/// Lists of digests from documents that say nothing of roles.
enum PinList {
  /// Pins of keys: the first is in use, the others are backups.
  static func pins(_ digests: [Data]) throws(TransportError) -> [CertificatePin] {
    var pins: [CertificatePin] = []
    for digest in digests.prefix(PinSet.greatestCount + 1) {
      pins.append(try CertificatePin(.publicKey, digest: digest, role: pins.isEmpty ? .primary : .backup))
    }
    return pins
  }

  /// The digests that can be read, with the number of those that cannot.
  static func digests(_ texts: some Sequence<String?>) -> (digests: [Data], others: Int) {
    var digests: [Data] = []
    var others = 0
    for text in texts {
      if let digest = text.flatMap(PinText.digest) { digests.append(digest) } else { others += 1 }
    }
    return (digests, others)
  }

  /// The pins in the order in which a document names them: the ones in use, then the backups.
  static func ordered(_ pins: [CertificatePin]) -> [CertificatePin] {
    pins.filter { $0.role == .primary } + pins.filter { $0.role == .backup }
  }

  /// A name of a document; one that cannot be read makes the document malformed.
  static func host(_ text: some StringProtocol, line: Int?) throws(TransportError) -> HostName {
    guard let host = try? HostName(String(text)) else { throw .malformedDocument(line: line) }
    return host
  }
}
