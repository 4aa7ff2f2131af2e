package import OmamoriCore

extension SecItemStore {
  /// Finds items; see ``KeychainBackend/find(_:withSecrets:access:)``.
  ///
  /// First the attributes and the persistent references, which asks nobody; then one secret after the other.
  @concurrent package func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    try SecItemRules.check(query)
    guard query.itemClass != .identity else { return try await identities(query, withSecrets, access) }
    return try await operation(access) { session throws(KeychainError) in
      let records = try list(query, query.limit, session).items
      let markers = try SecItemMarkers(session: session).markers(of: records)
      if records.isEmpty { try refuseInvalidated(query, session) }
      var items: [KeychainItem] = []
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
  ) async throws(KeychainError) -> [KeychainItem] {
    try await operation(access) { session throws(KeychainError) in
      try IdentityJoin.find(query, withSecrets: withSecrets) { query, withSecrets throws(KeychainError) in
        let records = try list(query, .all, session).items
        let markers = try SecItemMarkers(session: session).markers(of: records)
        var items: [KeychainItem] = []
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
  package func list(
    _ query: ItemQuery, _ limit: ItemQuery.Limit, _ session: System.Session
  ) throws(KeychainError) -> (items: [SecItemRecord], matchesMarkers: Bool) {
    // Only a search through all services meets the store's own items.
    let meetsMarkers = query.itemClass == .genericPassword && query.attributes[.service] == nil
    let conditions = SecItemDictionary.conditions(query)
    let reply = try session.perform(.copyMatching(conditions.listing(meetsMarkers ? .all : limit)))
    let outcome = SecItemOutcome(status: reply.status)
    if outcome == .notFound { return ([], false) }
    if let error = error(of: outcome, session) { throw error }
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
  package func admit(
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
    var reply: SecItemReply?
    if marker?.accessControl == nil || !access.bringsProof {
      reply = try perform(.copyMatching(reading.withoutDialogue), session)
    }
    if reply.map({ access.isAsked(by: $0) }) ?? true {
      reply = try perform(.copyMatching(reading.authenticated), session)
    }
    guard let reply else { return nil }
    let outcome = SecItemOutcome(status: reply.status)
    if outcome == .notFound {
      if let marker, marker.isInvalidated(enrolment: enrolment(session)) { throw .invalidated }
      return nil
    }
    // The system removes what is bound to other fingers when it is used, which this item was not.
    if outcome == .interactionNotAllowed, let marker, marker.isOutdated(enrolment(session)) {
      throw .invalidated
    }
    if let error = error(of: outcome, session) { throw error }
    return (reply.secret, ())
  }

  /// Calls a function of the keychain, unless the task was cancelled.
  package func perform(_ request: SecItemRequest, _ session: System.Session) throws(KeychainError)
    -> SecItemReply
  {
    guard !Task.isCancelled else { throw .cancelled }
    return try session.perform(request)
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
  package func enrolment(_ session: System.Session) -> Data {
    SecItemMarker.enrolment(of: session.biometryState)
  }

  /// The error of an outcome; asks the system whether it is locked when that decides.
  package func error(of outcome: SecItemOutcome, _ session: System.Session) -> KeychainError? {
    guard outcome == .interactionNotAllowed else { return outcome.error(isUnlocked: true) }
    return outcome.error(isUnlocked: SecItemProbe.lockState(session) == .unlocked)
  }
}

extension ItemAccess {
  /// Whether the caller brought something that an item may ask for.
  var bringsProof: Bool { authenticator != nil || applicationPassword != nil }

  /// Whether the caller brought what an item asks for that was refused without a dialogue.
  func isAsked(by reply: SecItemReply) -> Bool {
    bringsProof && SecItemOutcome(status: reply.status) == .interactionNotAllowed
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
