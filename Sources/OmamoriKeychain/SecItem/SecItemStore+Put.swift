import OmamoriCore

extension SecItemStore {
  /// Stores an item; see ``KeychainBackend/put(_:if:access:)``.
  @concurrent package func put(
    _ new: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> Item? {
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
  func marker(
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
  ) throws(KeychainError) -> Item {
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
  var attributes: ItemAttributes {
    [
      .keyClass: .number(isPrivate ? 1 : 0), .type: .number(Self.ellipticType),
      .applicationLabel: .data(label),
      .keySizeInBits: .number(Int64(sizeInBits)), .effectiveKeySize: .number(Int64(sizeInBits)),
    ]
  }
}
