import OmamoriCore
import OmamoriKeychain

/// One verified state of a store, to be searched: what a connection sees, and the rows that must be there.
///
/// Every row that is read is compared with the row that this process knows to be there, so that one that is missing, old
/// or exchanged is noticed at once. One thread at a time, within one transaction.
struct StoreView {
  /// The connection, within a transaction.
  let connection: StoreConnection
  /// The keys.
  let sealer: ItemSealer
  /// The rows that must be there.
  let rows: RowMap
  /// What the transaction itself has done since.
  let overlay: RowOverlay

  /// The row that must stand at a place.
  func head(at tag: StoreTag) -> RowHead? {
    guard !overlay.heads.isEmpty, let changed = overlay.heads[tag] else { return rows[tag] }
    return changed
  }

  /// The rows that match.
  ///
  /// - Parameters:
  ///   - matcher: Which rows are meant; not for identities.
  ///   - tag: Where the item stands that a query by reference asks for; `nil` when there is none.
  ///   - limit: The most rows to give; `nil` for all.
  ///   - depth: How much to read of the secrets.
  /// - Returns: The rows.
  /// - Throws: `KeychainError.locked` when a row that matches or may match is locked, `KeychainError.corrupt(_:)`.
  func find(
    _ matcher: ItemMatcher, at tag: StoreTag?, limit: Int?, _ depth: FoundRow.Depth
  ) throws(KeychainError) -> [FoundRow] {
    var found: [FoundRow] = []
    func take(_ row: FoundRow) -> Bool {
      found.append(row)
      return limit.map { found.count < $0 } ?? true
    }
    if matcher.query.reference != nil {
      if let tag, let row = try row(at: tag, matcher, depth) { found.append(row) }
      return found
    }
    guard let itemClass = matcher.query.itemClass, let groups = matcher.groups else {
      try scan(
        connection.allRows, expected: rows.count + overlay.growth,
        inOrder: { $0.generation < $1.generation }, matcher, depth, take)
      return found
    }
    if let tags = tags(matcher, itemClass, groups) {
      for tag in tags {
        if let row = try row(at: tag, matcher, depth), !take(row) { break }
      }
      return found
    }
    for group in groups where try !scan(group, itemClass, matcher, depth, take) { break }
    return found
  }

  /// The row at a place, when it matches.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.corrupt(_:)`.
  func row(
    at tag: StoreTag, _ matcher: ItemMatcher?, _ depth: FoundRow.Depth
  ) throws(KeychainError) -> FoundRow? {
    guard head(at: tag) != nil else { return nil }
    let statement = connection.row
    defer { statement.reset() }
    try statement.bind(tag, at: 1)
    guard try statement.step() else { throw .corrupt(.items) }
    return try open(statement, matcher, depth)
  }

  /// The tags of all items that may match, when the query gives whole primary keys.
  func tags(_ matcher: ItemMatcher, _ itemClass: ItemClass, _ groups: [String]) -> [StoreTag]? {
    let attributes = matcher.query.attributes
    guard itemClass.primaryKey.allSatisfy({ attributes[$0] != nil }) else { return nil }
    return groups.flatMap { group in
      matcher.query.synchronizable.flags.map { flag in
        sealer.tag(itemClass, attributes, group: group, isSynchronizable: flag)
      }
    }
  }

