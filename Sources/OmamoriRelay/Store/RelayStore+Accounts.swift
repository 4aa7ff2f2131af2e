#if !canImport(Darwin)
import OmamoriCore

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
#endif
