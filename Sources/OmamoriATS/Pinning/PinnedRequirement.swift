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