  /// Searches the scope that the query names, or all of the class; gives whether to go on.
  private func scan(
    _ group: String, _ itemClass: ItemClass, _ matcher: ItemMatcher, _ depth: FoundRow.Depth,
    _ take: (FoundRow) -> Bool
  ) throws(KeychainError) -> Bool {
    var (lower, upper) = ([UInt8](), [UInt8]())
    let listed = ItemScope.attribute(of: itemClass)
    let isNarrow = listed.map { matcher.query.attributes[$0] != nil } ?? false
    var expected: Int
    if isNarrow {
      let name = ItemScope(itemClass, matcher.query.attributes, group: group)
      let (area, scope) = sealer.scope(name, itemClass, group)
      lower.append(word: area)
      lower.append(word: scope)
      expected = rows.count(inScope: scope)
      for (tag, head) in overlay.heads where tag.scope == scope { expected += growth(tag, head) }
    } else {
      let area = sealer.area(itemClass, group)
      lower.append(word: area)
      expected = rows.count(inArea: area)
      for (tag, head) in overlay.heads where tag.area == area { expected += growth(tag, head) }
    }
    upper = lower + [UInt8](repeating: 0xFF, count: StoreTag.byteCount - lower.count)
    lower += [UInt8](repeating: 0, count: StoreTag.byteCount - lower.count)
    let statement = connection.rows
    try statement.bind(lower, at: 1)
    try statement.bind(upper, at: 2)
    return try scan(statement, expected: expected, inOrder: { $0.tag < $1.tag }, matcher, depth, take)
  }

  private func growth(_ tag: StoreTag, _ head: RowHead?) -> Int {
    (head == nil ? 0 : 1) - (rows[tag] == nil ? 0 : 1)
  }

  @discardableResult
  private func scan(
    _ statement: Statement, expected: Int, inOrder order: (RowContext, RowContext) -> Bool,
    _ matcher: ItemMatcher, _ depth: FoundRow.Depth, _ take: (FoundRow) -> Bool
  ) throws(KeychainError) -> Bool {
    defer { statement.reset() }
    var count = 0
    var last: RowContext?
    while try statement.step() {
      count += 1
      let head = try statement.head()
      // An index that leads to one row twice would hide another one.
      guard last.map({ order($0, head.context) }) ?? true, self.head(at: head.context.tag) == head else {
        throw .corrupt(.items)
      }
      last = head.context
      if let row = try statement.open(head, sealer, matcher, depth), !take(row) { return false }
    }
    guard count == expected else { throw .corrupt(.items) }
    return true
  }

  /// Opens the row that a statement stands at, when it matches.
  func open(
    _ statement: Statement, _ matcher: ItemMatcher?, _ depth: FoundRow.Depth
  ) throws(KeychainError) -> FoundRow? {
    let head = try statement.head()
    guard self.head(at: head.context.tag) == head else { throw .corrupt(.items) }
    return try statement.open(head, sealer, matcher, depth)
  }
}

extension Statement {
  /// Opens the row that the statement stands at, when it matches; its head is known to be right.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.corrupt(_:)`.
  func open(
    _ head: RowHead, _ sealer: ItemSealer, _ matcher: ItemMatcher?, _ depth: FoundRow.Depth
  ) throws(KeychainError) -> FoundRow? {
    try withBytes(at: 4) { metadata throws(KeychainError) in
      let record = try sealer.openMetadata(metadata, head.context)
      if let matcher {
        let isMatch = matcher.matches(
          record.itemClass, record.attributes, group: record.accessGroup,
          isSynchronizable: record.isSynchronizable)
        guard isMatch else { return FoundRow?.none }
      }
      let secret = try withBytes(at: 5) { column throws(KeychainError) in
        try Self.secret(column, metadata, head, record, sealer, depth)
      }
      return FoundRow(head: head, record: record, secret: secret)
    }
  }

  private static func secret(
    _ column: RawSpan, _ metadata: RawSpan, _ head: RowHead, _ record: ItemRecord, _ sealer: ItemSealer,
    _ depth: FoundRow.Depth
  ) throws(KeychainError) -> FoundRow.Secret {
    guard record.secretLength != nil else {
      guard column.byteCount == 0 else { throw .corrupt(.item) }
      return .none
    }
    guard depth != .metadata else { return .none }
    return try sealer.openKey(column, metadata, head.context) { material, sealed throws(KeychainError) in
      guard depth == .secret, record.protection == .none else {
        return .guarded(material: SharedSecretBytes(SecretBytes(copying: material)), body: sealed.array)
      }
      let secret = try ItemSealer.openBody(sealed, key: material, of: sealer.store)
      guard secret.count == record.secretLength else { throw .corrupt(.item) }
      return .value(secret)
    }
  }
}
