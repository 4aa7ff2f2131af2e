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
