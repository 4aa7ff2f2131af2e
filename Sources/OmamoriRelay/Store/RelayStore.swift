#if !canImport(Darwin)
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

  let limits: RelayLimits
  let receipts: SymmetricKey
  private let database: Protected<Database>

  /// Opens a store, which is made when there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: How much it takes.
  /// - Throws: ``RelayError``.
  init(_ path: String, limits: RelayLimits) throws(RelayError) {
    let opened = try Database(path)
    receipts = try StoreSchema.prepare(opened, limit: limits.storeBytes)
    (self.limits, database) = (limits, Protected(opened))
  }

  /// Calls `body` with the database, one thread at a time.
  func read<Result: Sendable>(_ body: (Database) throws(RelayError) -> Result) throws(RelayError) -> Result {
    try database.withLock { database throws(RelayError) in try body(database) }
  }

  /// Does all of `body` or nothing.
  func write<Result: Sendable>(_ body: (Database) throws(RelayError) -> Result) throws(RelayError) -> Result {
    try database.withLock { database throws(RelayError) in try database.transaction(body) }
  }

  /// Brings everything into one file.
  func settle() { database.withLock { $0.emptyLog() } }

  /// Removes what has been kept long enough, some of it at a time so that requests need not wait.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether there is more.
  /// - Throws: ``RelayError/store(code:)``.
  func sweep(now: Int64) throws(RelayError) -> Bool {
    let oldest = now - retention
    return try write { database throws(RelayError) in
      var count = try database.run(
        """
        DELETE FROM envelopes WHERE rowid IN
        (SELECT rowid FROM envelopes WHERE received <= ?1 LIMIT 100)
        """, .number(oldest))
      count += try database.run(
        """
        DELETE FROM attachments WHERE rowid IN
        (SELECT rowid FROM attachments WHERE received <= ?1 LIMIT 2)
        """, .number(oldest))
      count += try database.run(
        """
        DELETE FROM receipts WHERE digest IN
        (SELECT digest FROM receipts WHERE received <= ?1 LIMIT 200)
        """, .number(oldest))
      // A one-time key's name is remembered for longer than anybody keeps its private half.
      count += try database.run(
        "DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE given <= ?1 LIMIT 200)",
        .number(now - 2 * max(retention, Self.month)))
      return count > 0
    }
  }

  /// How long things are kept, in milliseconds.
  var retention: Int64 { limits.retention.components.seconds * 1000 }

  private static let month: Int64 = 30 * 86_400_000
}
#endif
