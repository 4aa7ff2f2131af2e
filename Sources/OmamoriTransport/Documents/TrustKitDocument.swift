import OmamoriATS
import OmamoriCore

/// Reads and writes the configuration of TrustKit.
enum TrustKitDocument {
  private enum Key {
    static let configuration = "TSKConfiguration"
    static let domains = "kTSKPinnedDomains"
    static let swizzling = "kTSKSwizzleNetworkDelegates"
    static let subdomains = "kTSKIncludeSubdomains"
    static let exclusion = "kTSKExcludeSubdomainFromParentPolicy"
    static let hashes = "kTSKPublicKeyHashes"
    static let enforcement = "kTSKEnforcePinning"
    static let reports = "kTSKReportUris"
    static let noDefaultReport = "kTSKDisableDefaultReportUri"
    static let expiry = "kTSKExpirationDate"
    static let anchors = "kTSKAdditionalTrustAnchors"
  }

  /// Reads a file of TrustKit's own, or an `Info.plist` that holds the configuration.
  static func read(_ bytes: [UInt8]) throws(TransportError) -> PinReading {
    let root = try PropertyListSource.read(bytes)
    let configuration = root[Key.configuration] ?? root
    guard let domains = configuration[Key.domains]?.dictionary else {
      throw .malformedDocument(line: configuration.range?.start.line)
    }
    guard domains.entries.count <= PinDocument.greatestEntryCount else { throw .policy(.tooManyRules) }
    guard domains.duplicates.isEmpty else {
      throw .malformedDocument(line: domains.duplicates.first?.keyRange?.start.line)
    }
    var entries: [PinnedHosts] = []
    var notes: [ConversionNote] = []
    for domain in domains.entries {
      let line = domain.keyRange?.start.line
      guard domain.value.dictionary != nil else { throw .malformedDocument(line: line) }
      let entry = try entry(domain.key, domain.value, line: line, &notes)
      entries.append(entry)
    }
    return PinReading(document: try PinDocument(entries), notes: notes)
  }

  private static func entry(
    _ name: String, _ value: PropertyList, line: Int?, _ notes: inout [ConversionNote]
  ) throws(TransportError) -> PinnedHosts {
    let host = try PinList.host(name, line: line)
    if try flag(value[Key.exclusion]) { return try PinnedHosts(host, scope: .host) }
    let texts = value[Key.hashes]?.array?.map { $0.string ?? $0.data.map { Data($0).base64EncodedString() } }
    guard let texts else { throw .malformedDocument(line: line) }
    let (digests, others) = PinList.digests(texts)
    let reports = value[Key.reports]?.array?.compactMap(\.string) ?? []
    let entry = try PinnedHosts(
      host, scope: try flag(value[Key.subdomains]) && !host.isAddress ? .hostAndAll : .host,
      anywhere: try PinList.pins(digests), expiry: try expiry(value[Key.expiry], line: line),
      reportURIs: reports, mode: try flag(value[Key.enforcement], default: true) ? .enforced : .reportOnly)
    func note(_ kind: ConversionNote.Kind, _ effect: ConversionNote.Effect) {
      notes.append(ConversionNote(kind, effect, entry.label))
    }
    if others > 0 { note(.otherDigest, .same) }
    if entry.refusesEverything { note(.refusesEverything, .same) }
    if entry.pins.count > 1 { note(.rolesNotStated, .same) }
    if entry.expiry != nil { note(.expiryUnpins, .same) }
    if value[Key.anchors] != nil { note(.anchors, .stricter) }
    if try !flag(value[Key.noDefaultReport]) { note(.reportsToMaker, .same) }
    return entry
  }

  /// A truth value; a text or another type, of which nobody knows how it is read, could unpin in silence.
  private static func flag(
    _ value: PropertyList?, default standard: Bool = false
  ) throws(TransportError) -> Bool {
    switch value?.content {
    case nil: return standard
    case .boolean(let flag): return flag
    case .integer(let number): return number != 0
    default: throw .malformedDocument(line: value?.range?.start.line)
    }
  }

  private static func expiry(_ value: PropertyList?, line: Int?) throws(TransportError) -> Date? {
    switch value?.content {
    case nil: return nil
    case .date(let date): return date
    case .string(let text):
      guard let date = GregorianDay(text)?.start else {
        throw .malformedDocument(line: value?.range?.start.line)
      }
      return date
    default: throw .malformedDocument(line: line)
    }
  }

  static func text(_ entries: [PinnedHosts]) -> String {
    let domains = entries.map { entry in
      PropertyListDictionary.Entry(
        key: entry.host.description,
        value: PropertyList(.dictionary(PropertyListDictionary(content(of: entry)))))
    }
    return PropertyListText.document([
      Key.swizzling: false, Key.domains: PropertyList(.dictionary(PropertyListDictionary(domains))),
    ])
  }

  private static func content(of entry: PinnedHosts) -> [PropertyListDictionary.Entry] {
    if entry.isExempt { return [PropertyListDictionary.Entry(key: Key.exclusion, value: true)] }
    func texts(_ texts: [String]) -> PropertyList {
      PropertyList(.array(texts.map(PropertyList.init(stringLiteral:))))
    }
    var content = [
      PropertyListDictionary.Entry(
        key: Key.subdomains, value: PropertyList(.boolean(entry.scope == .hostAndAll))),
      PropertyListDictionary.Entry(
        key: Key.enforcement, value: PropertyList(.boolean(entry.mode == .enforced))),
      PropertyListDictionary.Entry(key: Key.noDefaultReport, value: true),
      PropertyListDictionary.Entry(
        key: Key.hashes, value: texts(PinList.ordered(entry.anywhere ?? []).map(\.base64))),
    ]
    if let expiry = entry.expiry {
      let day = PropertyList(stringLiteral: GregorianDay(expiry).description)
      content.append(PropertyListDictionary.Entry(key: Key.expiry, value: day))
    }
    if !entry.reportURIs.isEmpty {
      content.append(PropertyListDictionary.Entry(key: Key.reports, value: texts(entry.reportURIs)))
    }
    return content
  }
}
