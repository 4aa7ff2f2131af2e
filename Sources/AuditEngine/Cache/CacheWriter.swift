package import OmamoriCore

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
