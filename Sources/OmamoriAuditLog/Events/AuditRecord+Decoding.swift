import OmamoriCore

extension AuditRecord {
  /// Reads the stored form, and nothing that ``encoded()`` would write otherwise.
  ///
  /// Bounded by the input: no length is believed before that many bytes are there.
  ///
  /// - Parameter bytes: The form, and nothing behind it.
  /// - Throws: ``AuditLogError/format(_:)``.
  public init(decoding bytes: [UInt8]) throws(AuditLogError) {
    guard bytes.count <= Self.greatestSize else { throw .format(.tooLarge(limit: Self.greatestSize)) }
    var reader = RecordReader(bytes[...])
    guard try reader.byte() == Self.version else { throw .format(.unknownVersion) }
    nanoseconds = Int64(bitPattern: try reader.number(8))
    elapsed = try reader.number(8)
    guard let category = AuditCategory(storedCode: try reader.byte()),
      let severity = SecurityEvent.Severity(rawValue: Int(try reader.byte()))
    else { throw reader.malformed }
    (self.category, self.severity) = (category, severity)
    name = try reader.name()
    let tie = try reader.text(Int(reader.byte()), limit: Self.longestCorrelation)
    correlation = tie.isEmpty ? nil : tie
    fields = try Self.fields(&reader)
    guard reader.isAtEnd else { throw reader.malformed }
  }

  private static func fields(_ reader: inout RecordReader) throws(AuditLogError) -> [Field] {
    let count = try reader.byte()
    guard count <= greatestFieldCount else { throw reader.malformed }
    var fields: [Field] = []
    fields.reserveCapacity(Int(count))
    for _ in 0..<count {
      let name = try reader.name()
      // Names are of ASCII letters, so the order of texts is that of bytes.
      if let last = fields.last, last.name >= name { throw reader.malformed }
      let code = try reader.byte()
      let length = Int(try reader.number(2))
      guard let kind = Kind(rawValue: code), let content = content(kind, try reader.bytes(length)) else {
        throw reader.malformed
      }
      fields.append(Field(name, content))
    }
    return fields
  }

  private static func content(_ kind: Kind, _ bytes: ArraySlice<UInt8>) -> Field.Content? {
    guard bytes.count <= (kind == .sealed ? longestSealed : longestValue) else { return nil }
    switch kind {
    case .text, .integer, .flag, .bytes: return AuditValue(kind, bytes).map { .value($0) }
    case .hashed: return bytes.count == 16 ? .hashed(Array(bytes)) : nil
    case .dropped: return bytes.isEmpty ? .dropped : nil
    case .sealed:
      var rest = RecordReader(bytes)
      guard let subject = try? rest.bytes(16), let key = try? rest.bytes(8), let nonce = try? rest.bytes(16),
        let commitment = try? rest.bytes(32), rest.remaining >= PrivateField.sealing
      else { return nil }
      return .sealed(
        PrivateField(
          subject: Array(subject), key: Array(key), nonce: Array(nonce), commitment: Array(commitment),
          sealed: Array(rest.rest)))
    }
  }
}
