/// An entry of `NSPinnedDomains` as the system reads it.
public struct PinnedDomain: Sendable, Hashable {
  /// The name as written.
  public let name: String
  /// Whether the entry also serves names with **one** more label; `a.b.example.com` is not below
  /// `example.com`.
  public let includesSubdomains: Bool
  /// The pins of which the server's own certificate must have one, or `nil` when there is no such list.
  public let leafIdentities: [PinnedIdentity]?
  /// The pins of which a certificate above the server's must have one, or `nil` when there is no such list.
  public let authorityIdentities: [PinnedIdentity]?

  /// Reads an entry; `nil` when its value is not a dictionary.
  public init?(name: String, value: PropertyList) {
    guard let entry = value.dictionary else { return nil }
    self.name = name
    includesSubdomains = ATSSwitch(entry[ATSKey.includesSubdomains]).value(default: false)
    leafIdentities = entry[ATSKey.leafIdentities]?.array?.map(PinnedIdentity.init)
    authorityIdentities = entry[ATSKey.certificateAuthorityIdentities]?.array?.map(PinnedIdentity.init)
  }

  /// Whether the entry has a list at all, even one that nothing can match.
  public var isPinned: Bool { leafIdentities != nil || authorityIdentities != nil }
}
