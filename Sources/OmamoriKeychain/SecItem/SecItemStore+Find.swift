import OmamoriCore

extension SecItemStore {
  /// Finds items; see ``KeychainBackend/find(_:withSecrets:access:)``.
  ///
  /// First the attributes and the persistent references, which asks nobody; then one secret after the other.
  @concurrent package func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [Item] {
    try SecItemRules.check(query)
    guard query.itemClass != .identity else { return try await identities(query, withSecrets, access) }
    return try await operation(access) { session throws(KeychainError) in
      let records = try list(query, query.limit, session).items
      let markers = try SecItemMarkers(session: session).markers(of: records)
      if records.isEmpty { try refuseInvalidated(query, session) }
      var items: [Item] = []
      var admitted: Set<AccessControl> = []
      for record in records {
        let marker = record.isSynchronizable ? nil : markers[record.place]
        guard withSecrets else {
          items.append(record.item(marker, secret: nil))
          continue
        }
        try await admit(marker, &admitted, access, session)
        if let found = try secret(of: record, marker, access, session) {
          items.append(record.item(marker, secret: found.secret))
        }
      }
      return items
    }
  }

  /// Certificates joined to their keys, which the adapter does itself: nobody has to be asked for a certificate.
  private func identities(
    _ query: ItemQuery, _ withSecrets: Bool, _ access: ItemAccess
  ) async throws(KeychainError) -> [Item] {
    try await operation(access) { session throws(KeychainError) in
      try IdentityJoin.find(query, withSecrets: withSecrets) { query, withSecrets throws(KeychainError) in
        let records = try list(query, .all, session).items
        let markers = try SecItemMarkers(session: session).markers(of: records)
        var items: [Item] = []
        for record in records {
          let marker = record.isSynchronizable ? nil : markers[record.place]
          guard withSecrets else {
            items.append(record.item(marker, secret: nil))
            continue
          }
          if let found = try secret(of: record, marker, access, session) {
            items.append(record.item(marker, secret: found.secret))
          }
        }
        return items
      }
    }
  }

  /// The items that match, without the store's own, and whether those match too.
  func list(
    _ query: ItemQuery, _ limit: ItemQuery.Limit, _ session: System.Session
  ) throws(KeychainError) -> (items: [SecItemRecord], matchesMarkers: Bool) {
    // Only a search through all services meets the store's own items.
    let meetsMarkers = query.itemClass == .genericPassword && query.attributes[.service] == nil
    let conditions = SecItemDictionary.conditions(query)
    guard let reply = try found(conditions.listing(meetsMarkers ? .all : limit), session) else {
      return ([], false)
    }
    var records: [SecItemRecord] = []
    for item in reply.items {
      guard let record = SecItemRecord(item, of: query.itemClass) else { throw .corrupt(.item) }
      records.append(record)
    }
    let items = records.filter { !$0.isMarker }
    let count =
      switch limit {
      case .one: 1
      case .count(let count): count
      case .all: items.count
      }
    return (Array(items.prefix(count)), items.count < records.count)
  }

  /// Asks the person for an item, unless one answer in this operation has admitted to it.
  func admit(
    _ marker: SecItemMarker?, _ admitted: inout Set<AccessControl>, _ access: ItemAccess,
    _ session: System.Session
  ) async throws(KeychainError) {
    guard access.authenticator != nil, let control = marker?.accessControl, !admitted.contains(control),
      control.asksPerson
    else { return }
    guard !Task.isCancelled else { throw .cancelled }
    if let error = (await session.authenticate(control)).keychainError { throw error }
    admitted.insert(control)
  }

  /// The secret of an item; `nil` when the item is gone.
  private func secret(
    of record: SecItemRecord, _ marker: SecItemMarker?, _ access: ItemAccess, _ session: System.Session
  ) throws(KeychainError) -> (secret: SharedSecretBytes?, Void)? {
    let reading = SecItemDictionary.conditions(record.reference).reading
    let bringsProof = access.authenticator != nil || access.applicationPassword != nil
    if marker?.accessControl == nil || !bringsProof,
      let reply = try found(reading.skippingProtected, session)
    {
      return (reply.secret, ())
    }
    if bringsProof, let reply = try found(reading.authenticated, session) { return (reply.secret, ()) }
    // Without a proof, an item that is still listed was passed over.
    if !bringsProof, try found(SecItemDictionary.conditions(record.reference).listing(.one), session) != nil {
      throw .denied
    }
    if let marker, marker.isInvalidated(enrolment: enrolment(session)) { throw .invalidated }
    return nil
  }

  /// What `SecItemCopyMatching` answers; `nil` when nothing matches.
  func found(
    _ query: SecItemDictionary, _ session: System.Session
  ) throws(KeychainError) -> SecItemReply? {
    guard !Task.isCancelled else { throw .cancelled }
    let reply = try session.perform(.copyMatching(query))
    let outcome = SecItemOutcome(status: reply.status)
    if outcome == .notFound { return nil }
    if let error = error(of: outcome, session) { throw error }
    return reply
  }

  /// Whether an item needs a person or a password to be changed.
  ///
  /// An item that this library stored has a marker then. The system does not tell the constraints of other code's items,
  /// but passes over those that it would have to ask for.
  func isProtected(
    _ record: SecItemRecord, _ marker: SecItemMarker?, _ session: System.Session
  ) throws(KeychainError) -> Bool {
    guard marker?.accessControl == nil else { return true }
    guard record.version == nil, !record.isSynchronizable else { return false }
    return try found(SecItemDictionary.conditions(record.reference).reading.skippingProtected, session) == nil
  }

  /// Throws when the item that a query names was there and what it was bound to is not any more.
  func refuseInvalidated(_ query: ItemQuery, _ session: System.Session) throws(KeychainError) {
    guard let itemClass = query.itemClass, query.synchronizable != .yes,
      query.attributes.values.keys.contains(where: itemClass.primaryKey.contains)
    else { return }
    let tag = SecItemMarker.tag(itemClass, query.attributes)
    let markers = try SecItemMarkers(session: session).list(.all, query.accessGroup, tag)
    guard !markers.isEmpty else { return }
    let enrolment = enrolment(session)
    if markers.values.contains(where: { $0.isInvalidated(enrolment: enrolment) }) { throw .invalidated }
  }

  /// The digest of the biometry's state.
  func enrolment(_ session: System.Session) -> Data { SecItemMarker.enrolment(of: session.biometryState) }

  /// The error of an outcome; asks the system whether it is locked when that decides.
  func error(of outcome: SecItemOutcome, _ session: System.Session) -> KeychainError? {
    guard outcome == .interactionNotAllowed else { return outcome.error(isUnlocked: true) }
    return outcome.error(isUnlocked: SecItemProbe.lockState(session) == .unlocked)
  }
}

extension AccessControl {
  /// Whether a person has to be asked, beyond the item's own password.
  var asksPerson: Bool {
    !constraints.isDisjoint(with: [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode])
  }

  /// Whether the item has a password of its own.
  var asksForPassword: Bool { constraints.contains(.applicationPassword) }
}
