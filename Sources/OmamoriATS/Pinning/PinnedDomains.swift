import OmamoriCore

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

/// An entry of `NSPinnedDomains` as the system reads it.
public struct PinnedDomain: Sendable, Hashable {
  /// The name as written.
  public let name: String
  /// Whether the entry also serves names with **one** more label; `a.b.example.com` is not below
  /// `example.com`.
  ///
  /// Only a boolean true does that: unlike in exceptions, the number 1 does not.
  public let includesSubdomains: Bool
  /// The pins of which the server's own certificate must have one, or `nil` when there is no such key; empty when its
  /// value is not an array, so that every connection is refused.
  public let leafIdentities: [PinnedIdentity]?
  /// The pins of which a certificate above the server's must have one, or `nil` when there is no such key; empty when
  /// its value is not an array, so that every connection is refused.
  public let authorityIdentities: [PinnedIdentity]?

  /// Reads an entry; `nil` when its value is not a dictionary.
  public init?(name: String, value: PropertyList) {
    guard let entry = value.dictionary else { return nil }
    self.name = name
    // The system compares with the boolean itself (parseNSPinnedDomains in Apple's published SecPolicy.c).
    includesSubdomains = entry[ATSKey.includesSubdomains]?.boolean == true
    leafIdentities = entry[ATSKey.leafIdentities].map(Self.identities)
    authorityIdentities = entry[ATSKey.certificateAuthorityIdentities].map(Self.identities)
  }

  /// The pins of a list; none in what is not an array, since for the system the key alone pins the host.
  private static func identities(_ list: PropertyList) -> [PinnedIdentity] {
    (list.array ?? []).map(PinnedIdentity.init)
  }

  /// Whether the entry has a list at all, even one that nothing can match.
  public var isPinned: Bool { leafIdentities != nil || authorityIdentities != nil }
}

/// One pin of `NSPinnedDomains`: the SHA-256 digest of a public key.
public struct PinnedIdentity: Sendable, Hashable {
  /// The digest of the certificate's `SubjectPublicKeyInfo`, or `nil` when the pin cannot be decoded.
  public let digest: [UInt8]?
  /// Where the pin stands in the file.
  public let range: TextRange?

  /// Reads a pin from its dictionary.
  public init(_ value: PropertyList) {
    digest = value[ATSKey.publicKeyHash]?.string.flatMap {
      Base64.standard.decode(Array($0.utf8).rawSpan, padded: true, ignoringSpareBits: true)
    }
    range = value.range
  }

  /// Whether a public key can match: the system skips a pin that is not Base64, and one of another length
  /// than 32 bytes never matches.
  public var canMatch: Bool { digest?.count == 32 }
}

/// The pins that hold for one host, over and above the normal evaluation of trust.
public struct PinnedRequirement: Sendable, Hashable {
  /// The digests of which the server's certificate must have one, or `nil` when it is free.
  public let leafDigests: Set<[UInt8]>?
  /// The digests of which one of the certificates above must have one, or `nil` when they are free.
  public let authorityDigests: Set<[UInt8]>?

  init(leaf: [PinnedIdentity]?, authority: [PinnedIdentity]?) {
    // A pin that is no digest of 32 bytes matches nothing, so it is left out; its list stays.
    leafDigests = leaf.map { Set($0.filter(\.canMatch).compactMap(\.digest)) }
    authorityDigests = authority.map { Set($0.filter(\.canMatch).compactMap(\.digest)) }
  }

  private init(leaf: Set<[UInt8]>?, authority: Set<[UInt8]>?) {
    (leafDigests, authorityDigests) = (leaf, authority)
  }

  /// Whether no chain at all can meet the pins, because a list has none that could match.
  public var refusesEveryConnection: Bool {
    leafDigests?.isEmpty == true || authorityDigests?.isEmpty == true
  }

  /// Whether every list has at least two pins that can match, so that one key may be replaced.
  public var hasBackup: Bool {
    (leafDigests?.count ?? 2) > 1 && (authorityDigests?.count ?? 2) > 1
  }

  /// Says whether a chain that the system already trusts also meets the pins.
  /// - Parameter chain: The SHA-256 digests of the public keys, the server's first, then upwards to the root.
  /// - Returns: `true` when every list has its match; an empty chain never passes.
  public func accepts(chain: [[UInt8]]) -> Bool {
    guard let leaf = chain.first else { return false }
    if let leafDigests, !leafDigests.contains(leaf) { return false }
    guard let authorityDigests else { return true }
    return chain.dropFirst().contains(where: authorityDigests.contains)
  }

  /// Both requirements in one, as the system unites the entries that cover a host.
  func union(_ other: PinnedRequirement) -> PinnedRequirement {
    PinnedRequirement(
      leaf: Self.union(leafDigests, other.leafDigests),
      authority: Self.union(authorityDigests, other.authorityDigests)
    )
  }

  private static func union(_ first: Set<[UInt8]>?, _ second: Set<[UInt8]>?) -> Set<[UInt8]>? {
    guard let first, let second else { return first ?? second }
    return first.union(second)
  }

  /// At most two pins of each list, which is enough to see whether there is any and whether there is a
  /// backup.
  ///
  /// Uniting whole lists for every host would make a file with thousands of pins and hosts slow.
  var sample: PinnedRequirement {
    PinnedRequirement(
      leaf: leafDigests.map { Set($0.prefix(2)) },
      authority: authorityDigests.map { Set($0.prefix(2)) }
    )
  }
}
