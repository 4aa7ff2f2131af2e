#if !canImport(Darwin)
import OmamoriCore

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
#endif
