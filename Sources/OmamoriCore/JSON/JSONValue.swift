/// A JSON value as a tree (RFC 8259), read by ``StrictJSON`` or built with literals.
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

/// A JSON number, kept as the text it was written with so that nothing is rounded.
///
/// Two numbers are equal when their texts are: `1` and `1.0` differ.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as JSON writes it, such as `-12.5e3`.
  public let text: String

  /// Trusts `validated` to follow the grammar.
  init(validated: String) { text = validated }

  /// Makes a number from its JSON text, or `nil` when the text is no JSON number (RFC 8259 §6).
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= JSONLimits.standard.numberLength, JSONNumberGrammar.matches(bytes.byteSpan) else {
      return nil
    }
    self.init(validated: text)
  }

  /// Makes a number from an integer.
  public init(_ integer: some FixedWidthInteger) { text = String(integer) }

  /// Makes the shortest number that reads back as `value`, or `nil` for infinities and not-a-number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The exact integer, or `nil` when the text has a fraction or an exponent or does not fit `type`.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(text)
  }

  /// The nearest finite double, or `nil` when the number is too large for one.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The text.
  public var description: String { text }
}

/// How a JSON value is written; the same value and format always give the same bytes.
public struct JSONFormat: Sendable, Hashable {
  /// The order in which the members of an object are written.
  @nonexhaustive
  public enum Order: Sendable, Hashable {
    /// As they were read or added.
    case given
    /// By name, comparing code points.
    case sorted
  }

  /// Everything on one line, members in their order.
  public static let compact = JSONFormat()
  /// A line for each element and member, indented by two spaces, members in their order.
  public static let pretty = JSONFormat(indentation: 2)

  /// The number of spaces a level is indented by; 0 writes everything on one line without spaces.
  public var indentation: Int
  /// The order of members.
  public var order: Order
  /// Whether `<`, `>` and `&` are escaped, so that the text may stand in a `script` element of an HTML page.
  public var escapesHTML: Bool

  /// Makes a format.
  public init(indentation: Int = 0, order: Order = .given, escapesHTML: Bool = false) {
    (self.indentation, self.order, self.escapesHTML) = (indentation, order, escapesHTML)
  }
}

/// The bounds that a JSON document has to respect to be read.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting that ``StrictJSON`` follows, whatever `depth` asks for.
  package static let greatestDepth = 256
  /// 64 levels, 16 MiB, one million values, numbers of 128 characters.
  public static let standard = JSONLimits()

  /// How many arrays and objects may enclose one another; from 1 to 256.
  public var depth: Int
  /// The size of the whole document in bytes.
  public var size: Int
  /// How many values (scalars, arrays and objects together) the document may hold.
  public var values: Int
  /// The length of one number's text in bytes.
  public var numberLength: Int

  /// Makes limits; what is left out is as in ``standard``.
  public init(depth: Int = 64, size: Int = 16 << 20, values: Int = 1_000_000, numberLength: Int = 128) {
    (self.depth, self.size) = (depth, size)
    (self.values, self.numberLength) = (values, numberLength)
  }
}
