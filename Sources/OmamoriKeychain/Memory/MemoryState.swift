import OmamoriCore

/// Everything that a keychain in memory consists of; a copy of it is a transaction.
///
/// What throws has changed nothing.
struct MemoryState: Sendable {
  var items: [PrimaryKey: MemoryItem] = [:]
  var references: [PersistentReference: PrimaryKey] = [:]
  var generation: UInt64 = 0
  var lockState = KeychainLockState.unlocked
  /// The passcode; without one there are no items that need one to be set.
  var passcode: SharedSecretBytes?
  /// A number that stands for the enrolled fingers or the face; 0 for none.
  var enrolment = 0
  /// What happened since the state was copied or told last.
  var changes: [KeychainChange] = []

  let groups: AccessGroups
  let clock: any WallClock

  // MARK: - What a backend does

  mutating func put(
    _ new: NewItem, if condition: PutCondition, _ proof: MemoryProof
  ) throws(KeychainError) -> KeychainItem? {
    try ItemRules.check(new)
    let group = try groups.group(named: new.accessGroup)
    try requireOpen()
    let item = ItemRules.normalized(new)
    let key = PrimaryKey(
      item.itemClass, item.attributes, group: group, isSynchronizable: item.isSynchronizable)
    let existing = items[key]
    switch condition {
    case .always: break
    case .absent: guard existing == nil else { return nil }
    case .version(let version): guard let existing, existing.version == version else { return nil }
    }
    if let existing { try requireUsable(existing.item.accessibility) }
    let now = clock.date
    let reference: PersistentReference
    if let existing { reference = existing.reference } else { reference = try newReference(item.itemClass) }
    let stored = try stamped(
      MemoryItem(
        item: item, group: group, reference: reference,
        created: existing?.created ?? now, modified: now, generation: 0,
        enrolment: enrolment, password: proof.password), proof)
    insert(stored)
    return stored.found(withSecret: false)
  }

  func find(_ query: ItemQuery, withSecrets: Bool, _ proof: MemoryProof) throws(KeychainError)
    -> [KeychainItem]
  {
    if query.itemClass == .identity {
      _ = try ItemMatcher(query, groups)
      return try IdentityJoin.find(query, withSecrets: withSecrets) {
        (query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] in
        try find(query, withSecrets: withSecrets, proof)
      }
    }
    let found = try matches(query).prefix(query.limit.greatestCount ?? .max)
    if withSecrets {
      for item in found {
        guard item.item.accessControl?.isForUseOnly != true || proof.isForKeyUse else { throw .denied }
        try checkAdmitted(to: item, proof)
      }
    }
    return found.map { $0.found(withSecret: withSecrets) }
  }

