import CDBus
import OmamoriCore

/// Reads the values of a message, within bounds.
@safe
struct BusReader {
  private let message: OpaquePointer
  private let isSensitive: Bool
  private let limits: BusLimits
  private var values = 0
  private var bytes = 0

  /// Begins to read a message, which must outlive the reader.
  init(_ message: OpaquePointer, isSensitive: Bool, limits: BusLimits) {
    // because the pointer is only stored, and the caller keeps the message
    unsafe (self.message, self.isSensitive, self.limits) = (message, isSensitive, limits)
  }

  /// All values of the message or of the container that was entered.
  ///
  /// - Throws: ``BusError/malformed``.
  mutating func all(depth: Int = 0) throws(BusError) -> [BusValue] {
    var found: [BusValue] = []
    while let (type, contents) = try next() { found.append(try value(type, contents, depth)) }
    return found
  }

  /// The type of the next value and, of a container, that of its contents; `nil` at the end.
  private func next() throws(BusError) -> (type: UInt8, contents: String)? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    // because the message outlives self
    let code = unsafe omamori_bus_message_peek_type(message, &type, &contents)
    guard code >= 0 else { throw .malformed }
    guard code > 0 else { return nil }
    // because sd-bus ends the text with a NUL, and it is copied at once
    return (UInt8(truncatingIfNeeded: type), unsafe contents.map { unsafe String(cString: $0) } ?? "")
  }

  private mutating func value(_ type: UInt8, _ contents: String, _ depth: Int) throws(BusError) -> BusValue {
    values += 1
    guard values <= limits.values else { throw .malformed }
    switch type {
    case UInt8(ascii: "y"): return .byte(try number("y", 0))
    case UInt8(ascii: "b"): return .bool(try number("b", Int32(0)) != 0)
    case UInt8(ascii: "n"): return .int16(try number("n", 0))
    case UInt8(ascii: "q"): return .uint16(try number("q", 0))
    case UInt8(ascii: "i"): return .int32(try number("i", 0))
    case UInt8(ascii: "u"): return .uint32(try number("u", 0))
    case UInt8(ascii: "x"): return .int64(try number("x", 0))
    case UInt8(ascii: "t"): return .uint64(try number("t", 0))
    case UInt8(ascii: "d"): return .double(try number("d", 0))
    case UInt8(ascii: "s"): return .string(try text("s"))
    case UInt8(ascii: "o"): return .path(try text("o"))
    case UInt8(ascii: "g"): return .signature(try text("g"))
    case UInt8(ascii: "h"):
      // The message closes its own file when it ends.
      guard let copy = BusDescriptor(duplicating: try number("h", Int32(-1))) else { throw .outOfResources }
      return .descriptor(copy)
    case UInt8(ascii: "a"): return try array(of: contents, depth)
    case UInt8(ascii: "r"):
      return .structure(
        try inside("r", contents, depth) { reader, depth throws(BusError) in
          try reader.all(depth: depth)
        })
    case UInt8(ascii: "v"):
      let inner = try inside("v", contents, depth) { reader, depth throws(BusError) in
        try reader.all(depth: depth)
      }
      guard let value = inner.first, inner.count == 1 else { throw .malformed }
      return .variant(value)
    default: throw .malformed
    }
  }

  private mutating func array(of contents: String, _ depth: Int) throws(BusError) -> BusValue {
    if contents == "y" { return try byteArray() }
    guard contents.utf8.first == UInt8(ascii: "{") else {
      let elements = try inside("a", contents, depth) { reader, depth throws(BusError) in
        try reader.all(depth: depth)
      }
      return .array(of: contents, elements)
    }
    let entryType = String(contents.dropFirst().dropLast())
    let entries = try inside("a", contents, depth) { reader, depth throws(BusError) in
      var entries: [BusDictionary.Entry] = []
      while try reader.next() != nil {
        let pair = try reader.inside("e", entryType, depth) { reader, depth throws(BusError) in
          try reader.all(depth: depth)
        }
        guard pair.count == 2 else { throw .malformed }
        entries.append(BusDictionary.Entry(key: pair[0], value: pair[1]))
      }
      return entries
    }
    let (key, value) = (entryType.prefix(1), entryType.dropFirst())
    return .dictionary(BusDictionary(keyType: String(key), valueType: String(value), entries))
  }

  private mutating func byteArray() throws(BusError) -> BusValue {
    var start: UnsafeRawPointer?
    var count = 0
    // because the message outlives self
    guard unsafe omamori_bus_message_read_array(message, BusType("y").code, &start, &count) >= 0 else {
      throw .malformed
    }
    try spend(count)
    // because sd-bus lends count bytes, which are copied before the message ends
    let lent = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return isSensitive
      // because they are copied at once
      ? .secret(SharedSecretBytes(SecretBytes(copying: unsafe lent.bytes)))
      : .bytes(unsafe Array(lent))
  }

  private mutating func inside<Result>(
    _ type: BusType, _ contents: String, _ depth: Int,
    _ body: (inout BusReader, Int) throws(BusError) -> Result
  ) throws(BusError) -> Result {
    guard depth < limits.depth else { throw .malformed }
    // because the text lives during the call
    guard unsafe omamori_bus_message_enter_container(message, type.code, contents) > 0 else {
      throw .malformed
    }
    let result = try body(&self, depth + 1)
    // because it was entered
    guard unsafe omamori_bus_message_exit_container(message) >= 0 else { throw .malformed }
    return result
  }

  private func number<Number: BitwiseCopyable>(_ type: BusType, _ empty: Number) throws(BusError) -> Number {
    var number = empty
    // because the width of the number is that of the type
    guard unsafe omamori_bus_message_read_basic(message, type.code, &number) > 0 else { throw .malformed }
    return number
  }

  private mutating func text(_ type: BusType) throws(BusError) -> String {
    var start: UnsafePointer<CChar>?
    // because sd-bus stores the address of a text that lives as long as the message
    guard unsafe omamori_bus_message_read_basic(message, type.code, &start) > 0, let start = unsafe start
    else {
      throw .malformed
    }
    let text = unsafe String(cString: start)  // because sd-bus ends its texts with a NUL
    try spend(text.utf8.count)
    return text
  }

  private mutating func spend(_ count: Int) throws(BusError) {
    bytes += count
    guard bytes <= limits.bytes else { throw .malformed }
  }
}

/// A type code of D-Bus, written as a literal of one ASCII character.
struct BusType: ExpressibleByUnicodeScalarLiteral {
  /// The code as the library wants it.
  let code: CChar

  /// Makes a code of a literal.
  init(unicodeScalarLiteral value: Unicode.Scalar) { code = CChar(truncatingIfNeeded: value.value) }
}
