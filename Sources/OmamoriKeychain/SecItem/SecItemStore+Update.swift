import OmamoriCore

extension SecItemStore {
  /// Changes all items that match; see ``KeychainBackend/update(_:_:access:)``.
  ///
  /// One `SecItemUpdate` where all that match become protected alike, which is one step; otherwise one for each item,
  /// and one that fails leaves the changes before it.
  @concurrent package func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    try SecItemRules.check(query)
    try ItemRules.checkForChange(query)
    try SecItemRules.check(changes, access)
    return try await operation(access) { session throws(KeychainError) in
      let (records, matchesMarkers) = try list(query, .all, session)
      if records.isEmpty {
        try refuseInvalidated(query, session)
        return 0
      }
      let markers = try SecItemMarkers(session: session).markers(of: records)
      var admitted: Set<AccessControl> = []
      var moves: [Move] = []
      for record in records {
        let old = record.isSynchronizable ? nil : markers[record.place]
        try await admit(old, &admitted, access, session)
        moves.append(try move(record, old, changes, session))
      }
      let dictionaries = try moves.map { (move) throws(KeychainError) in try move.dictionary(changes) }
      let isOneStep = !matchesMarkers && Set(moves.map(\.protection)).count == 1
      let call = Call(changes: changes, access: access)
      if isOneStep, let dictionary = dictionaries.first {
        try perform(call, .conditions(query), dictionary, knowing: moves, session)
      } else {
        for (index, record) in records.enumerated() {
          try perform(
            call, .conditions(record.reference), dictionaries[index], knowing: [moves[index]], session)
        }
      }
      for move in moves { try move.moveMarker(session) }
      return records.count
    }
  }

  /// What the calls of one update have in common.
  private struct Call {
    let changes: ItemChanges
    let access: ItemAccess

    /// Why an item that turned out to be protected is not changed: its constraints are unknown and would be lost.
    var fault: KeychainFault? {
      guard changes.accessControl == nil else { return nil }
      if changes.isSynchronizable == true { return .synchronizable }
      return changes.accessibility == nil ? nil : .unknownConstraints
    }
  }

  /// Changes the items that match.
  private func perform(
    _ call: Call, _ conditions: SecItemDictionary, _ dictionary: SecItemDictionary, knowing moves: [Move],
    _ session: System.Session
  ) throws(KeychainError) {
    let isProtected =
      call.changes.accessControl?.asksForPassword == true || moves.contains { $0.old?.accessControl != nil }
    let target = isProtected ? conditions.authenticated : conditions.withoutDialogue
    var reply = try perform(.update(target, dictionary), session)
    if !isProtected, SecItemOutcome(status: reply.status) == .interactionNotAllowed {
      if let fault = call.fault {
        let error = error(of: .interactionNotAllowed, session)
        throw error == .denied ? .invalidRequest(fault) : error ?? .contended
      }
      if call.access.bringsProof {
        reply = try perform(.update(conditions.authenticated, dictionary), session)
      }
    }
    if let error = error(of: SecItemOutcome(status: reply.status), session) { throw error }
  }

  /// What becomes of one item.
  struct Move {
    /// How an item is protected.
    struct Protection: Hashable {
      let accessControl: AccessControl?
      let accessibility: ItemAccessibility?
      let isSynchronizable: Bool
    }

    let itemClass: ItemClass
    let protection: Protection
    let from: SecItemPlace
    let to: SecItemPlace
    let old: SecItemMarker?
    let new: SecItemMarker?

    /// What `SecItemUpdate` gets.
    func dictionary(_ changes: ItemChanges) throws(KeychainError) -> SecItemDictionary {
      var dictionary: SecItemDictionary = [:]
      dictionary.merge(changes.attributes)
      if let secret = changes.secret {
        guard SecItemVersion.isSupported(by: itemClass) else { throw .unsupported(.certificatesAndKeys) }
        dictionary[.data] = .secret(secret)
      }
      dictionary[.accessGroup] = changes.accessGroup.map { .attribute(.text($0)) }
      if let isSynchronizable = changes.isSynchronizable {
        dictionary[.synchronizable] = .synchronizable(isSynchronizable ? .yes : .no)
      }
      if let accessibility = protection.accessibility {
        dictionary.protect(protection.accessControl, accessibility)
      }
      if SecItemVersion.isSupported(by: itemClass) {
        dictionary[.attribute(SecItemVersion.attribute)] = .attribute(
          .text(try SecItemVersion.fresh().text))
      }
      return dictionary
    }

    /// Takes the marker along.
    func moveMarker(_ session: some SecItemSession) throws(KeychainError) {
      let markers = SecItemMarkers(session: session)
      if from != to {
        try markers.replace(old, with: nil, at: from)
        try markers.replace(nil, with: new, at: to)
      } else {
        try markers.replace(old, with: new, at: to)
      }
    }
  }

  private func move(
    _ record: SecItemRecord, _ old: SecItemMarker?, _ changes: ItemChanges, _ session: System.Session
  ) throws(KeychainError) -> Move {
    let accessibility = changes.accessControl?.accessibility ?? changes.accessibility ?? record.accessibility
    let constraints = changes.accessControl?.constraints ?? old?.constraints ?? []
    let control = constraints.isEmpty ? nil : AccessControl(accessibility, constraints)
    let isSynchronizable = changes.isSynchronizable ?? record.isSynchronizable
    if isSynchronizable, control != nil || accessibility.isThisDeviceOnly {
      throw .invalidRequest(.synchronizable)
    }
    var names = record.attributes
    names.merge(changes.attributes)
    try ItemRules.check(names, of: record.itemClass)
    let tag = SecItemMarker.tag(record.itemClass, names)
    // An item keeps what it is bound to unless it is bound anew.
    var new: SecItemMarker?
    if let old, changes.accessControl == nil, SecItemMarker.isNeeded(control, accessibility) {
      new = SecItemMarker(
        tag: tag, accessibility: accessibility, constraints: constraints, enrolment: old.enrolment)
    } else {
      new = try marker(control, accessibility, tag: tag, session)
    }
    let isProtectedAnew = changes.accessControl != nil || changes.accessibility != nil
    return Move(
      itemClass: record.itemClass,
      protection: Move.Protection(
        accessControl: isProtectedAnew ? control : nil,
        accessibility: isProtectedAnew ? accessibility : nil, isSynchronizable: isSynchronizable),
      from: record.place, to: SecItemPlace(group: changes.accessGroup ?? record.accessGroup, tag: tag),
      old: old, new: isSynchronizable ? nil : new)
  }
}
