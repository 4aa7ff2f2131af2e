import OmamoriCore

extension ByteReader where Failure == AuditLogError {
  /// Begins at the start of a document of a log.
  @_lifetime(copy document)
  init(log document: RawSpan) { self.init(document) { _, offset in .format(.malformed(offset: offset)) } }

  /// The next hash value.
  mutating func hash() throws(AuditLogError) -> LogHash {
    guard let hash = LogHash(try bytes(LogHash.byteCount)) else { throw error() }
    return hash
  }

  /// The name of an event or field, with its length before it.
  mutating func name() throws(AuditLogError) -> String {
    let name = try text(try count(in: 1, limit: AuditRecord.longestName))
    try require(AuditRecord.isName(name))
    return name
  }
}

extension [UInt8] {
  /// Adds a number, with its most significant byte first.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
