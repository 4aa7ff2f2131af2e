/// Brings the entries of a document into what a format can say, and notes what is lost on the way.
struct PinShape {
  /// The target.
  let format: PinFormat
  /// Where pins for any depth go in a format that has two lists.
  let placement: PinPlacement
  /// What was found so far.
  private(set) var notes: [ConversionNote] = []

  init(_ format: PinFormat, placement: PinPlacement) { (self.format, self.placement) = (format, placement) }

  /// The entries of a document as the target can say them.
  mutating func entries(of document: PinDocument) throws(TransportError) -> [PinnedHosts] {
    guard format != .json else { return document.entries }
    var entries = document.entries
    if document.combination == .united, format.combination == .mostSpecific {
      entries = try expanded(document)
    } else if document.combination == .mostSpecific, format.combination == .united {
      noteMeetings(in: document)
    }
    var result: [PinnedHosts] = []
    for entry in entries { result += try shaped(entry, among: document) }
    switch format {
    case .trustKit, .networkSecurityConfig, .curl, .pinnedDomains: return try merged(result)
    case .json, .okHttp: return result
    }
  }

  private mutating func note(
    _ kind: ConversionNote.Kind, _ effect: ConversionNote.Effect, _ entry: PinnedHosts
  ) {
    let note = ConversionNote(kind, effect, entry.label)
    if !notes.contains(note) { notes.append(note) }
  }

  // MARK: - Entries that meet

  private mutating func expanded(_ document: PinDocument) throws(TransportError) -> [PinnedHosts] {
    var result: [PinnedHosts] = []
    for (host, subdomains, value) in try HostRegions(document.entries, host: \.host).patterns(
      reach: \.scope.reach, value: { candidates throws(TransportError) in try document.combined(candidates) })
    {
      guard let value else { continue }
      let entry = try value.with(
        host, scope: subdomains.scope, leaf: value.leaf, authorities: value.authorities,
        anywhere: value.anywhere)
      if !document.entries.contains(where: { $0.host == host && $0.hasSamePins(as: value) }) {
        note(.expanded, .same, entry)
      }
      result.append(entry)
    }
    return result
  }

  private mutating func noteMeetings(in document: PinDocument) {
    let regions = HostRegions(document.entries, host: \.host)
    for entry in document.entries {
      let wider = regions.spot(entry.host).filter {
        $0.entry != entry && $0.entry.scope.covers(depth: $0.depth)
      }
      guard wider.contains(where: { !$0.entry.isExempt && !$0.entry.hasSamePins(as: entry) }) else {
        continue
      }
      note(entry.isExempt ? .exemptionLost : .united, entry.isExempt ? .stricter : .weaker, entry)
    }
  }

  /// One entry a host, which is all that the target allows.
  private mutating func merged(_ entries: [PinnedHosts]) throws(TransportError) -> [PinnedHosts] {
    let regions = HostRegions(entries, host: \.host)
    var result: [PinnedHosts] = []
    for host in regions.hosts {
      let own = regions.own(host)
      guard own.count > 1, let first = own.first else {
        result += own
        continue
      }
      // Whoever is enforced or has no expiry stays so: a list must not unpin those that it is merged with.
      let pinned = own.filter { !$0.isExempt }
      func united(_ list: (PinnedHosts) -> [CertificatePin]?) -> [CertificatePin]? {
        let lists = pinned.compactMap(list)
        return lists.isEmpty ? nil : Array(lists.joined())
      }
      let scopes = own.map(\.scope)
      let entry = try PinnedHosts(
        host, scope: scopes.max { $0.reach < $1.reach } ?? first.scope, leaf: united(\.leaf),
        authorities: united(\.authorities), anywhere: united(\.anywhere),
        expiry: pinned.contains { $0.expiry == nil } ? nil : pinned.compactMap(\.expiry).max(),
        reportURIs: own.first { !$0.reportURIs.isEmpty }?.reportURIs ?? [],
        mode: pinned.contains { $0.mode == .enforced } ? .enforced : first.mode)
      if own.contains(where: \.isExempt), !pinned.isEmpty { note(.exemptionLost, .stricter, entry) }
      if pinned.count > 1 { note(.united, .weaker, entry) }
      result.append(entry)
    }
    return result
  }

  // MARK: - One entry

  private mutating func shaped(
    _ entry: PinnedHosts, among document: PinDocument
  ) throws(TransportError) -> [PinnedHosts] {
    if entry.isExempt {
      switch format {
      case .trustKit, .networkSecurityConfig: return [try scoped(entry)]
      default: return []
      }
    }
    if entry.mode == .reportOnly, format != .trustKit {
      note(.reportOnlyLeftOut, .weaker, entry)
      return []
    }
    if entry.scope == .oneLabelOnly, format == .curl {
      note(.subdomainsNarrowed, .weaker, entry)
      return []
    }
    if entry.host.isAddress, format == .trustKit {
      note(.addressNotPinned, .weaker, entry)
      return []
    }
    guard let entry = try withExpressiblePins(entry, among: document) else { return [] }
    noteDetails(of: entry)
    if format == .okHttp, entry.scope == .hostAndOneLabel {
      return try [PinnedHosts.Scope.host, .oneLabelOnly].map { scope throws(TransportError) in
        try entry.with(
          scope: scope, leaf: entry.leaf, authorities: entry.authorities, anywhere: entry.anywhere)
      }
    }
    return [try scoped(entry)]
  }

