package import OmamoriCore

/// Reads what ``CacheWriter`` wrote; bytes of any other kind give an error.
///
/// No more is reserved than the bytes at hand can hold, and nesting is bounded.
package struct CacheReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  private static let deepest = 32

  package init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

  /// Whether everything was read.
  var isAtEnd: Bool { index == bytes.endIndex }

  private var remaining: Int { bytes.endIndex - index }

  private mutating func byte() throws(CacheError) -> UInt8 {
    guard remaining > 0 else { throw .malformed }
    defer { index += 1 }
    return bytes[index]
  }

  package mutating func number() throws(CacheError) -> Int {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw .malformed }
      result |= UInt64(next & 0x7F) << shift
      if next & 0x80 == 0 { break }
      shift += 7
      guard shift <= 63 else { throw .malformed }
    }
    return Int(Int64(bitPattern: result >> 1)) ^ -Int(Int64(bitPattern: result & 1))
  }

  package mutating func flag() throws(CacheError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw .malformed
    }
  }

  /// A length or a number of elements; each takes one byte at the least.
  private mutating func count() throws(CacheError) -> Int {
    let count = try number()
    guard (0...remaining).contains(count) else { throw .malformed }
    return count
  }

  package mutating func raw() throws(CacheError) -> ArraySlice<UInt8> {
    let count = try count()
    defer { index += count }
    return bytes[index..<(index + count)]
  }

  package mutating func text() throws(CacheError) -> String {
    guard let text = String(validating: try raw(), as: UTF8.self) else { throw .malformed }
    return text
  }

  package mutating func value<Value: CacheCodable>(_ type: Value.Type = Value.self) throws(CacheError)
    -> Value
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw .malformed }
    return try Value(from: &self)
  }

  mutating func optional<Value>(
    _ body: (inout CacheReader) throws(CacheError) -> Value
  ) throws(CacheError) -> Value? {
    try flag() ? try body(&self) : nil
  }

  package mutating func list<Value>(
    _ body: (inout CacheReader) throws(CacheError) -> Value
  ) throws(CacheError) -> [Value] {
    let count = try count()
    var values: [Value] = []
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  package mutating func values<Value: CacheCodable>(of type: Value.Type = Value.self) throws(CacheError)
    -> [Value]
  {
    try list { (reader) throws(CacheError) in try reader.value(type) }
  }

  package mutating func texts() throws(CacheError) -> [String] {
    try list { (reader) throws(CacheError) in try reader.text() }
  }

  mutating func localized() throws(CacheError) -> LocalizedText {
    let (english, japanese) = (try text(), try text())
    return LocalizedText(english, ja: japanese)
  }

  /// One of the values of an enumeration of texts.
  package mutating func choice<Value: RawRepresentable>(_ type: Value.Type = Value.self) throws(CacheError)
    -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: try text()) else { throw .malformed }
    return value
  }
}

/// Writes values as bytes that ``CacheReader`` reads.
package struct CacheWriter {
  package private(set) var bytes: [UInt8] = []

  /// Writes a number in as few bytes as it needs.
  package mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func write(_ truth: Bool) { bytes.append(truth ? 1 : 0) }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += Array(text.utf8)
  }

  package mutating func write(raw: [UInt8]) {
    write(raw.count)
    bytes += raw
  }

  package mutating func write(_ value: some CacheCodable) { value.write(to: &self) }

  package mutating func write<Value>(_ value: Value?, _ body: (inout CacheWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  package mutating func write<Value>(_ values: [Value], _ body: (inout CacheWriter, Value) -> Void) {
    write(values.count)
    for value in values { body(&self, value) }
  }

  package mutating func write(_ values: [some CacheCodable]) { write(values) { $0.write($1) } }

  package mutating func write(_ texts: [String]) { write(texts) { $0.write($1) } }

  /// Writes a set in the order of its elements, so that the same set is always the same bytes.
  package mutating func write(_ texts: Set<String>) { write(texts.sorted()) }

  package mutating func write(_ text: LocalizedText) {
    write(text.english)
    write(text.japanese)
  }
}

/// A value that a cache keeps.
package protocol CacheCodable {
  /// Writes the value.
  func write(to writer: inout CacheWriter)

  /// Reads a value.
  init(from reader: inout CacheReader) throws(CacheError)
}

/// Why bytes of a cache cannot be read; whoever asks audits the file instead.
package enum CacheError: Error, Equatable {
  /// Something ends too early, is too long, nests too deeply or is none of the known values.
  case malformed
}
