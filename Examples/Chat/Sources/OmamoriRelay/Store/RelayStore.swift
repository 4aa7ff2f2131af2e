import Glibc
import OmamoriCore
import OmamoriCrypto

/// What a relay keeps, in one file.
///
/// Every change is one transaction: it happened as a whole or not at all, whenever the process ends. Its functions
/// block. Safe to use from any thread.
final class RelayStore: Sendable {
  /// An account as far as requests need it.
  struct Account: Sendable, Hashable {
    let id: Int64
    let address: String
    /// The Ed25519 public key, 32 bytes.
    let identity: [UInt8]
  }

  private struct State: Sendable {
    let database: Database
    var disk: StoreDisk
  }

  let limits: RelayLimits
  let receipts: SymmetricKey
  private let state: Protected<State>

  /// Opens a store, which is made when there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: How much it takes.
  /// - Throws: ``RelayError``.
  init(_ path: String, limits: RelayLimits) throws(RelayError) {
    let database = try Database(path)
    var disk = StoreDisk(path, limit: limits.reserveBytes)
    do throws(RelayError) {
      receipts = try StoreSchema.prepare(database, limit: limits.storeBytes)
    } catch {
      guard error.isFull else { throw error }
      disk.releaseReserve()
      receipts = try StoreSchema.prepare(database, limit: limits.storeBytes)
      database.emptyLog()
    }
    _ = disk.keepReserve()
    self.limits = limits
    state = Protected(State(database: database, disk: disk))
  }

  /// Calls `body` with the database, one thread at a time.
  func read<Result: Sendable>(_ body: (Database) throws(RelayError) -> Result) throws(RelayError) -> Result {
    try state.withLock { state throws(RelayError) in try body(state.database) }
  }

  /// Does all of `body`, which adds something, or nothing.
  ///
  /// Nothing is added to a store that could not remove things any more, and the log is emptied while that is possible.
  ///
  /// - Parameter body: Is told how much room there is, and may be called twice.
  /// - Returns: What `body` returns.
  /// - Throws: ``RelayError/store(code:)``, of which some are ``RelayError/isFull``.
  func add<Result: Sendable>(
    _ body: (Database, StoreRoom) throws(RelayError) -> Result
  ) throws(RelayError) -> Result {
    try state.withLock { state throws(RelayError) in
      guard state.disk.keepReserve() else { throw .full }
      if state.disk.isLogLong { state.database.emptyLog() }
      guard !state.disk.isLogLong else { throw .full }
      do throws(RelayError) {
        return try Self.add(to: state, body)
      } catch {
        guard error.isFull else { throw error }
        state.database.emptyLog()
        return try Self.add(to: state, body)
      }
    }
  }

  private static func add<Result: Sendable>(
    to state: State, _ body: (Database, StoreRoom) throws(RelayError) -> Result
  ) throws(RelayError) -> Result {
    try state.database.transaction { database throws(RelayError) in
      let room = try database.room(onDiskWith: state.disk.free)
      guard room.free > 0 else { throw .full }
      return try body(database, room)
    }
  }

  /// Takes steps that remove things: all of them or none.
  ///
  /// On a full disk each is taken by itself, with the room that is kept for that, and those that fail keep no others back.
  ///
  /// - Parameters:
  ///   - steps: What to remove.
  ///   - body: Takes a step; it may be called for a step again when nothing came of the first time.
  /// - Throws: ``RelayError/store(code:)``.
  func remove<Step>(
    _ steps: [Step], _ body: (Database, Step) throws(RelayError) -> Void
  ) throws(RelayError) {
    try state.withLock { state throws(RelayError) in
      do throws(RelayError) {
        try state.database.transaction { database throws(RelayError) in
          for step in steps { try body(database, step) }
        }
      } catch {
        guard error.isFull else { throw error }
        state.disk.releaseReserve()
        defer { _ = state.disk.keepReserve() }
        var failure: RelayError?
        for step in steps {
          state.database.emptyLog()
          do throws(RelayError) {
            try state.database.transaction { database throws(RelayError) in try body(database, step) }
          } catch {
            failure = error
          }
        }
        state.database.emptyLog()
        if let failure { throw failure }
      }
    }
  }

  /// How much room there is.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func room() throws(RelayError) -> StoreRoom {
    try state.withLock { state throws(RelayError) in try state.database.room(onDiskWith: state.disk.free) }
  }

  /// Brings everything into one file.
  func settle() { state.withLock { $0.database.emptyLog() } }

  static let day: Int64 = 86_400_000

  /// How long things are kept, in milliseconds.
  var retention: Int64 { limits.retention.components.seconds * 1000 }

  /// What remains of a message when it is gone, and of who knows whom: digests that nobody can compute without the
  /// relay's secret.
  func code(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
    var function = HMAC<SHA256>(key: receipts)
    function.update(data: Array((label + "\n").utf8))
    function.update(data: bytes)
    return Array(function.finalize().prefix(16))
  }
}

