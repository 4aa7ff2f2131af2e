public import OmamoriCore

/// A value of a property list, with the place it has in the file.
///
/// A value is immutable and may be shared between tasks.
public struct PropertyList: Sendable, Equatable {
  /// What a property list can hold.
  public enum Content: Sendable, Equatable {
    /// Keys with their values, in the order of the file.
    case dictionary(PropertyListDictionary)
    /// Values in order.
    case array([PropertyList])
    /// A text.
    case string(String)
    /// An integer; binary files store up to 128 bits.
    case integer(Int128)
    /// A floating-point number.
    case real(Double)
    /// True or false.
    case boolean(Bool)
    /// A moment, exact to a second in XML.
    case date(Date)
    /// Bytes.
    case data([UInt8])
    /// A reference inside a keyed archive.
    case uid(UInt64)
  }

  /// What the value holds.
  public let content: Content
  /// Where the value stands, or `nil` in a binary file and for a value made in code.
  public let range: TextRange?

  /// Makes a value, with its place when it has one.
  public init(_ content: Content, range: TextRange? = nil) {
    (self.content, self.range) = (content, range)
  }
}

extension PropertyList {
  /// The entries when this is a dictionary.
  public var dictionary: PropertyListDictionary? {
    guard case .dictionary(let dictionary) = content else { return nil }
    return dictionary
  }

  /// The elements when this is an array.
  public var array: [PropertyList]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The text when this is a text.
  public var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The truth value when this is a boolean; a number is none.
  public var boolean: Bool? {
    guard case .boolean(let flag) = content else { return nil }
    return flag
  }

  /// The number when this is an integer that fits in 64 bits.
  public var integer: Int? {
    guard case .integer(let number) = content else { return nil }
    return Int(exactly: number)
  }

  /// The bytes when this is a data value.
  public var data: [UInt8]? {
    guard case .data(let bytes) = content else { return nil }
    return bytes
  }

  /// The value of `key` when this is a dictionary that has it.
  public subscript(key: String) -> PropertyList? { dictionary?[key] }

  /// The value that a path of dictionary keys leads to.
  public func value(at path: [String]) -> PropertyList? {
    var current = self
    for key in path {
      guard let next = current[key] else { return nil }
      current = next
    }
    return current
  }
}

/// The keys and values of a property list's dictionary, in the order of the file.
///
/// A file can name a key twice. All of them are kept, and a look-up takes the **last**, as the system's XML
/// reader does; ``duplicates`` names the ones that lose.
public struct PropertyListDictionary: Sendable, Equatable {
  /// A key with its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public let key: String
    /// Where the key stands, or `nil` in a binary file and for an entry made in code.
    public let keyRange: TextRange?
    /// The value.
    public let value: PropertyList

    /// Makes an entry, with the place of its key when it has one.
    public init(key: String, keyRange: TextRange? = nil, value: PropertyList) {
      (self.key, self.keyRange, self.value) = (key, keyRange, value)
    }

    /// The place from the key to the end of the value.
    public var range: TextRange? {
      guard let keyRange else { return value.range }
      return value.range.map(keyRange.union) ?? keyRange
    }
  }

  /// All entries in the order of the file, duplicates included.
  public let entries: [Entry]

  /// Makes a dictionary from its entries.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The value of `key`, the last one when the file gives several.
  public subscript(key: String) -> PropertyList? { entry(for: key)?.value }

  /// The entry of `key`, the last one when the file gives several.
  public func entry(for key: String) -> Entry? {
    // Equal text of another length is another key: Swift takes U+212A for "K", the system does not.
    entries.last { $0.key == key && $0.key.utf8.count == key.utf8.count }
  }

  /// The keys in the order of the file.
  public var keys: [String] { entries.map(\.key) }

  /// The entries that a later one of the same key hides.
  public var duplicates: [Entry] {
    var seen: Set<[UInt8]> = []
    var hidden: [Entry] = []
    for entry in entries.reversed() where !seen.insert(Array(entry.key.utf8)).inserted {
      hidden.append(entry)
    }
    return hidden.reversed()
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary from a literal, in the order written.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements.map { Entry(key: $0.0, value: $0.1) })
  }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Dictionary literals have texts for keys.
  public typealias Key = String

  /// Dictionary literals have property list values.
  public typealias Value = PropertyList

  /// Makes a text.
  public init(stringLiteral value: String) { self.init(.string(value)) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }

  /// Makes an integer.
  public init(integerLiteral value: Int) { self.init(.integer(Int128(value))) }

  /// Makes an array.
  public init(arrayLiteral elements: PropertyList...) { self.init(.array(elements)) }

  /// Makes a dictionary, in the order written.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    let entries = elements.map { PropertyListDictionary.Entry(key: $0.0, value: $0.1) }
    self.init(.dictionary(PropertyListDictionary(entries)))
  }
}

/// Reads the texts of numbers and dates in XML property lists.
enum PropertyListScalar {
  /// An integer: decimal or `0x` hexadecimal with an optional sign, spaces around it allowed.
  static func integer(_ text: String) -> Int128? {
    var digits = trimmed(text)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    var radix: Int128 = 10
    if digits.starts(with: Array("0x".utf8)) || digits.starts(with: Array("0X".utf8)) {
      (digits, radix) = (digits.dropFirst(2), 16)
    }
    guard !digits.isEmpty else { return nil }
    var result: Int128 = 0
    for byte in digits {
      guard let digit = ASCII.hexadecimal(byte), Int128(digit) < radix else { return nil }
      let (product, overflow) = result.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(Int128(digit))
      guard !overflow, !carry else { return nil }
      result = sum
    }
    return isNegative ? -result : result
  }

  /// A floating-point number; `nan`, `inf` and `infinity` with a sign are numbers too.
  static func real(_ text: String) -> Double? {
    Double(String(decoding: trimmed(text), as: UTF8.self))
  }

  /// A moment written as `2025-01-31T23:59:59Z`.
  static func date(_ text: String) -> Date? {
    let bytes = Array(trimmed(text))
    let shape = Array("0000-00-00T00:00:00Z".utf8)
    guard bytes.count == shape.count else { return nil }
    for (byte, form) in zip(bytes, shape) {
      let isDigit = ASCII.digit(byte) != nil
      guard form == UInt8(ascii: "0") ? isDigit : byte == form else { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard let day = GregorianDay(year: number(0..<4), month: number(5..<7), day: number(8..<10)), hour < 24,
      minute < 60, second < 60
    else { return nil }
    return Date(timeIntervalSince1970: Double(day.number * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
      let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }
}
