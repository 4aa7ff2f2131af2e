internal import Foundation

extension FakeKeychain {
  /// `SecItemAdd`: stores a new item.
  ///
  /// - Parameters:
  ///   - query: The item's class, attributes and data, and what to return of it.
  ///   - result: Receives what was asked for.
  /// - Returns: The function's status.
  func add(_ query: Query, _ result: (CFTypeRef?) -> Void) -> OSStatus {
    perform { state throws(Refusal) in
      guard let itemClass = query.itemClass, query.limit == nil, query.persistentReference == nil,
        !query.matchesAnySynchronizable, !query.skipsProtectedItems
      else { throw Refusal(errSecParam) }
      try admit(query)
      try admitAccessControl(query.accessControl, query)
      var item = Item(
        itemClass: itemClass,
        persistentReference: state.nextReference(),
        data: query.reference?.data ?? query.data ?? Data(),
        attributes: query.attributes,
        accessibility: try accessibility(of: query) ?? .whenUnlocked,
        accessControl: query.accessControl
      )
      item.fillDefaults(accessGroup: try accessGroup(of: query))
      try item.takePassword(of: query)
      try state.validate(item)
      state.items.append(item)
      result(answer([item], to: query))
    }
  }

  /// `SecItemCopyMatching`: finds items and returns what was asked for.
  ///
  /// - Parameters:
  ///   - query: What to look for and what to return.
  ///   - result: Receives what was asked for.
  /// - Returns: The function's status.
  func copyMatching(_ query: Query, _ result: (CFTypeRef?) -> Void) -> OSStatus {
    perform { state throws(Refusal) in
      try admit(query)
      let limit = query.limit ?? .one
      var found = try matches(query, in: state)
      // Only secrets need a person or a password.
      if query.skipsProtectedItems, query.results.contains(.data) {
        found.removeAll { state.items[$0].isProtected }
      }
      found = Array(found.prefix(limit.count))
      guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
      // Attributes are encrypted too: the first row that is locked ends the search.
      if query.results.contains(.attributes) { try state.requireAvailable(found) }
      if query.results.contains(.data) { try state.unlock(found, for: query) }
      result(answer(found.map { state.items[$0] }, to: query))
    }
  }

  /// `SecItemUpdate`: changes attributes or data of the items found.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - changes: The attributes and the data to set.
  ///   - isEmpty: Whether nothing is to be set.
  /// - Returns: The function's status.
  func update(_ query: Query, _ changes: Query, isEmpty: Bool) -> OSStatus {
    perform { state throws(Refusal) in
      guard query.results.isEmpty, !query.skipsProtectedItems, !isEmpty, changes.itemClass == nil,
        changes.limit == nil,
        changes.results.isEmpty, changes.persistentReference == nil, !changes.matchesAnySynchronizable
      else { throw Refusal(errSecParam) }
      try admit(query)
      try refuseReferenceWithConditions(query)
      try admitAccessControl(changes.accessControl, query)
      let found = try matches(query, in: state)
      guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
      try state.requireAvailable(found)
      try state.unlock(found, for: query)
      let before = state.items
      do throws(Refusal) {
        for index in found { try change(&state, at: index, with: changes, query) }
      } catch {
        state.items = before
        throw error
      }
    }
  }

  /// `SecItemDelete`: removes all items found.
  ///
  /// No person is asked.
  ///
  /// - Parameter query: What to look for.
  /// - Returns: The function's status.
  func delete(_ query: Query) -> OSStatus {
    perform { state throws(Refusal) in
      guard query.limit == nil, query.results.isEmpty, !query.skipsProtectedItems else {
        throw Refusal(errSecParam)
      }
      try admit(query)
      try refuseReferenceWithConditions(query)
      let found = Set(try matches(query, in: state))
      guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
      state.items = state.items.enumerated().filter { !found.contains($0.offset) }.map(\.element)
    }
  }

  private func admit(_ query: Query) throws(Refusal) {
    if requiresDataProtection, !query.usesDataProtectionKeychain { throw Refusal(errSecParam) }
    if accessGroups.isEmpty { throw Refusal(errSecMissingEntitlement) }
    if case .text(let group)? = query.attributes[.accessGroup], !accessGroups.contains(group) {
      throw Refusal(errSecMissingEntitlement)
    }
  }