  mutating func update(
    _ query: ItemQuery, _ changes: ItemChanges, _ proof: MemoryProof
  ) throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    try ItemRules.check(changes)
    if let group = changes.accessGroup { _ = try groups.group(named: group) }
    let old = try matches(query)
    var new: [MemoryItem] = []
    for item in old { new.append(try changed(item, changes, proof)) }
    let (before, after) = (Set(old.map(\.key)), Set(new.map(\.key)))
    guard after.count == new.count, after.subtracting(before).allSatisfy({ items[$0] == nil }) else {
      throw .duplicate
    }
    for key in before { items[key] = nil }
    for item in new { insert(item) }
    return new.count
  }

  mutating func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    let found = try matches(query)
    for item in found { remove(item) }
    return found.count
  }

  /// The access controls that a search for secrets would have to satisfy.
  func controls(_ query: ItemQuery) throws(KeychainError) -> [AccessControl] {
    guard query.itemClass != .identity else { return [] }
    return try matches(query).prefix(query.limit.greatestCount ?? .max).compactMap(\.item.accessControl)
  }

  // MARK: - Parts

  /// All items that match, the oldest state first.
  private func matches(_ query: ItemQuery) throws(KeychainError) -> [MemoryItem] {
    let matcher = try ItemMatcher(query, groups)
    try requireOpen()
    let found: [MemoryItem]
    if let reference = query.reference {
      found = references[reference].flatMap { items[$0] }.map { [$0] } ?? []
    } else if let keys = PrimaryKey.all(of: query, groups: matcher.groups) {
      found = keys.compactMap { items[$0] }
    } else {
      found = items.values.sorted { $0.generation < $1.generation }
    }
    let matching = found.filter {
      matcher.matches(
        $0.item.itemClass, $0.attributes, group: $0.group, isSynchronizable: $0.item.isSynchronizable)
    }
    for item in matching { try requireUsable(item.item.accessibility) }
    return matching
  }

  private mutating func changed(
    _ item: MemoryItem, _ changes: ItemChanges, _ proof: MemoryProof
  ) throws(KeychainError) -> MemoryItem {
    // Loosening what protects a secret needs the proof that reading it does.
    let isProtectionChanged = changes.accessControl != nil || changes.accessibility != nil
    if isProtectionChanged, changes.secret == nil { try checkAdmitted(to: item, proof) }
    var result = item
    result.item = try ItemRules.applying(changes, to: item.item)
    result.group = changes.accessGroup ?? item.group
    result.modified = clock.date
    if changes.secret != nil || isProtectionChanged {
      (result.enrolment, result.password) = (enrolment, proof.password)
      return try stamped(result, proof)
    }
    generation += 1
    result.generation = generation
    return result
  }

  /// The item with a generation of its own, if it can be stored now.
  private mutating func stamped(
    _ item: MemoryItem, _ proof: MemoryProof
  ) throws(KeychainError) -> MemoryItem {
    try requireUsable(item.item.accessibility)
    if item.item.accessibility == .whenPasscodeSetThisDeviceOnly, passcode == nil {
      throw .unsupported(.accessibility)
    }
    if let control = item.item.accessControl { try checkPossible(control, proof) }
    var result = item
    if item.item.accessControl?.constraints.contains(.applicationPassword) != true { result.password = nil }
    generation += 1
    result.generation = generation
    return result
  }

  private mutating func insert(_ item: MemoryItem) {
    items[item.key] = item
    references[item.reference] = item.key
    changes.append(KeychainChange(.stored, item.reference))
  }

  mutating func remove(_ item: MemoryItem) {
    items[item.key] = nil
    references[item.reference] = nil
    changes.append(KeychainChange(.removed, item.reference))
  }

  private func newReference(_ itemClass: ItemClass) throws(KeychainError) -> PersistentReference {
    var bytes = Data(itemClass.rawValue.utf8)
    bytes.append(contentsOf: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    guard let reference = PersistentReference(data: bytes) else { throw .invalidRequest(.reference) }
    return reference
  }

  private func requireOpen() throws(KeychainError) {
    switch lockState {
    case .unlocked, .locked: return
    case .beforeFirstUnlock: throw .locked
    case .unavailable: throw .unavailable(.store)
    }
  }

  private func requireUsable(_ accessibility: ItemAccessibility) throws(KeychainError) {
    guard lockState == .unlocked || accessibility.survivesLocking else { throw .locked }
  }
}

// Access controls in memory are gates: there is no key that could be withheld.

extension MemoryState {
  /// Throws unless an item with this access control can be made here.
  func checkPossible(_ control: AccessControl, _ proof: MemoryProof) throws(KeychainError) {
    let constraints = control.constraints
    if constraints.contains(.applicationPassword), proof.password == nil { throw .denied }
    let possible = [
      (.userPresence, enrolment > 0 || passcode != nil), (.biometryAny, enrolment > 0),
      (.biometryCurrentSet, enrolment > 0), (AccessControl.Constraints.devicePasscode, passcode != nil),
    ].filter { constraints.contains($0.0) }.map(\.1)
    guard !possible.isEmpty else { return }
    let isPossible = constraints.contains(.or) ? possible.contains(true) : !possible.contains(false)
    guard isPossible else { throw .unsupported(.accessControl) }
  }

  /// Throws unless what was proved admits to an item's secret.
  func checkAdmitted(to item: MemoryItem, _ proof: MemoryProof) throws(KeychainError) {
    guard let constraints = item.item.accessControl?.constraints else { return }
    if constraints.contains(.applicationPassword) {
      guard let password = proof.password else { throw .denied }
      guard password == item.password else { throw .wrongCredential }
    }
    let conditions = constraints.intersection(.conditions)
    guard !conditions.isEmpty else { return }
    if let passphrase = proof.passphrase, !conditions.isDisjoint(with: [.userPresence, .devicePasscode]),
      passphrase != passcode
    {
      throw .wrongCredential
    }
    let hasPasscode = proof.passphrase != nil && proof.passphrase == passcode
    let hasBiometry = proof.admitted == .biometrics
    let isSameEnrolment = item.enrolment == enrolment
    let answers = [
      (.userPresence, hasPasscode || proof.admitted != nil), (.biometryAny, hasBiometry),
      (.biometryCurrentSet, hasBiometry && isSameEnrolment),
      (AccessControl.Constraints.devicePasscode, hasPasscode),
    ].filter { conditions.contains($0.0) }.map(\.1)
    let isAdmitted = constraints.contains(.or) ? answers.contains(true) : !answers.contains(false)
    guard !isAdmitted else { return }
    if conditions.contains(.biometryCurrentSet), !isSameEnrolment { throw .invalidated }
    throw .denied
  }
}
