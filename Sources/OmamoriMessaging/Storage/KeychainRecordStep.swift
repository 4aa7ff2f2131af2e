import OmamoriCore
import OmamoriKeychain

/// What a ``KeychainConversationStore`` does within one transaction of its keychain.
struct KeychainRecordStep {
  /// How a commit ended.
  enum Outcome: Sendable {
    /// All changes are made.
    case done
    /// A record has another version; nothing was changed.
    case conflict
    /// An item cannot be read; nothing was changed.
    case damaged
  }

  private struct Found {
    var account: String
    var query: ItemQuery
    var label: KeychainRecordFrame.Label?
  }

  let items: KeychainRecordItems
  let transaction: any KeychainTransaction

  /// Makes all changes, or none.
  ///
  /// - Parameters:
  ///   - changes: The changes, already checked.
  ///   - fresh: The head to begin with when the store is new.
  /// - Returns: How it ended.
  /// - Throws: ``KeychainError``, whereupon the keychain undoes everything.
  func commit(
    _ changes: [RecordChange], fresh: KeychainRecordNames.Head
  ) throws(KeychainError) -> Outcome {
    var head = fresh
    let stored = try transaction.find(items.head, withSecrets: true).first
    if let stored {
      guard let read = KeychainRecordNames.Head(decoding: stored.secret) else { return .damaged }
      head = read
    }
    let names = KeychainRecordNames(head)
    var found: [Found] = []
    for change in changes {
      let account = names.account(of: change.name)
      let query = items.record(change.name.kind, account)
      var label: KeychainRecordFrame.Label?
      if let item = try transaction.find(query, withSecrets: false).first {
        guard let read = KeychainRecordFrame.Label(of: item) else { return .damaged }
        label = read
      }
      guard (label?.version ?? 0) == change.expectedVersion else { return .conflict }
      found.append(Found(account: account, query: query, label: label))
    }
    let floor = head.greatestRemoved
    for (change, found) in zip(changes, found) {
      guard let bytes = change.bytes else {
        if let label = found.label {
          try transaction.remove(found.query)
          try removeParts(0..<label.partCount, found.account)
          head.greatestRemoved = max(head.greatestRemoved, label.version)
        }
        continue
      }
      let sealedName: [UInt8]
      if let label = found.label {
        sealedName = label.sealedName
      } else {
        guard let sealed = try? names.seal(change.name) else { return .damaged }
        sealedName = sealed
      }
      try put(bytes, change.name, found, version: (found.label?.version ?? floor) + 1, sealedName)
    }
    if stored == nil || head.greatestRemoved != floor {
      try transaction.put(items.item(items.head, head.encoded), if: .always)
    }
    return .done
  }

  private func put(
    _ bytes: SharedSecretBytes, _ name: RecordName, _ found: Found, version: UInt64, _ sealedName: [UInt8]
  ) throws(KeychainError) {
    let frame = KeychainRecordFrame(bytes, name, version: version)
    let label = KeychainRecordFrame.Label(
      version: version, partCount: frame.parts.count, sealedName: sealedName)
    try transaction.put(items.item(found.query, frame.first, label: label.encoded), if: .always)
    for (index, part) in frame.parts.enumerated() {
      try transaction.put(items.item(items.part(index, found.account), part), if: .always)
    }
    try removeParts(frame.parts.count..<max(frame.parts.count, found.label?.partCount ?? 0), found.account)
  }

  private func removeParts(_ parts: Range<Int>, _ account: String) throws(KeychainError) {
    for index in parts { try transaction.remove(items.part(index, account)) }
  }

  /// The items of a record, all of one state; empty when there is none.
  ///
  /// - Throws: ``KeychainError``.
  func items(of kind: RecordKind, _ account: String) throws(KeychainError) -> [Item] {
    guard let first = try transaction.find(items.record(kind, account), withSecrets: true).first else {
      return []
    }
    var found = [first]
    for index in 0..<(KeychainRecordFrame.Label(of: first)?.partCount ?? 0) {
      guard let part = try transaction.find(items.part(index, account), withSecrets: true).first else {
        break
      }
      found.append(part)
    }
    return found
  }
}
