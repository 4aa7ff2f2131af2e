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
#endif
