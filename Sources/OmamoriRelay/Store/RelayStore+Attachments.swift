#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
#endif