  private mutating func scoped(_ entry: PinnedHosts) throws(TransportError) -> PinnedHosts {
    var scope = entry.scope
    switch (format, entry.scope) {
    case (.pinnedDomains, .hostAndAll):
      note(.subdomainsNarrowed, .weaker, entry)
      scope = .hostAndOneLabel
    case (.pinnedDomains, .oneLabelOnly):
      note(.hostAdded, .stricter, entry)
      scope = .hostAndOneLabel
    case (.trustKit, .hostAndOneLabel), (.networkSecurityConfig, .hostAndOneLabel),
      (.trustKit, .oneLabelOnly), (.networkSecurityConfig, .oneLabelOnly):
      note(.subdomainsWidened, .stricter, entry)
      if scope == .oneLabelOnly { note(.hostAdded, .stricter, entry) }
      scope = .hostAndAll
    case (.curl, .hostAndAll), (.curl, .hostAndOneLabel):
      note(.subdomainsNarrowed, .weaker, entry)
      scope = .host
    default: break
    }
    return try entry.with(
      scope: scope, leaf: entry.leaf, authorities: entry.authorities, anywhere: entry.anywhere)
  }

  /// The entry with lists that the target has; `nil` when nothing of it can be said.
  private mutating func withExpressiblePins(
    _ entry: PinnedHosts, among document: PinDocument
  ) throws(TransportError) -> PinnedHosts? {
    if entry.refusesEverything, format != .pinnedDomains {
      note(.refusesEverything, .weaker, entry)
      return nil
    }
    func keys(_ list: [CertificatePin]?) -> [CertificatePin]? {
      list.map { $0.filter { $0.kind == .publicKey } }
    }
    var (leaf, authorities, anywhere) = (keys(entry.leaf), keys(entry.authorities), keys(entry.anywhere))
    if entry.pins.contains(where: { $0.kind == .certificate }) {
      note(.certificatePin, .weaker, entry)
      // A list of which nothing is left would refuse everything.
      (leaf, authorities, anywhere) = (
        Self.kept(leaf, of: entry.leaf), Self.kept(authorities, of: entry.authorities),
        Self.kept(anywhere, of: entry.anywhere)
      )
      if leaf == nil, authorities == nil, anywhere == nil { return nil }
    }
    switch format {
    case .json: break
    case .pinnedDomains:
      guard let pins = anywhere else { break }
      note(.depthChosen, .stricter, entry)
      // With another condition in the list, both sets of pins would be alternatives; the narrower condition stays.
      let list: (PinnedHosts) -> [CertificatePin]? = placement == .leaf ? \.leaf : \.authorities
      if document.entries.contains(where: { list($0) != nil && $0.host.isRelated(to: entry.host) }) {
        note(.conditionLeftOut, .weaker, entry)
      }
      if placement == .leaf { leaf = leaf ?? pins } else { authorities = authorities ?? pins }
      anywhere = nil
    case .trustKit, .networkSecurityConfig, .okHttp, .curl:
      if (leaf != nil || anywhere != nil), authorities != nil {
        note(.authoritiesLeftOut, .weaker, entry)
        authorities = nil
      }
      if leaf != nil, anywhere != nil { note(.conditionLeftOut, .weaker, entry) }
      if format == .curl {
        if leaf == nil { note(.leafOnly, .stricter, entry) }
      } else if leaf != nil || anywhere == nil {
        note(.depthLost, .weaker, entry)
      }
      (leaf, authorities, anywhere) = (nil, nil, leaf ?? anywhere ?? authorities)
    }
    return try entry.with(leaf: leaf, authorities: authorities, anywhere: anywhere)
  }

  private static func kept(_ list: [CertificatePin]?, of source: [CertificatePin]?) -> [CertificatePin]? {
    list?.isEmpty == true && source?.isEmpty == false ? nil : list
  }

  private mutating func noteDetails(of entry: PinnedHosts) {
    if entry.pins.count == 1 {
      if format == .trustKit, entry.mode == .enforced {
        note(.backupDemanded, .stricter, entry)
      } else {
        note(.noBackup, .same, entry)
      }
    }
    if entry.expiry != nil {
      switch format {
      case .trustKit, .networkSecurityConfig: note(.expiryUnpins, .weaker, entry)
      default: note(.expiryLost, .stricter, entry)
      }
    }
    if !entry.reportURIs.isEmpty, format != .trustKit { note(.reportsLost, .same, entry) }
    if format == .curl { note(.perTransfer, .same, entry) }
  }
}

extension PinnedHosts {
  /// Whether each list has the same pins, which is more than having the same pins in all.
  fileprivate func hasSamePins(as other: PinnedHosts) -> Bool {
    leaf == other.leaf && authorities == other.authorities && anywhere == other.anywhere
  }
}

extension HostName {
  /// Whether a name is the other, below it or above it, so that entries for both may meet.
  fileprivate func isRelated(to other: HostName) -> Bool {
    self == other || description.hasSuffix("." + other.description)
      || other.description.hasSuffix("." + description)
  }
}

extension PinnedHosts.Scope {
  /// How many labels below the host it goes; 2 for any number.
  var reach: Int {
    switch self {
    case .host: 0
    case .hostAndOneLabel, .oneLabelOnly: 1
    case .hostAndAll: 2
    }
  }
}

extension HostPattern.Subdomains {
  /// The scope of an entry for the same hosts.
  package var scope: PinnedHosts.Scope {
    switch self {
    case .excluded: .host
    case .oneLabel: .hostAndOneLabel
    case .all: .hostAndAll
    }
  }
}
