import OmamoriCore

/// The rules of a ``KeychainBackend`` in terms of Apple's four functions.
///
/// Everything here can be tested without Apple's keychain; what is left to the adapter is to call it. Safe to share
/// between threads.
package struct SecItemStore<System: SecItemSystem>: Sendable {
  /// What all such stores can do.
  package static var capabilities: KeychainCapabilities {
    [.accessControl, .accessibility, .certificatesAndKeys, .persistent]
  }

  package let system: System
  package let group: SecItemGroup

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - system: Apple's keychain.
  ///   - accessGroup: Where new items go; `nil` for the program's first group.
  package init(_ system: System, accessGroup: String?) {
    (self.system, group) = (system, SecItemGroup(accessGroup))
  }

  /// Runs an operation that ends when the task is cancelled.
  ///
  /// - Parameters:
  ///   - access: What the caller brings along.
  ///   - body: The operation.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``KeychainError/cancelled``.
  func operation<Value: Sendable>(
    _ access: ItemAccess, _ body: (System.Session) async throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    let session = system.session(access)
    let result = await withTaskCancellationHandler {
      do throws(KeychainError) {
        return Result<Value, KeychainError>.success(try await body(session))
      } catch {
        // A context that is gone looks like a refusal.
        let isEnded = Task.isCancelled && (error == .denied || error == .locked)
        return .failure(isEnded ? .cancelled : error)
      }
    } onCancel: {
      session.invalidate()
    }
    return try result.get()
  }

  /// Whether the keychain can be used now.
  @concurrent package func lockState() async -> KeychainLockState {
    SecItemProbe.lockState(system.session(.none))
  }
}

extension SecItemStore {
  /// Stores an item; see ``KeychainBackend/put(_:if:access:)``.
  @concurrent package func put(
    _ new: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    let item = ItemRules.normalized(new)
    try SecItemRules.check(item, access)
    let object = try item.object
    let hasVersions = SecItemVersion.isSupported(by: item.itemClass)
    var expected: SecItemVersion?
    if case .version(let version) = condition {
      expected = SecItemVersion(version)
      guard hasVersions, expected != nil else { throw .unsupported(.versions) }
    }
    let (version, known) = (hasVersions ? try SecItemVersion.fresh() : nil, expected)
    return try await operation(access) { session throws(KeychainError) in
      let group: String
      if let given = item.accessGroup { group = given } else { group = try self.group.name(session) }
      let conditions = SecItemDictionary.conditions(item, object, group: group)
      let write = Write(item: item, object: object, conditions: conditions, version: version, expected: known)
      let marked = try mark(write, group, session)
      var put = SecItemPut(condition)
      var admitted: Set<AccessControl> = []
      if condition != .absent { try await admit(marked.old, &admitted, access, session) }
      let added = try perform(&put, write, marked.old, access, session)
      guard case .finished(stored: true) = put.step else { return nil }
      if let place = marked.place {
        try SecItemMarkers(session: session).replace(marked.old, with: marked.new, at: place)
      }
      return try stored(write, marked.new, added, session)
    }
  }

  /// What one call of `put` writes.
  struct Write: Sendable {
    let item: NewItem
    let object: SecItemValue?
    let conditions: SecItemDictionary
    let version: SecItemVersion?
    let expected: SecItemVersion?
  }

