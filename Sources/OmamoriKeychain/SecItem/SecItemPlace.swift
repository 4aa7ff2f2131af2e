/// Where the marker of an item is: in the item's access group, under the digest of its names.
struct SecItemPlace: Sendable, Hashable {
  /// The access group.
  let group: String
  /// The digest.
  let tag: String
}

extension SecItemRecord {
  /// Where the item's marker is.
  var place: SecItemPlace { SecItemPlace(group: accessGroup, tag: tag) }
}