extension RelayStore {
  /// What became of a registration.
  enum Registration: Sendable {
    case new, known, taken, full
  }

  /// Registers an account for whoever comes first.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - identity: The key, 32 bytes.
  /// - Returns: What became of it.
  /// - Throws: ``RelayError/store(code:)``.
  func register(_ address: String, identity: [UInt8]) throws(RelayError) -> Registration {
    try add { database, room throws(RelayError) in
      if let account = try Self.account(address, in: database) {
        return account.identity == identity ? .known : .taken
      }
      let count = try database.number("SELECT count(*) FROM accounts")
      guard count < min(Int64(limits.accounts), room.accounts) else { return .full }
      try database.run(
        "INSERT INTO accounts (address, identity) VALUES (?1, ?2)", .text(address), .bytes(identity))
      return .new
    }
  }

  /// The account of an address; `nil` when there is none.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func account(_ address: String) throws(RelayError) -> Account? {
    try read { database throws(RelayError) in try Self.account(address, in: database) }
  }

  private static func account(_ address: String, in database: Database) throws(RelayError) -> Account? {
    let statement = try database.query(
      "SELECT id, identity FROM accounts WHERE address = ?1", .text(address))
    guard try statement.step() else { return nil }
    return Account(id: statement.number(at: 0), address: address, identity: statement.bytes(at: 1))
  }
}

extension RelayStore {
  /// Stores sealed bytes once.
  ///
  /// - Parameters:
  ///   - bytes: The sealed bytes.
  ///   - identifier: What they are found by; nobody who does not know it can fetch them.
  ///   - account: Who stores them; not stored with them, but it counts how much the account stores on a day.
  ///   - now: Milliseconds since 1970.
  /// - Returns: What became of them.
  /// - Throws: ``RelayError/store(code:)``.
  func storeAttachment(
    _ bytes: [UInt8], as identifier: String, from account: Account, now: Int64
  ) throws(RelayError) -> Storing {
    let digest = Array(SHA256.hash(data: bytes))
    let weight = Self.weight(Int64(bytes.count))
    return try add { database, room throws(RelayError) in
      let known = try database.query(
        "SELECT digest, received FROM attachments WHERE identifier = ?1", .text(identifier))
      if try known.step() {
        if known.number(at: 1) > now - retention { return known.bytes(at: 0) == digest ? .known : .taken }
        try removeAttachments(
          database.query("DELETE FROM attachments WHERE identifier = ?1 RETURNING size", .text(identifier)),
          in: database)
      }
      let kept = try database.number(
        "SELECT total(bytes) FROM uploads WHERE account = ?1 AND day >= ?2", .number(account.id),
        .number(firstDay(now)))
      guard kept + weight <= room.attachmentShare else { return .full }
      try countAttachments(weight, in: database)
      try database.run(
        """
        INSERT INTO uploads (account, day, bytes) VALUES (?1, ?2, ?3)
        ON CONFLICT (account, day) DO UPDATE SET bytes = bytes + excluded.bytes
        """, .number(account.id), .number(now / Self.day), .number(weight))
      try database.run(
        """
        INSERT INTO attachments (identifier, digest, received, size, body) VALUES (?1, ?2, ?3, ?4, ?5)
        """, .text(identifier), .bytes(digest), .number(now), .number(Int64(bytes.count)), .bytes(bytes))
      return .new
    }
  }

  /// Runs a deletion of attachments that gives their sizes; gives their number.
  @discardableResult
  func removeAttachments(_ deletion: Statement, in database: Database) throws(RelayError) -> Int {
    var (count, size) = (0, Int64(0))
    while try deletion.step() {
      count += 1
      size += Self.weight(deletion.number(at: 0))
    }
    try countAttachments(-size, in: database)
    return count
  }

  private func countAttachments(_ size: Int64, in database: Database) throws(RelayError) {
    try database.run("UPDATE totals SET bytes = bytes + ?1 WHERE name = 'attachments'", .number(size))
  }

  /// What an attachment takes: whole pages, and what stands around them; ``StoreSchema`` has the numbers, too.
  private static func weight(_ size: Int64) -> Int64 { (size + 4095) / 4096 * 4096 + 512 }

  /// The first day, counted from 1970, whose attachments may still be there.
  func firstDay(_ now: Int64) -> Int64 { (now - retention) / Self.day }

