/// A JSON value as a tree (RFC 8259), read by ``StrictJSON`` or built with literals.
///
/// A value; safe to share between threads.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, kept as text.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object with its members in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Makes a number from an integer.
  public static func integer(_ value: some FixedWidthInteger) -> JSONValue { .number(JSONNumber(value)) }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, or `nil` when this is something else.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number, or `nil` when this is something else.
  public var numberValue: JSONNumber? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  /// The exact integer, or `nil` when this is something else or has a fraction or an exponent.
  public var intValue: Int? { numberValue?.integer() }

  /// The nearest finite double, or `nil` when this is no number.
  public var doubleValue: Double? { numberValue?.double }

  /// The string, or `nil` when this is something else.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, or `nil` when this is no array.
  public var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members, or `nil` when this is no object.
  public var objectValue: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The member called `name`, or `nil` when this is no object or has no such member.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The element at `index`, or `nil` when this is no array or is too short.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let value) = self, value.indices.contains(index) else { return nil }
    return value[index]
  }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Makes a number; a literal too large for a double makes `null`.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
}

extension JSONValue: ExpressibleByStringInterpolation {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object; of members with the same name the last one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}

extension JSONValue {
  /// The value as JSON in UTF-8, without a line feed at the end.
  ///
  /// - Parameter format: The layout, the order of members and the escapes.
  /// - Returns: The bytes; the same for the same value and format.
  public func utf8(_ format: JSONFormat = .compact) -> [UInt8] {
    var writer = JSONWriter(format: format)
    writer.write(self)
    return writer.output
  }

  /// The value as JSON text, without a line feed at the end.
  ///
  /// - Parameter format: The layout, the order of members and the escapes.
  /// - Returns: The text; the same for the same value and format.
  public func text(_ format: JSONFormat = .compact) -> String {
    String(decoding: utf8(format), as: UTF8.self)
  }
}
