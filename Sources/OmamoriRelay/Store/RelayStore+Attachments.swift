#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension RelayStore {
  /// Stores sealed bytes once.
  ///
  /// - Parameters:
  ///   - bytes: The sealed bytes.
  ///   - identifier: What they are found by; nobody who does not know it can fetch them.
  ///   - now: Milliseconds since 1970.
  /// - Returns: What became of them.
  /// - Throws: ``RelayError/store(code:)``.
  func storeAttachment(
    _ bytes: [UInt8], as identifier: String, now: Int64
  ) throws(RelayError) -> Storing {
    let digest = Array(SHA256.hash(data: bytes))
    return try write { database throws(RelayError) in
      let known = try database.query(
        "SELECT digest, received FROM attachments WHERE identifier = ?1", .text(identifier))
      if try known.step() {
        if known.number(at: 1) > now - retention { return known.bytes(at: 0) == digest ? .known : .taken }
        try database.run("DELETE FROM attachments WHERE identifier = ?1", .text(identifier))
      }
      let size = try database.number("SELECT total(size) FROM attachments")
      guard size + Int64(bytes.count) <= limits.attachmentBytes else { return .full }
      try database.run(
        """
        INSERT INTO attachments (identifier, digest, received, size, body) VALUES (?1, ?2, ?3, ?4, ?5)
        """, .text(identifier), .bytes(digest), .number(now), .number(Int64(bytes.count)), .bytes(bytes))
      return .new
    }
  }

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
