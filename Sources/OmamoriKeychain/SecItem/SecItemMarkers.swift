import OmamoriCore

/// The markers beside the protected items of a keychain.
struct SecItemMarkers<Session: SecItemSession> {
  let session: Session

  /// The markers of some items.
  ///
  /// - Throws: ``KeychainError``.
  func markers(of records: [SecItemRecord]) throws(KeychainError) -> [SecItemPlace: SecItemMarker] {
    let places = records.filter { !$0.isSynchronizable }.map(\.place)
    guard let first = places.first else { return [:] }
    return try places.count == 1 ? list(.one, first.group, first.tag) : list(.all)
  }

  /// The markers under a digest, of one group or of all.
  ///
  /// - Throws: ``KeychainError``.
  func list(
    _ limit: ItemQuery.Limit, _ group: String? = nil, _ tag: String? = nil
  ) throws(KeychainError) -> [SecItemPlace: SecItemMarker] {
    var names: ItemAttributes = [.service: .text(SecItemMarker.service)]
    names[.account] = tag.map(AttributeValue.text)
    let query = ItemQuery(.genericPassword, names, accessGroup: group)
    let reply = try session.perform(.copyMatching(SecItemDictionary.conditions(query).listing(limit)))
    let outcome = SecItemOutcome(status: reply.status)
    if outcome == .notFound { return [:] }
    if let error = outcome.error(isUnlocked: false) { throw error }
    var found: [SecItemPlace: SecItemMarker] = [:]
    for item in reply.items {
      guard case .attribute(.text(let tag))? = item[.attribute(.account)],
        case .attribute(.text(let group))? = item[.accessGroup],
        case .attribute(.data(let encoded))? = item[.attribute(.generic)]
      else { continue }
      found[SecItemPlace(group: group, tag: tag)] = SecItemMarker(tag: tag, encoded: encoded)
    }
    return found
  }

  /// Makes the marker of an item what it has to be.
  ///
  /// - Parameters:
  ///   - old: The one that is there.
  ///   - new: The marker; `nil` for none.
  ///   - place: Where it is.
  /// - Throws: ``KeychainError``.
  func replace(_ old: SecItemMarker?, with new: SecItemMarker?, at place: SecItemPlace) throws(KeychainError)
  {
    guard new != old else { return }
    let names: ItemAttributes = [.service: .text(SecItemMarker.service), .account: .text(place.tag)]
    let conditions = SecItemDictionary.conditions(
      ItemQuery(.genericPassword, names, accessGroup: place.group))
    guard let new else {
      let outcome = SecItemOutcome(status: try session.perform(.delete(conditions)).status)
      if outcome != .notFound, let error = outcome.error(isUnlocked: false) { throw error }
      return
    }
    let content = SecItemValue.attribute(.data(new.encoded))
    var put = SecItemPut(.always)
    while true {
      switch put.step {
      case .update:
        let reply = try session.perform(
          .update(conditions.withoutDialogue, [.attribute(.generic): content]))
        put.received(SecItemOutcome(status: reply.status))
      case .add:
        var item = conditions
        item[.attribute(.generic)] = content
        // It has to be readable whenever anything is, and must not go where the item cannot.
        item[.accessible] = .accessible(.afterFirstUnlockThisDeviceOnly)
        put.received(SecItemOutcome(status: try session.perform(.add(item)).status))
      case .finished: return
      case .failed(let outcome): throw outcome.error(isUnlocked: false) ?? .contended
      case .contended: throw .contended
      }
    }
  }
}
