import OmamoriCore

/// The members of an object in a Wycheproof file, with their types.
struct WycheproofFields {
  /// A member is not there or has another type: a mistake in the suite, never an answer.
  struct Fault: Error, CustomStringConvertible {
    let member: String
    var description: String { "no usable member \(member)" }
  }

  /// The object.
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// The member called `name`, whatever it is, or `nil`.
  subscript(name: String) -> JSONValue? { value[name] }

  /// A text.
  func text(_ name: String) throws -> String { try require(value[name]?.stringValue, name) }

  /// A whole number.
  func integer(_ name: String) throws -> Int { try require(value[name]?.intValue, name) }

  /// Bytes, which the file has as hexadecimal digits.
  func bytes(_ name: String) throws -> [UInt8] {
    let digits = Array(try text(name).utf8)
    let values = digits.map(Self.digit)
    guard digits.count.isMultiple(of: 2), !values.contains(255) else { throw Fault(member: name) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count / 2)
    var index = 0
    while index < values.count {
      bytes.append(values[index] << 4 | values[index + 1])
      index += 2
    }
    return bytes
  }

  /// Objects.
  func list(_ name: String) throws -> [WycheproofFields] {
    try require(value[name]?.arrayValue, name).map(WycheproofFields.init)
  }

  private func require<Value>(_ value: Value?, _ name: String) throws -> Value {
    guard let value else { throw Fault(member: name) }
    return value
  }

  private static func digit(_ character: UInt8) -> UInt8 {
    switch character {
    case 48...57: character - 48
    case 97...102: character - 87
    case 65...70: character - 55
    default: 255
    }
  }
}
