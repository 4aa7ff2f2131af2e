import OmamoriCore
import OmamoriCrypto

extension RelayStore {
  /// An envelope that waits for its recipient.
  struct Waiting: Sendable, Hashable {
    let sequence: Int64
    let identifier: String
    /// The address of the account that sent it.
    let sender: String
    /// Milliseconds since 1970.
    let received: Int64
    let envelope: [UInt8]
  }

  /// Envelopes, and whether there are more.
  struct Delivery: Sendable, Hashable {
    var envelopes: [Waiting] = []
    var hasMore = false
  }

  /// What became of something that a client stores under an identifier.
  enum Storing: Sendable {
    case new, known, taken, full
  }

  /// The most bytes of envelopes in one delivery: as many as the largest has.
  private static let deliverySize = 512 << 10
  /// The most bytes of an envelope that is taken whenever its sender has none in the mailbox.
  private static let greatestFirst: Int64 = 8 << 10
  /// What an envelope takes beside its bytes; ``StoreSchema`` has the number, too.
  private static let overhead: Int64 = 256

  /// Stores an envelope once.
  ///
  /// - Parameters:
  ///   - envelope: The sealed bytes.
  ///   - identifier: The sender's identifier of it.
  ///   - sender: Who sends it.
  ///   - recipient: Who it is for.
  ///   - now: Milliseconds since 1970.
  /// - Returns: What became of it.
  /// - Throws: ``RelayError/store(code:)``.
  func store(
    _ envelope: [UInt8], as identifier: String, from sender: Account, to recipient: Account, now: Int64
  ) throws(RelayError) -> Storing {
    let receipt = code("receipt \(recipient.id) \(sender.id) \(identifier)", [])
    let content = code("content \(recipient.id) \(sender.id) \(identifier)", envelope)
    let size = Int64(envelope.count)
    return try add { database, room throws(RelayError) in
      let known = try database.query(
        "SELECT content FROM receipts WHERE digest = ?1 AND received > ?2", .bytes(receipt),
        .number(now - retention))
      if try known.step() { return known.bytes(at: 0) == content ? .known : .taken }
      let standing = try standing(of: sender.id, with: recipient.id, in: database)
      let kept = try database.number("SELECT stored FROM accounts WHERE id = ?1", .number(sender.id))
      guard kept + size + Self.overhead <= room.envelopeShare(for: limits.accounts),
        try hasRoom(for: size, from: sender, standing, to: recipient, in: database)
      else { return .full }
      try database.run("UPDATE accounts SET arrivals = arrivals + 1 WHERE id = ?1", .number(recipient.id))
      try database.run(
        """
        INSERT INTO envelopes (recipient, sequence, sender, identifier, received, size, body, standing)
        VALUES (?1, (SELECT arrivals FROM accounts WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7)
        """, .number(recipient.id), .number(sender.id), .text(identifier), .number(now), .number(size),
        .bytes(envelope), .number(standing.rawValue))
      try database.run(
        "UPDATE accounts SET stored = stored + ?2 WHERE id = ?1", .number(sender.id),
        .number(size + Self.overhead))
      try database.run(
        "INSERT OR REPLACE INTO receipts (digest, content, received) VALUES (?1, ?2, ?3)",
        .bytes(receipt), .bytes(content), .number(now))
      try note(.written, of: recipient.id, with: sender.id, now: now, in: database)
      return .new
    }
  }

