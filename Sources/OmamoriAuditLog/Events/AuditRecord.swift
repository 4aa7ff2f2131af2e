package import OmamoriCore

/// An event as it stands in the log: with its time, and with private fields sealed.
package struct AuditRecord: Sendable, Hashable {
  /// A field and what is recorded of it.
  package struct Field: Sendable, Hashable {
    /// What is recorded of a field.
    package enum Content: Sendable, Hashable {
      /// The value.
      case value(AuditValue)
      /// The value under a key of its own.
      case sealed(PrivateField)
      /// A keyed digest of the value, 16 bytes.
      case hashed([UInt8])
      /// Nothing.
      case dropped
    }

    /// The field's name.
    package let name: String
    /// What is recorded of it.
    package let content: Content

    init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }
  }

  /// The most fields an event has.
  package static let greatestFieldCount = 64
  /// The longest stored form in bytes.
  package static let greatestSize = 16 * 1024
  /// The longest name of an event or field in bytes.
  package static let longestName = 64
  /// The longest ``AuditEvent/correlation`` in bytes.
  package static let longestCorrelation = 64
  /// The longest text or digest of a field in bytes.
  package static let longestValue = 4096

  /// The time of day in nanoseconds since 1970, as the clock of the machine showed it.
  package let nanoseconds: Int64
  /// The nanoseconds since the segment began, which never run backwards.
  package let elapsed: UInt64
  /// What happened.
  package let name: String
  /// The part of security that it is about.
  package let category: AuditCategory
  /// How much attention it needs.
  package let severity: SecurityEvent.Severity
  /// What ties together the events of one request or session; `nil` for none.
  package let correlation: String?
  /// The fields in the order of their names' bytes.
  package let fields: [Field]

  /// The time of day.
  package var time: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

  /// What happened, as a sentence; a general one for a name that is not a ``KnownEvent``.
  package var explanation: LocalizedText { KnownEvent.explanation(of: name) }
}

extension AuditRecord {
  /// Reads the stored form, and nothing that ``encoded()`` would write otherwise.
  ///
  /// Bounded by the input: no length is believed before that many bytes are there.
  ///
  /// - Parameter bytes: The form, and nothing behind it.
  /// - Throws: ``AuditLogError/format(_:)``.
  package init(decoding bytes: [UInt8]) throws(AuditLogError) {
    guard bytes.count <= Self.greatestSize else { throw .format(.tooLarge(limit: Self.greatestSize)) }
    var reader = ByteReader(log: bytes.rawSpan)
    guard try reader.number(UInt8.self) == Self.version else { throw .format(.unknownVersion) }
    nanoseconds = Int64(bitPattern: try reader.number())
    elapsed = try reader.number()
    guard let category = AuditCategory(storedCode: try reader.number(UInt8.self)),
      let severity = SecurityEvent.Severity(rawValue: Int(try reader.number(UInt8.self)))
    else { throw reader.error() }
    (self.category, self.severity) = (category, severity)
    name = try reader.name()
    let tie = try reader.text(try reader.count(in: 1, limit: Self.longestCorrelation))
    correlation = tie.isEmpty ? nil : tie
    fields = try Self.fields(&reader)
    guard reader.isAtEnd else { throw reader.error() }
  }

  private static func fields(_ reader: inout ByteReader<AuditLogError>) throws(AuditLogError) -> [Field] {
    let count = try reader.number(UInt8.self)
    guard count <= greatestFieldCount else { throw reader.error() }
    var fields: [Field] = []
    fields.reserveCapacity(Int(count))
    for _ in 0..<count {
      let name = try reader.name()
      // Names are of ASCII letters, so the order of texts is that of bytes.
      if let last = fields.last, last.name >= name { throw reader.error() }
      let code = try reader.number(UInt8.self)
      let length = Int(try reader.number(UInt16.self))
      guard let kind = Kind(rawValue: code), let content = content(kind, try reader.bytes(length)[...]) else {
        throw reader.error()
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
      var rest = unsafe ByteReader(bytes.span.bytes)  // because UInt8 has no padding
      guard let subject = try? rest.bytes(16), let key = try? rest.bytes(8), let nonce = try? rest.bytes(16),
        let commitment = try? rest.bytes(32), rest.remaining >= PrivateField.sealing
      else { return nil }
      return .sealed(
        PrivateField(
          subject: subject, key: key, nonce: nonce, commitment: commitment, sealed: rest.rest()))
    }
  }
}

// The stored form. All numbers are big-endian; every record has exactly one form.
//
//   version 1 | time i64 | elapsed u64 | category u8 | severity u8 | name u8+bytes | correlation u8+bytes
//   | fields u8 | (name u8+bytes | kind u8 | length u16 | content) …  in the order of the names' bytes

extension AuditRecord {
  /// The first byte of the form.
  static let version: UInt8 = 1

  /// The kind of a field's content, in the byte before it, which never changes.
  enum Kind: UInt8 {
    case text = 1
    case integer = 2
    case flag = 3
    case bytes = 4
    case sealed = 5
    case hashed = 6
    case dropped = 7
  }

