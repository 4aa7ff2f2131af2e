import OmamoriCore
import OmamoriCrypto

extension RelayStore {
  /// A one-time entry: bytes that mean nothing to the relay, under a name of the client's.
  struct Entry: Sendable, Hashable {
    let name: String
    let bytes: [UInt8]
  }

  /// What became of a publication.
  enum Publication: Sendable, Hashable {
    /// All of it is stored; so many entries are left.
    case stored(remaining: Int64)
    /// A name stands for other bytes; nothing is stored.
    case conflict
    /// There would be too many; nothing is stored.
    case full
  }

  /// What is given to somebody who wants to begin a conversation.
  struct Bundle: Sendable, Hashable {
    let prekeys: [UInt8]
    let entry: Entry?
  }

  /// Replaces the signed part of an account's bundle.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func publish(_ prekeys: [UInt8], of account: Account) throws(RelayError) {
    try add { database, _ throws(RelayError) in
      _ = try database.run(
        "UPDATE accounts SET prekeys = ?2 WHERE id = ?1", .number(account.id), .bytes(prekeys))
    }
  }

  /// Adds one-time entries; names that were published before stay as they are.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func add(_ entries: [Entry], to account: Account) throws(RelayError) -> Publication {
    var outcome = Publication.conflict
    do throws(RelayError) {
      return try add { database, _ throws(RelayError) in
        for entry in entries {
          let digest = Array(SHA256.hash(data: entry.bytes).prefix(16))
          let known = try database.query(
            "SELECT digest FROM entries WHERE account = ?1 AND name = ?2", .number(account.id),
            .text(entry.name))
          if try known.step() {
            guard known.bytes(at: 0) == digest else { throw Self.abandoned }
            continue
          }
          try database.run(
            "INSERT INTO entries (account, name, digest, entry) VALUES (?1, ?2, ?3, ?4)",
            .number(account.id), .text(entry.name), .bytes(digest), .bytes(entry.bytes))
        }
        let remaining = try Self.remaining(account, in: database)
        // An entry takes its part of a page, or an overflow page beside its own.
        let size = try database.number(
          """
          SELECT sum(iif(length(entry) > 3900, 8192, 4096 / (4000 / (length(entry) + 80))))
          FROM entries WHERE account = ?1 AND entry IS NOT NULL
          """, .number(account.id))
        guard remaining <= limits.oneTimeEntries, size <= StoreRoom.entryShare else {
          outcome = .full
          throw Self.abandoned
        }
        return .stored(remaining: remaining)
      }
    } catch {
      guard error == Self.abandoned else { throw error }
      return outcome
    }
  }

  /// How many one-time entries are left.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func remainingEntries(of account: Account) throws(RelayError) -> Int64 {
    try read { database throws(RelayError) in try Self.remaining(account, in: database) }
  }

  /// The bundle of an account; the entry in it is given to nobody else.
  ///
  /// - Parameters:
  ///   - account: Whose bundle.
  ///   - takesEntry: Whether an entry is to be in it.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The bundle; `nil` before a signed part was published.
  /// - Throws: ``RelayError/store(code:)``.
  func bundle(of account: Account, takesEntry: Bool, now: Int64) throws(RelayError) -> Bundle? {
    var bundle: Bundle?
    try remove([account.id]) { database, id throws(RelayError) in
      bundle = try Self.bundle(of: id, takesEntry: takesEntry, now: now, in: database)
    }
    return bundle
  }

  private static func bundle(
    of account: Int64, takesEntry: Bool, now: Int64, in database: Database
  ) throws(RelayError) -> Bundle? {
    let signed = try database.query(
      "SELECT prekeys FROM accounts WHERE id = ?1 AND prekeys IS NOT NULL", .number(account))
    guard try signed.step() else { return nil }
    let prekeys = signed.bytes(at: 0)
    guard takesEntry else { return Bundle(prekeys: prekeys, entry: nil) }
    let first = try database.query(
      """
      SELECT id, name, entry FROM entries WHERE account = ?1 AND entry IS NOT NULL
      ORDER BY id LIMIT 1
      """, .number(account))
    guard try first.step() else { return Bundle(prekeys: prekeys, entry: nil) }
    let entry = Entry(name: first.text(at: 1), bytes: first.bytes(at: 2))
    try database.run(
      "UPDATE entries SET entry = NULL, given = ?2 WHERE id = ?1", .number(first.number(at: 0)),
      .number(now))
    return Bundle(prekeys: prekeys, entry: entry)
  }

  /// Ends a transaction that changes nothing; `SQLITE_ABORT`, which no statement of a store gives.
  private static let abandoned = RelayError.store(code: 4)

  private static func remaining(_ account: Account, in database: Database) throws(RelayError) -> Int64 {
    try database.number(
      "SELECT count(*) FROM entries WHERE account = ?1 AND entry IS NOT NULL", .number(account.id))
  }
}
