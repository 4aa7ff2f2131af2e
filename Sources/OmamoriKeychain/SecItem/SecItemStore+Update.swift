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
      var needsContext = changes.accessControl?.asksForPassword == true
      for record in records {
        let old = record.isSynchronizable ? nil : markers[record.place]
        try await admit(old, &admitted, access, session)
        if try isProtected(record, old, session) {
          needsContext = true
          if old?.accessControl == nil { try refuseUnknownConstraints(changes) }
        }
        moves.append(try move(record, old, changes, session))
      }
      let dictionaries = try moves.map { (move) throws(KeychainError) in try move.dictionary(changes) }
      let isOneStep = !matchesMarkers && Set(moves.map(\.protection)).count == 1
      func target(_ conditions: SecItemDictionary) -> SecItemDictionary {
        needsContext ? conditions.authenticated : conditions
      }
      if isOneStep, let dictionary = dictionaries.first {
        try perform(.update(target(.conditions(query)), dictionary), session)
      } else {
        for (record, dictionary) in zip(records, dictionaries) {
          try perform(.update(target(.conditions(record.reference)), dictionary), session)
        }
      }
      for move in moves { try move.moveMarker(session) }
      return records.count
    }
  }

  /// Refuses changes that would take constraints away which nobody knows, since other code chose them.
  private func refuseUnknownConstraints(_ changes: ItemChanges) throws(KeychainError) {
    guard changes.accessControl == nil else { return }
    if changes.isSynchronizable == true { throw .invalidRequest(.synchronizable) }
    if changes.accessibility != nil { throw .invalidRequest(.unknownConstraints) }
  }

  private func perform(_ request: SecItemRequest, _ session: System.Session) throws(KeychainError) {
    guard !Task.isCancelled else { throw .cancelled }
    if let error = error(of: SecItemOutcome(status: try session.perform(request).status), session) {
      throw error
    }
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
        dictionary.protect(
          protection.accessControl, accessibility, isSynchronizable: protection.isSynchronizable)
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
