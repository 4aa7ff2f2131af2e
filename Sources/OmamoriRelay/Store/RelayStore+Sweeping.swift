#if !canImport(Darwin)
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
#endif
