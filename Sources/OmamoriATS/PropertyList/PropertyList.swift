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