  /// An item with an access control needs an authentication context; the system makes one where the caller brings none.
  private func admitAccessControl(_ control: SecAccessControl?, _ query: Query) throws(Refusal) {
    if control != nil, query.authenticationContext == nil, !isAuthenticationReachable {
      throw Refusal(errSecAuthFailed)
    }
  }

  private func accessGroup(of query: Query) throws(Refusal) -> AttributeValue {
    guard let first = accessGroups.first else { throw Refusal(errSecMissingEntitlement) }
    return query.attributes[.accessGroup] ?? .text(first)
  }

  private func accessibility(of query: Query) throws(Refusal) -> Accessibility? {
    // An access control carries the accessibility; giving both is an error even when they agree.
    guard query.accessControl == nil || query.accessibility == nil else { throw Refusal(errSecParam) }
    return query.accessControl?.protection ?? query.accessibility
  }

  /// Refuses to change or delete by a persistent reference and another condition; searching by both is allowed.
  private func refuseReferenceWithConditions(_ query: Query) throws(Refusal) {
    if query.persistentReference != nil,
      query.itemClass != nil || !query.attributes.isEmpty || query.accessibility != nil
    {
      throw Refusal(errSecParam)
    }
  }

  private func matches(_ query: Query, in state: State) throws(Refusal) -> [Int] {
    guard query.itemClass != nil || query.persistentReference != nil else { throw Refusal(errSecParam) }
    return state.items.indices.filter { index in
      let item = state.items[index]
      guard case .text(let group)? = item.attributes[.accessGroup], accessGroups.contains(group) else {
        return false
      }
      if let reference = query.persistentReference, item.persistentReference != reference { return false }
      if query.persistentReference != nil, query.itemClass == nil { return true }
      let synchronizable = query.attributes[.synchronizable] ?? .flag(false)
      guard item.itemClass == query.itemClass,
        query.matchesAnySynchronizable || item.attributes[.synchronizable] == synchronizable,
        query.accessibility == nil || item.accessibility == query.accessibility
      else { return false }
      if let reference = query.reference, reference.data != item.data { return false }
      return query.attributes.allSatisfy { $0.key == .synchronizable || item.attributes[$0.key] == $0.value }
    }
  }

  private func change(
    _ state: inout State, at index: Int, with changes: Query, _ query: Query
  ) throws(Refusal) {
    var item = state.items[index]
    if let control = changes.accessControl {
      item.applicationPassword = nil
      item.accessControl = control
      try item.takePassword(of: query)
    }
    item.attributes.merge(changes.attributes) { _, new in new }
    item.attributes[.modificationDate] = .date(Date())
    item.data = changes.data ?? item.data
    item.accessibility = try accessibility(of: changes) ?? item.accessibility
    // `kSecAttrAccessible` makes a new access control without constraints (SecDbQuery.c, query_add_attribute).
    if changes.accessibility != nil { (item.accessControl, item.applicationPassword) = (nil, nil) }
    guard item.itemClass.attributes.isSuperset(of: item.attributes.keys) else {
      throw Refusal(errSecNoSuchAttr)
    }
    if case .text(let group)? = item.attributes[.accessGroup], !accessGroups.contains(group) {
      throw Refusal(errSecMissingEntitlement)
    }
    // Out of the way, or it would count as its own duplicate; the caller restores everything after a refusal.
    state.items.remove(at: index)
    try state.validate(item)
    state.items.insert(item, at: index)
  }

  /// One requested kind gives the value itself, several a dictionary; a limit above one gives an array.
  private func answer(_ items: [Item], to query: Query) -> CFTypeRef? {
    guard !query.results.isEmpty else { return nil }
    // An item without data gives none.
    let items = query.results == .data ? items.filter { !$0.data.isEmpty } : items
    guard !items.isEmpty else { return nil }
    let values = items.map { item -> Any in
      var dictionary = query.results.contains(.attributes) ? item.dictionary : [:]
      // An item without data has no such key.
      if query.results.contains(.data), !item.data.isEmpty { dictionary[kSecValueData] = item.data }
      if query.results.contains(.persistentReference) {
        dictionary[kSecValuePersistentRef] = item.persistentReference
      }
      switch query.results {
      case .data: return item.data as NSData
      case .persistentReference: return item.persistentReference as NSData
      default: return dictionary as NSDictionary
      }
    }
    return (query.limit ?? .one).count > 1 ? values as NSArray : values.first as CFTypeRef?
  }
}

