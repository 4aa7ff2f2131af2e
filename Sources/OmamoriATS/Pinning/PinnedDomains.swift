/// The pins that an application declares in `NSPinnedDomains`.
///
/// Pins never replace the normal evaluation of trust; they are one more condition. All entries that cover a
/// host are united, so an entry for a child cannot narrow the pins of its parent.
///
/// Source: "NSPinnedDomains" in Apple's Information Property List reference.
public struct PinnedDomains: Sendable, Hashable {
  /// The entries in the order of the file; of entries with the same key the last.
  public let domains: [PinnedDomain]

  /// The pins of each name, and the pins that it passes on to names with one more label.
  private let own: [String: PinnedRequirement]
  private let inherited: [String: PinnedRequirement]

  /// Reads the pins of an application.
  /// - Parameter infoPlist: The outermost value of `Info.plist`.
  public init(propertyList infoPlist: PropertyList) {
    let entries = infoPlist.value(at: [ATSKey.settings, ATSKey.pinnedDomains])?.dictionary?.entries ?? []
    let last = Dictionary(entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: max)
    domains = entries.enumerated().compactMap { index, entry in
      last[entry.key] == index ? PinnedDomain(name: entry.key, value: entry.value) : nil
    }
    let groups = Dictionary(grouping: domains.filter(\.isPinned)) { Self.lowercased($0.name) }
    own = groups.mapValues(Self.requirement)
    inherited = groups.mapValues { $0.filter(\.includesSubdomains) }.filter { !$0.value.isEmpty }
      .mapValues(Self.requirement)
  }

  /// The pins that hold for `host`, or `nil` when it is not pinned; case and one trailing dot do not matter.
  public func requirement(for host: String) -> PinnedRequirement? {
    let (first, second) = requirements(for: host)
    guard let first, let second else { return first ?? second }
    return first.union(second)
  }

  /// As ``requirement(for:)``, with no more than a few pins of each list.
  func sampledRequirement(for host: String) -> PinnedRequirement? {
    let (first, second) = requirements(for: host)
    guard let first = first?.sample, let second = second?.sample else {
      return first?.sample ?? second?.sample
    }
    return first.union(second)
  }

  private func requirements(for host: String) -> (own: PinnedRequirement?, inherited: PinnedRequirement?) {
    var name = Self.lowercased(host)
    if name.hasSuffix(".") { name.removeLast() }
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (own[name], nil) }
    return (own[name], inherited[String(name[name.utf8.index(after: dot)...])])
  }

  private static func requirement(_ domains: [PinnedDomain]) -> PinnedRequirement {
    let leaf = domains.compactMap(\.leafIdentities)
    let authority = domains.compactMap(\.authorityIdentities)
    return PinnedRequirement(
      leaf: leaf.isEmpty ? nil : Array(leaf.joined()),
      authority: authority.isEmpty ? nil : Array(authority.joined())
    )
  }

  /// `text` with its ASCII letters in lower case, as host names are compared (RFC 4343).
  static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
