import CPostgres
public import OmamoriAuth
import OmamoriCore
public import OmamoriCrypto

/// A session in PostgreSQL, shared by the hosts of a fleet.
///
/// The database sees no token: what it stores is sealed under a keyset that only the hosts have, and bound to its row. A
/// change is written only over the one that it was made from, so that a host that lost its lock changes nothing; the lock
/// is an advisory lock of a connection of its own, which the server frees when the host or the connection is gone. libpq is
/// opened at run time; without it every call throws `database(.libraryMissing)`. Safe to use from any thread.
public final class FleetSessionStore: TokenSessionStore {
  /// How long a host that lost its connection to the database may still be waiting for the authorization server.
  public let settlingTime: Duration
  private let database: FleetDatabase
  private let name: String
  private let sealer: FieldSealer
  private let pool: PostgresPool
  private let limit: Duration

  /// Whether libpq is installed.
  public static var isAvailable: Bool { omamori_postgres_is_available() != 0 }

  /// Makes a store; nothing is connected before it is used.
  ///
  /// - Parameters:
  ///   - database: Where the table is.
  ///   - name: The session's name, 1 to 256 bytes; every session of the table has its own.
  ///   - keyset: The keys that the session is sealed under, the same at every host.
  ///   - limit: How long the database is waited for.
  ///   - settlingTime: How long a host that lost its connection may still be waiting for the authorization server: the
  ///     time limit of its requests, at least.
  /// - Throws: `AuthError.configuration(_:)` and `AuthError.cryptography(_:)`.
  public init(
    _ database: FleetDatabase, name: String, keyset: Keyset, limit: Duration = .seconds(10),
    settlingTime: Duration = .seconds(60)
  ) throws(AuthError) {
    guard (1...256).contains(name.utf8.count), !name.utf8.contains(0), limit > .zero else {
      throw .configuration(.parameter)
    }
    do throws(CryptoError) { sealer = try FieldSealer(keyset) } catch { throw .cryptography(error) }
    (self.database, self.name, self.limit, self.settlingTime) = (database, name, limit, settlingTime)
    pool = PostgresPool(database, limit: limit)
  }

  /// Reads the session.
  public func load() async throws(AuthError) -> StoredSession? {
    guard let row = try await row() else { return nil }
    return try open(row.content, row.generation)
  }

  /// Writes the session, if nobody else has written since.
  public func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    let sealed = try seal(session)
    let values: [PostgresConnection.Parameter] = [
      .text(name), .integer(Int64(bitPattern: session.generation)), .bytes(sealed),
    ]
    let (statement, parameters) =
      if let generation {
        (
          "UPDATE \(database.table) SET generation = $2, content = $3 WHERE name = $1 AND generation = $4",
          values + [.integer(Int64(bitPattern: generation))]
        )
      } else {
        (
          "INSERT INTO \(database.table) (name, generation, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
          values
        )
      }
    let changed = try await pool.run { [limit] connection, cancellation throws(AuthError) in
      try connection.execute(statement, parameters, within: limit, cancellation).changed
    }
    if changed == 1 { return }
    // A connection that broke before its answer came may have done it all the same.
    guard let row = try await row(), row.content == sealed else { throw .session(.conflict) }
  }

  /// Waits until no other host refreshes the session.
  public func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    let connection = try await pool.open()
    let key = lockKey
    let wait = self.limit + limit
    do throws(AuthError) {
      try await PostgresPool.blocking { cancellation throws(AuthError) in
        _ = try connection.execute(
          "SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', '0', false)",
          [.text("\(max(1, limit.milliseconds))ms")], within: wait, cancellation)
        _ = try connection.execute(
          "SELECT pg_advisory_lock($1)", [.integer(key)], within: wait, cancellation)
      }
    } catch .timedOut {
      throw .session(.busy)
    }
    return FleetLock(connection)
  }

  // MARK: - Rows

  private func row() async throws(AuthError) -> (generation: UInt64, content: [UInt8])? {
    let statement = "SELECT generation, content FROM \(database.table) WHERE name = $1"
    let parameters: [PostgresConnection.Parameter] = [.text(name)]
    let outcome = try await pool.run { [limit] connection, cancellation throws(AuthError) in
      try connection.execute(statement, parameters, within: limit, cancellation)
    }
    guard let row = outcome.row else { return nil }
    guard let number = row[0], number.count == 8, let content = row[1] else { throw .database(.schema) }
    return (number.reduce(0) { $0 << 8 | UInt64($1) }, content)
  }

  private var place: FieldContext {
    FieldContext(table: "omamori_token_session", column: "content", row: .text(name))
  }

  private func seal(_ session: StoredSession) throws(AuthError) -> [UInt8] {
    var content = session.content.withBytes { Data($0.byteArray) }
    defer { content.resetBytes(in: 0..<content.count) }
    do throws(CryptoError) {
      return Array(try sealer.seal(content, in: place).data)
    } catch {
      throw .cryptography(error)
    }
  }

  private func open(_ bytes: [UInt8], _ generation: UInt64) throws(AuthError) -> StoredSession {
    do throws(CryptoError) {
      var content = try sealer.open(try SealedField(Data(bytes)), in: place)
      defer { content.resetBytes(in: 0..<content.count) }
      return StoredSession(
        generation: generation, content: SharedSecretBytes(SecretBytes(copying: content)))
    } catch {
      throw .cryptography(error)
    }
  }

  /// The number of the advisory lock: from the name, so that sessions do not wait for each other.
  private var lockKey: Int64 {
    let digest = SHA256.hash(data: Data("omamori token session\u{0}\(database.table)\u{0}\(name)".utf8))
    return Int64(bitPattern: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
