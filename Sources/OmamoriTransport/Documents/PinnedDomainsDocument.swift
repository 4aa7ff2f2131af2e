import OmamoriATS
import OmamoriCore

/// Reads and writes `NSPinnedDomains`.
enum PinnedDomainsDocument {
  private enum Key {
    static let settings = "NSAppTransportSecurity"
    static let domains = "NSPinnedDomains"
    static let subdomains = "NSIncludesSubdomains"
    static let leaf = "NSPinnedLeafIdentities"
    static let authorities = "NSPinnedCAIdentities"
    static let hash = "SPKI-SHA256-BASE64"
  }

  /// Reads an `Info.plist`, its transport settings, or the dictionary of domains alone.
  static func read(_ bytes: [UInt8]) throws(TransportError) -> PinReading {
    try read(try PropertyListSource.read(bytes))
  }

  static func read(_ root: PropertyList) throws(TransportError) -> PinReading {
    let domains = root[Key.settings] == nil ? root[Key.domains] ?? root : root[Key.settings]?[Key.domains]
    guard root.dictionary != nil else { throw .malformedDocument(line: root.range?.start.line) }
    guard let domains else {
      return PinReading(document: try PinDocument([], combination: .united), notes: [])
    }
    guard let dictionary = domains.dictionary else {
      throw .malformedDocument(line: domains.range?.start.line)
    }
    guard dictionary.entries.count <= PinDocument.greatestEntryCount else { throw .policy(.tooManyRules) }
    let lines = Dictionary(
      dictionary.entries.map { ($0.key, $0.keyRange?.start.line) }, uniquingKeysWith: { $1 })
    let info: PropertyList = [Key.settings: [Key.domains: domains]]
    var entries: [PinnedHosts] = []
    var notes: [ConversionNote] = []
    // An entry without a list is no pinning, and entries are united, so it says nothing at all.
    for domain in PinnedDomains(propertyList: info).domains where domain.isPinned {
      let host = try PinList.host(domain.name, line: lines[domain.name] ?? nil)
      let entry = try PinnedHosts(
        host, scope: domain.includesSubdomains && !host.isAddress ? .hostAndOneLabel : .host,
        leaf: try pins(domain.leafIdentities), authorities: try pins(domain.authorityIdentities))
      let identities = (domain.leafIdentities ?? []) + (domain.authorityIdentities ?? [])
      if identities.contains(where: { !$0.canMatch }) {
        notes.append(ConversionNote(.otherDigest, .same, entry.label))
      }
      if entry.refusesEverything { notes.append(ConversionNote(.refusesEverything, .same, entry.label)) }
      if let flag = dictionary[domain.name]?[Key.subdomains], !isTruthValueOrZero(flag) {
        notes.append(ConversionNote(.subdomainsNotRead, .same, entry.label))
      }
      if entry.pins.count > 1 { notes.append(ConversionNote(.rolesNotStated, .same, entry.label)) }
      entries.append(entry)
    }
    if hasOtherSettings(root) { notes.append(ConversionNote(.otherSettings, .same)) }
    return PinReading(document: try PinDocument(entries, combination: .united), notes: notes)
  }

  /// Whether names below a host are pinned as the value says; the number 0 says that they are not.
  private static func isTruthValueOrZero(_ value: PropertyList) -> Bool {
    switch value.content {
    case .boolean, .integer(0), .real(0): true
    default: false
    }
  }

  /// Whether there is anything beside the domains, in a document that is more than these.
  private static func hasOtherSettings(_ root: PropertyList) -> Bool {
    func hasOthers(_ value: PropertyList?, but key: String) -> Bool {
      value?.dictionary?.entries.contains { $0.key != key } == true
    }
    if let settings = root[Key.settings] {
      return hasOthers(root, but: Key.settings) || hasOthers(settings, but: Key.domains)
    }
    return root[Key.domains] != nil && hasOthers(root, but: Key.domains)
  }

  private static func pins(_ identities: [PinnedIdentity]?) throws(TransportError) -> [CertificatePin]? {
    guard let identities else { return nil }
    return try PinList.pins(identities.filter(\.canMatch).compactMap { $0.digest.map { Data($0) } })
  }

  static func text(_ entries: [PinnedHosts]) -> String {
    let domains = entries.map { entry in
      var content: [PropertyListDictionary.Entry] = []
      if entry.scope != .host {
        content.append(PropertyListDictionary.Entry(key: Key.subdomains, value: true))
      }
      for (key, pins) in [(Key.leaf, entry.leaf), (Key.authorities, entry.authorities)] {
        guard let pins else { continue }
        let list = PinList.ordered(pins).map { pin -> PropertyList in
          [Key.hash: PropertyList(stringLiteral: pin.base64)]
        }
        content.append(PropertyListDictionary.Entry(key: key, value: PropertyList(.array(list))))
      }
      return PropertyListDictionary.Entry(
        key: entry.host.description, value: PropertyList(.dictionary(PropertyListDictionary(content))))
    }
    return PropertyListText.document(
      [Key.settings: [Key.domains: PropertyList(.dictionary(PropertyListDictionary(domains)))]])
  }
}