  /// Goes through the steps; gives the item's description where it was added.
  private func perform(
    _ put: inout SecItemPut, _ write: Write, _ marker: SecItemMarker?, _ access: ItemAccess,
    _ session: System.Session
  ) throws(KeychainError) -> SecItemDictionary? {
    var conditions = write.conditions
    if let expected = write.expected {
      conditions[.attribute(SecItemVersion.attribute)] = .attribute(.text(expected.text))
    }
    let isProtected = marker?.accessControl != nil || write.item.accessControl?.asksForPassword == true
    var added: SecItemDictionary?
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      switch put.step {
      case .update:
        let changes = SecItemDictionary.replacing(write.item, write.object, write.version)
        let target = isProtected ? conditions.authenticated : conditions.withoutDialogue
        var reply = try session.perform(.update(target, changes))
        if !isProtected, access.isAsked(by: reply) {
          reply = try session.perform(.update(conditions.authenticated, changes))
        }
        put.received(SecItemOutcome(status: reply.status))
      case .add:
        let item = SecItemDictionary.adding(write.item, write.object, write.conditions, write.version)
        let reply = try session.perform(.add(item))
        let outcome = SecItemOutcome(status: reply.status)
        // Where a passcode is needed and none is set the system refuses the item, not the person.
        if outcome == .refused {
          throw .unsupported(write.item.accessControl == nil ? .accessibility : .accessControl)
        }
        put.received(outcome)
        added = reply.items.first
      case .finished: return added
      case .failed(let outcome): throw error(of: outcome, session) ?? .contended
      // A certificate with the same issuer and serial number but other bytes is never taken for the same.
      case .contended: throw write.object == nil ? .contended : .duplicate
      }
    }
  }

  /// The marker that the item has, the one that it is to have, and where; without a place it can have none.
  private func mark(
    _ write: Write, _ group: String, _ session: System.Session
  ) throws(KeychainError) -> (old: SecItemMarker?, new: SecItemMarker?, place: SecItemPlace?) {
    let item = write.item
    guard !item.isSynchronizable else { return (nil, nil, nil) }
    var names = item.attributes
    if case .key(let key)? = write.object {
      names.merge(key.attributes)
      names[.applicationLabel] = item.attributes[.applicationLabel] ?? names[.applicationLabel]
    }
    let place = SecItemPlace(group: group, tag: SecItemMarker.tag(item.itemClass, names))
    let old = try SecItemMarkers(session: session).list(.one, group, place.tag)[place]
    return (old, try marker(item.accessControl, item.accessibility, tag: place.tag, session), place)
  }

  /// The marker of an item that is protected so; `nil` when it needs none.
  ///
  /// - Throws: ``KeychainError/unsupported(_:)`` where biometry is demanded and none is enrolled.
  package func marker(
    _ accessControl: AccessControl?, _ accessibility: ItemAccessibility, tag: String,
    _ session: System.Session
  ) throws(KeychainError) -> SecItemMarker? {
    guard SecItemMarker.isNeeded(accessControl, accessibility) else { return nil }
    let constraints = accessControl?.constraints ?? []
    let enrolment = enrolment(session)
    if constraints.contains(.biometryCurrentSet), enrolment.isEmpty { throw .unsupported(.accessControl) }
    return SecItemMarker(
      tag: tag, accessibility: accessibility, constraints: constraints, enrolment: enrolment)
  }

  /// The item as it was stored, in the state that was stored even when others have changed it since.
  private func stored(
    _ write: Write, _ marker: SecItemMarker?, _ added: SecItemDictionary?, _ session: System.Session
  ) throws(KeychainError) -> KeychainItem {
    var found = added
    if found == nil {
      let reply = try session.perform(.copyMatching(write.conditions.listing(.one)))
      if let error = error(of: SecItemOutcome(status: reply.status), session) { throw error }
      found = reply.items.first
    }
    guard let found, let record = SecItemRecord(found, of: write.item.itemClass) else {
      throw .corrupt(.item)
    }
    return record.item(marker, secret: nil, version: write.version)
  }
}

extension SecItemKeyMaterial {
  /// The attributes that the system reads from the key.
  package var attributes: ItemAttributes {
    [
      .keyClass: .number(isPrivate ? 1 : 0), .type: .number(Self.ellipticType),
      .applicationLabel: .data(label),
      .keySizeInBits: .number(Int64(sizeInBits)), .effectiveKeySize: .number(Int64(sizeInBits)),
    ]
  }
}

extension SecItemStore {
  /// Removes all items that match; see ``KeychainBackend/remove(_:)``.
  ///
  /// One `SecItemDelete`, unless the store's own items match too: then one for each item.
  @concurrent package func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try SecItemRules.check(query)
    try ItemRules.checkForChange(query)
    return try await operation(.none) { session throws(KeychainError) in
      let (records, matchesMarkers) = try list(query, .all, session)
      let markers = SecItemMarkers(session: session)
      let old = try markers.markers(of: records)
      guard !records.isEmpty else {
        try forget(query, markers)
        return 0
      }
      if matchesMarkers {
        for record in records { try delete(.conditions(record.reference), session) }
      } else {
        try delete(.conditions(query), session)
      }
      // After the items: a marker without an item says that the item is gone, the safe mistake.
      for record in records where !record.isSynchronizable {
        try markers.replace(old[record.place], with: nil, at: record.place)
      }
      return records.count
    }
  }

  private func delete(_ conditions: SecItemDictionary, _ session: System.Session) throws(KeychainError) {
    guard !Task.isCancelled else { throw .cancelled }
    let outcome = SecItemOutcome(status: try session.perform(.delete(conditions)).status)
    // Somebody else was faster, and the items are gone as was asked.
    if outcome != .notFound, let error = error(of: outcome, session) { throw error }
  }

  /// Removes what is left of an item that the system has removed.
  private func forget(_ query: ItemQuery, _ markers: SecItemMarkers<System.Session>) throws(KeychainError) {
    guard let itemClass = query.itemClass, query.synchronizable != .yes else { return }
    let tag = SecItemMarker.tag(itemClass, query.attributes)
    for (place, marker) in try markers.list(.all, query.accessGroup, tag) {
      try markers.replace(marker, with: nil, at: place)
    }
  }
}

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
