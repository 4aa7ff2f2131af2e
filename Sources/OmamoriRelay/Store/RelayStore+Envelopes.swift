#if !canImport(Darwin)
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

  /// The most bytes of envelopes in one delivery, unless the first one has more.
  private static let deliverySize = 1 << 20

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
    return try write { database throws(RelayError) in
      let known = try database.query(
        "SELECT content FROM receipts WHERE digest = ?1 AND received > ?2", .bytes(receipt),
        .number(now - retention))
      if try known.step() { return known.bytes(at: 0) == content ? .known : .taken }
      let queue = try database.query(
        "SELECT count(*), total(size) FROM envelopes WHERE recipient = ?1", .number(recipient.id))
      guard try queue.step(), queue.number(at: 0) < limits.envelopes,
        queue.number(at: 1) + Int64(envelope.count) <= limits.envelopeBytes
      else { return .full }
      let own = try database.query(
        "SELECT count(*), total(size) FROM envelopes WHERE recipient = ?1 AND sender = ?2",
        .number(recipient.id), .number(sender.id))
      guard try own.step(), own.number(at: 0) < limits.envelopesPerSender,
        own.number(at: 1) + Int64(envelope.count) <= limits.envelopeBytesPerSender
      else { return .full }
      try database.run("UPDATE accounts SET arrivals = arrivals + 1 WHERE id = ?1", .number(recipient.id))
      try database.run(
        """
        INSERT INTO envelopes (recipient, sequence, sender, identifier, received, size, body)
        VALUES (?1, (SELECT arrivals FROM accounts WHERE id = ?1), ?2, ?3, ?4, ?5, ?6)
        """, .number(recipient.id), .number(sender.id), .text(identifier), .number(now),
        .number(Int64(envelope.count)), .bytes(envelope))
      try database.run(
        "INSERT OR REPLACE INTO receipts (digest, content, received) VALUES (?1, ?2, ?3)",
        .bytes(receipt), .bytes(content), .number(now))
      return .new
    }
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
  func acknowledge(_ sequences: [Int64], of account: Account) throws(RelayError) {
    try write { database throws(RelayError) in
      for sequence in sequences {
        try database.run(
          "DELETE FROM envelopes WHERE recipient = ?1 AND sequence = ?2", .number(account.id),
          .number(sequence))
      }
    }
  }

  /// What remains of a message when it is gone: digests that nobody can compute without the relay's secret.
  private func code(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
    var function = HMAC<SHA256>(key: receipts)
    function.update(data: Array((label + "\n").utf8))
    function.update(data: bytes)
    return Array(function.finalize().prefix(16))
  }
}
#endif