  /// Whether the mailbox of a recipient has room for an envelope.
  ///
  /// Strangers share half of it; those whom the recipient heard have three quarters together with them, and those whom it
  /// wrote to have all. A sender has a share of what those whom the recipient knows less well leave. One more small
  /// envelope of a sender that has none there is taken in any case, of which there are no more than accounts; it takes
  /// no room from those whom the recipient knows better.
  private func hasRoom(
    for size: Int64, from sender: Account, _ standing: Standing, to recipient: Account, in database: Database
  ) throws(RelayError) -> Bool {
    let queue = try database.query(
      """
      SELECT count(*) FILTER (WHERE sender = ?2), total(size) FILTER (WHERE sender = ?2),
      count(*) FILTER (WHERE standing = 0), total(size) FILTER (WHERE standing = 0),
      count(*) FILTER (WHERE standing = 1), total(size) FILTER (WHERE standing = 1),
      count(*) FILTER (WHERE standing = 2), total(size) FILTER (WHERE standing = 2)
      FROM envelopes WHERE recipient = ?1
      """, .number(recipient.id), .number(sender.id))
    guard try queue.step() else { return false }
    if queue.number(at: 0) == 0, size <= Self.greatestFirst { return true }
    func fits(_ amount: Int64, _ column: Int32, limit: Int) -> Bool {
      let rooms = (2...4).map { Int64(limit) * $0 / 4 }
      let taken = (1...3).map { queue.number(at: column + 2 * $0) }
      // What is taken of the room of each standing: lower ones count with no more than their own room.
      let first = taken[0]
      let second = min(first, rooms[0]) + taken[1]
      let all = min(second, rooms[1]) + taken[2]
      let own = Int(standing.rawValue)
      let free = max(0, min(rooms[own] - [first, second, all][own], rooms[2] - all))
      let share = StoreRoom.share(of: free + taken[own], free: free)
      return amount <= free && queue.number(at: column) + amount <= share
    }
    return fits(1, 0, limit: limits.envelopes) && fits(size, 1, limit: limits.envelopeBytes)
  }

  /// The envelopes that wait for an account, the oldest first.
  ///
  /// - Parameters:
  ///   - account: The recipient.
  ///   - sequence: The last one that is not wanted again.
  ///   - count: The most envelopes.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The envelopes.
  /// - Throws: ``RelayError/store(code:)``.
  func envelopes(
    for account: Account, after sequence: Int64, count: Int, now: Int64
  ) throws(RelayError) -> Delivery {
    try read { database throws(RelayError) in
      let rows = try database.query(
        """
        SELECT sequence, identifier, address, received, size, body
        FROM envelopes JOIN accounts ON accounts.id = sender
        WHERE recipient = ?1 AND sequence > ?2 AND received > ?3 ORDER BY sequence LIMIT ?4
        """, .number(account.id), .number(sequence), .number(now - retention), .number(Int64(count) + 1))
      var delivery = Delivery()
      var size = 0
      while try rows.step() {
        size += Int(rows.number(at: 4))
        guard delivery.envelopes.count < count, size <= Self.deliverySize || delivery.envelopes.isEmpty
        else {
          delivery.hasMore = true
          break
        }
        delivery.envelopes.append(
          Waiting(
            sequence: rows.number(at: 0), identifier: rows.text(at: 1), sender: rows.text(at: 2),
            received: rows.number(at: 3), envelope: rows.bytes(at: 5)))
      }
      return delivery
    }
  }

  /// Removes envelopes that their recipient has.
  ///
  /// - Throws: ``RelayError/store(code:)``.
  func acknowledge(_ sequences: [Int64], of account: Account, now: Int64) throws(RelayError) {
    try remove(sequences) { database, sequence throws(RelayError) in
      let senders = try Self.remove(
        database.query(
          "DELETE FROM envelopes WHERE recipient = ?1 AND sequence = ?2 RETURNING sender, size",
          .number(account.id), .number(sequence)), in: database)
      for sender in senders.keys {
        try note(.heard, of: sender, with: account.id, now: now, in: database)
      }
    }
  }

  /// Runs a deletion of envelopes that gives senders and sizes, and gives the senders their room back.
  ///
  /// - Returns: The senders, and how much each has back.
  static func remove(_ deletion: Statement, in database: Database) throws(RelayError) -> [Int64: Int64] {
    var senders: [Int64: Int64] = [:]
    while try deletion.step() {
      senders[deletion.number(at: 0), default: 0] += deletion.number(at: 1) + overhead
    }
    for (sender, size) in senders {
      try database.run(
        "UPDATE accounts SET stored = max(0, stored - ?2) WHERE id = ?1", .number(sender), .number(size))
    }
    return senders
  }
}