  /// The record as bytes, for the log and for whoever checks it.
  ///
  /// - Returns: The form.
  /// - Throws: ``AuditLogError/event(_:)`` for a name that is none and what is longer than allowed.
  package func encoded() throws(AuditLogError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      fields.reduce(96 + name.utf8.count) { $0 + 8 + $1.name.utf8.count + $1.content.length })
    bytes.append(Self.version)
    bytes.append(bigEndian: UInt64(bitPattern: nanoseconds))
    bytes.append(bigEndian: elapsed)
    bytes.append(category.storedCode)
    bytes.append(UInt8(truncatingIfNeeded: severity.rawValue))
    try Self.append(name: name, to: &bytes)
    let correlation = correlation ?? ""
    guard correlation.utf8.count <= Self.longestCorrelation else {
      throw .event(.tooLarge(limit: Self.longestCorrelation))
    }
    bytes.append(UInt8(truncatingIfNeeded: correlation.utf8.count))
    bytes.append(contentsOf: correlation.utf8)
    guard fields.count <= Self.greatestFieldCount else {
      throw .event(.tooLarge(limit: Self.greatestFieldCount))
    }
    bytes.append(UInt8(truncatingIfNeeded: fields.count))
    for field in fields {
      try Self.append(name: field.name, to: &bytes)
      try Self.append(field.content, to: &bytes)
    }
    guard bytes.count <= Self.greatestSize else { throw .event(.tooLarge(limit: Self.greatestSize)) }
    return bytes
  }

  private static func append(name: String, to bytes: inout [UInt8]) throws(AuditLogError) {
    guard isName(name) else { throw .event(.invalidName) }
    bytes.append(UInt8(truncatingIfNeeded: name.utf8.count))
    bytes.append(contentsOf: name.utf8)
  }

  private static func append(_ content: Field.Content, to bytes: inout [UInt8]) throws(AuditLogError) {
    switch content {
    case .value(.text(let text)): try append(.text, text.utf8, to: &bytes)
    case .value(let value): try append(value.kind, value.storedBytes, to: &bytes)
    case .sealed(let field):
      let parts = field.subject + field.key + field.nonce + field.commitment
      guard parts.count == PrivateField.overhead else { throw .event(.invalidName) }
      try append(.sealed, parts + field.sealed, limit: longestSealed, to: &bytes)
    case .hashed(let digest): try append(.hashed, digest, to: &bytes)
    case .dropped: try append(.dropped, EmptyCollection(), to: &bytes)
    }
  }

  private static func append(
    _ kind: Kind, _ content: some Collection<UInt8>, limit: Int = longestValue, to bytes: inout [UInt8]
  ) throws(AuditLogError) {
    guard content.count <= limit else { throw .event(.tooLarge(limit: longestValue)) }
    bytes.append(kind.rawValue)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: content.count))
    bytes.append(contentsOf: content)
  }

  /// The longest content of a sealed field.
  static var longestSealed: Int { PrivateField.overhead + PrivateField.sealing + longestValue }

  /// Says whether a text may be the name of an event or field: letters in lower case, digits, and single dots, hyphens
  /// and underscores between them.
  static func isName(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard 1...longestName ~= bytes.count else { return false }
      var wasMark = true
      // because the index stays within the buffer
      for index in 0..<bytes.count {
        switch unsafe bytes[index] {
        case 0x61...0x7A, 0x30...0x39: wasMark = false
        case 0x2D, 0x2E, 0x5F:
          guard !wasMark else { return false }
          wasMark = true
        default: return false
        }
      }
      return !wasMark
    }
  }
}

extension AuditRecord.Field.Content {
  /// About how many bytes of the stored form it takes.
  fileprivate var length: Int {
    switch self {
    case .value(.text(let text)): text.utf8.count
    case .value(.bytes(let bytes)): bytes.count
    case .value: 8
    case .sealed(let field): PrivateField.overhead + field.sealed.count
    case .hashed(let digest): digest.count
    case .dropped: 0
    }
  }
}

extension AuditValue {
  /// The kind of the stored form.
  var kind: AuditRecord.Kind {
    switch self {
    case .text: .text
    case .integer: .integer
    case .flag: .flag
    case .bytes: .bytes
    }
  }

  /// The content of the stored form.
  var storedBytes: [UInt8] {
    switch self {
    case .text(let text): return Array(text.utf8)
    case .integer(let number):
      var bytes: [UInt8] = []
      bytes.append(bigEndian: UInt64(bitPattern: number))
      return bytes
    case .flag(let flag): return [flag ? 1 : 0]
    case .bytes(let bytes): return bytes
    }
  }

  /// The value of a kind and content; `nil` when they do not go together.
  init?(_ kind: AuditRecord.Kind, _ content: ArraySlice<UInt8>) {
    switch kind {
    case .text:
      guard let text = String(validating: content, as: UTF8.self) else { return nil }
      self = .text(text)
    case .integer:
      guard content.count == 8 else { return nil }
      self = .integer(Int64(bitPattern: content.reduce(0) { $0 << 8 | UInt64($1) }))
    case .flag:
      guard content.count == 1, let byte = content.first, byte <= 1 else { return nil }
      self = .flag(byte == 1)
    case .bytes: self = .bytes(Array(content))
    case .sealed, .hashed, .dropped: return nil
    }
  }
}

extension AuditCategory {
  /// The number of the category in the stored form, which never changes.
  var storedCode: UInt8 {
    switch self {
    case .authentication: 1
    case .session: 2
    case .keychain: 3
    case .cryptography: 4
    case .transport: 5
    case .integrity: 6
    case .policy: 7
    case .dataAccess: 8
    case .administration: 9
    case .messaging: 10
    case .log: 11
    case .application: 12
    }
  }

  /// The category with a number; `nil` when there is none.
  init?(storedCode: UInt8) {
    guard let category = Self.allCases.first(where: { $0.storedCode == storedCode }) else { return nil }
    self = category
  }
}

extension [UInt8] {
  /// Adds a number with its highest byte first.
  mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
    // because the buffer is only read during the call
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }
}