extension FakeKeychain.State {
  /// A persistent reference that no other item has had.
  mutating func nextReference() -> Data {
    lastIdentifier += 1
    return Data("item-\(lastIdentifier)".utf8)
  }

  /// Refuses an item that contradicts itself, the device or another item.
  func validate(_ item: Item) throws(Refusal) {
    if item.attributes[.synchronizable] == .flag(true),
      item.accessibility.isThisDeviceOnly || item.accessControl != nil
    {
      throw Refusal(errSecParam)
    }
    if item.accessibility == .whenPasscodeSetThisDeviceOnly, !hasPasscode {
      throw Refusal(statusWithoutPasscode)
    }
    guard item.accessibility.isAvailable(in: device) else { throw Refusal(errSecInteractionNotAllowed) }
    if items.contains(where: { $0.identity == item.identity }) { throw Refusal(errSecDuplicateItem) }
  }

  /// Checks that the items can be read now.
  func requireAvailable(_ indices: [Int]) throws(Refusal) {
    guard indices.allSatisfy({ items[$0].accessibility.isAvailable(in: device) }) else {
      throw Refusal(errSecInteractionNotAllowed)
    }
  }

  /// Checks that the data of the items can be used now, asking the person once when one of them requires it.
  mutating func unlock(_ indices: [Int], for query: Query) throws(Refusal) {
    try requireAvailable(indices)
    // What was bound to another set of fingers goes when it is used.
    let gone = Set(indices.filter { items[$0].isInvalidated }.map { items[$0].persistentReference })
    if !gone.isEmpty {
      items.removeAll { gone.contains($0.persistentReference) }
      throw Refusal(errSecItemNotFound)
    }
    if query.refusesProtectedItems, indices.contains(where: { items[$0].isProtected }) {
      throw Refusal(errSecInteractionNotAllowed)
    }
    for index in indices { try items[index].check(query.authenticationContext?.applicationPassword) }
    guard indices.contains(where: { items[$0].accessControl?.asksPerson == true }) else { return }
    if query.authenticationContext?.isAuthenticated == true { return }
    if query.authenticationContext?.interactionNotAllowed == true {
      throw Refusal(errSecInteractionNotAllowed)
    }
    promptCount += 1
    switch person {
    case .confirms: return
    case .cancels: throw Refusal(errSecUserCanceled)
    case .fails: throw Refusal(errSecAuthFailed)
    }
  }
}

extension Item {
  /// Whether using its data needs a person or a password.
  var isProtected: Bool { accessControl?.asksPerson == true || applicationPassword != nil }

  /// Takes the password from the context, where the access control asks for one.
  mutating func takePassword(of query: Query) throws(Refusal) {
    guard accessControl?.flags.contains(.applicationPassword) == true else { return }
    guard let password = query.authenticationContext?.applicationPassword else {
      throw Refusal(errSecAuthFailed)
    }
    applicationPassword = password
  }

  /// Refuses without the item's own password.
  func check(_ password: Data?) throws(Refusal) {
    guard let expected = applicationPassword else { return }
    if password != expected { throw Refusal(errSecAuthFailed) }
  }

  /// Sets what an added item has without being told.
  mutating func fillDefaults(accessGroup: AttributeValue) {
    attributes[.accessGroup] = accessGroup
    attributes[.synchronizable] = attributes[.synchronizable] ?? .flag(false)
    let now = AttributeValue.date(Date())
    attributes[.creationDate] = now
    attributes[.modificationDate] = now
    for key in itemClass.primaryKeys where attributes[key] == nil {
      switch key {
      case .port, .creator, .type, .certificateType, .keyClass, .keySizeInBits, .effectiveKeySize:
        attributes[key] = .number(0)
      case .issuer, .serialNumber, .applicationLabel, .applicationTag: attributes[key] = .bytes(Data())
      default: attributes[key] = .text("")
      }
    }
  }
}