  /// Sealed bytes; `nil` when nothing is stored under the identifier any more.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func attachment(_ identifier: String, now: Int64) throws(RelayError) -> [UInt8]? {
    try read { database throws(RelayError) in
      let row = try database.query(
        "SELECT body FROM attachments WHERE identifier = ?1 AND received > ?2", .text(identifier),
        .number(now - retention))
      return try row.step() ? row.bytes(at: 0) : nil
    }
  }
}

extension RelayStore {
  /// How well an account knows another one, as far as the relay can tell.
  enum Standing: Int64, Sendable {
    case stranger = 0
    /// It acknowledged an envelope of the other.
    case heard = 1
    /// It wrote to the other.
    case written = 2
  }

  /// The most contacts of one account that are remembered; those it wrote to stay longest.
  private static let greatestContactCount: Int64 = 500

  /// How well an account knows another one.
  func standing(of peer: Int64, with owner: Int64, in database: Database) throws(RelayError) -> Standing {
    let row = try database.query(
      "SELECT standing FROM contacts WHERE owner = ?1 AND digest = ?2", .number(owner),
      .bytes(contact(peer, of: owner)))
    return try row.step() ? Standing(rawValue: row.number(at: 0)) ?? .stranger : .stranger
  }

  /// Remembers that an account has to do with another one, to the day.
  func note(
    _ standing: Standing, of peer: Int64, with owner: Int64, now: Int64, in database: Database
  ) throws(RelayError) {
    let count = try database.run(
      """
      INSERT INTO contacts (owner, digest, standing, seen) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (owner, digest) DO UPDATE SET
      standing = max(standing, excluded.standing), seen = max(seen, excluded.seen)
      WHERE standing < excluded.standing OR seen < excluded.seen
      """, .number(owner), .bytes(contact(peer, of: owner)), .number(standing.rawValue),
      .number(now - now % Self.day))
    guard count > 0 else { return }
    try database.run(
      """
      DELETE FROM contacts WHERE owner = ?1 AND digest IN
      (SELECT digest FROM contacts WHERE owner = ?1 ORDER BY standing DESC, seen DESC LIMIT -1 OFFSET ?2)
      """, .number(owner), .number(Self.greatestContactCount))
  }

  private func contact(_ peer: Int64, of owner: Int64) -> [UInt8] { code("contact \(owner) \(peer)", []) }
}

extension RelayStore {
  /// What is kept for a time only.
  private enum Passing: CaseIterable {
    case envelopes, attachments, receipts, entries, contacts, uploads
  }

  private static let (month, hour): (Int64, Int64) = (30 * day, 3_600_000)

  /// Removes what has been kept long enough, some of it at a time so that requests need not wait.
  ///
  /// In a store that is half full of other things than attachments, what only serves to notice what comes twice is kept for an hour.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether there is more.
  /// - Throws: ``RelayError/store(code:)``.
  func sweep(now: Int64) throws(RelayError) -> Bool {
    let isNarrow = try room().isNarrow
    var counts: [Passing: Int] = [:]
    try remove(Passing.allCases) { database, kind throws(RelayError) in
      counts[kind] = try remove(kind, before: now, isNarrow: isNarrow, in: database)
    }
    return counts.values.contains { $0 > 0 }
  }

  private func remove(
    _ kind: Passing, before now: Int64, isNarrow: Bool, in database: Database
  ) throws(RelayError) -> Int {
    let oldest = now - retention
    switch kind {
    case .envelopes:
      return try Self.remove(
        database.query(
          """
          DELETE FROM envelopes WHERE rowid IN
          (SELECT rowid FROM envelopes WHERE received <= ?1 LIMIT 32) RETURNING sender, size
          """, .number(oldest)), in: database
      ).count
    case .attachments:
      return try removeAttachments(
        database.query(
          """
          DELETE FROM attachments WHERE rowid IN
          (SELECT rowid FROM attachments WHERE received <= ?1 LIMIT 1) RETURNING size
          """, .number(oldest)), in: database)
    case .receipts:
      return try database.run(
        """
        DELETE FROM receipts WHERE digest IN
        (SELECT digest FROM receipts WHERE received <= ?1 ORDER BY received LIMIT 200)
        """, .number(isNarrow ? max(oldest, now - Self.hour) : oldest))
    case .entries:
      // A one-time key's name is remembered for longer than anybody keeps its private half.
      return try database.run(
        "DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE given <= ?1 ORDER BY given LIMIT 200)",
        .number(isNarrow ? now - Self.hour : now - 2 * max(retention, Self.month)))
    case .contacts:
      return try database.run(
        """
        DELETE FROM contacts WHERE (owner, digest) IN
        (SELECT owner, digest FROM contacts WHERE seen <= ?1 LIMIT 200)
        """, .number(oldest - Self.day))
    case .uploads:
      return try database.run("DELETE FROM uploads WHERE day < ?1", .number(firstDay(now)))
    }
  }
}
