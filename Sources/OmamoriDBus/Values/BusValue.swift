package import OmamoriCore

/// A value of D-Bus's type system.
///
/// What is read has bounds on depth, number and size (``BusLimits``); what is sent is checked for the first.
///
/// Source: <https://dbus.freedesktop.org/doc/dbus-specification.html#type-system>.
package indirect enum BusValue: Sendable, Equatable {
  /// `y`
  case byte(UInt8)
  /// `b`
  case bool(Bool)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `s`; must not have a NUL
  case string(String)
  /// `o`
  case path(String)
  /// `g`
  case signature(String)
  /// `h`, an open file
  case descriptor(BusDescriptor)
  /// `ay`
  case bytes([UInt8])
  /// `ay` that must not stay in memory; read instead of ``bytes(_:)`` by a call that says so
  case secret(SharedSecretBytes)
  /// `a…`, with the signature of the elements
  case array(of: String, [BusValue])
  /// `a{…}`
  case dictionary(BusDictionary)
  /// `(…)`
  case structure([BusValue])
  /// `v`
  case variant(BusValue)

  /// The signature of the value's type.
  package var typeSignature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes, .secret: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let dictionary): "a{" + dictionary.keyType + dictionary.valueType + "}"
    case .structure(let members): "(" + members.map(\.typeSignature).joined() + ")"
    case .variant: "v"
    }
  }
}

// What a value is, or `nil` when it is something else.

extension BusValue {
  /// The text of a string.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The text of an object's path.
  package var objectPath: String? {
    guard case .path(let path) = self else { return nil }
    return path
  }

  /// The truth value.
  package var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number of an unsigned integer of any width.
  package var unsigned: UInt64? {
    switch self {
    case .byte(let value): UInt64(value)
    case .uint16(let value): UInt64(value)
    case .uint32(let value): UInt64(value)
    case .uint64(let value): value
    default: nil
    }
  }

  /// The secret bytes.
  package var secretBytes: SharedSecretBytes? {
    guard case .secret(let secret) = self else { return nil }
    return secret
  }

  /// The open file.
  package var descriptorValue: BusDescriptor? {
    guard case .descriptor(let descriptor) = self else { return nil }
    return descriptor
  }

  /// The elements of an array or the members of a structure.
  package var elements: [BusValue]? {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    default: nil
    }
  }

  /// The paths of an array of object paths; `nil` when one element is something else.
  package var objectPaths: [String]? {
    guard case .array("o", let elements) = self else { return nil }
    return elements.compactMap(\.objectPath)
  }

  /// The dictionary.
  package var dictionaryValue: BusDictionary? {
    guard case .dictionary(let dictionary) = self else { return nil }
    return dictionary
  }

  /// What a variant holds.
  package var variantValue: BusValue? {
    guard case .variant(let value) = self else { return nil }
    return value
  }
}

/// A dictionary of D-Bus, in the order it was written.
package struct BusDictionary: Sendable, Equatable {
  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    /// The key, a basic type.
    package let key: BusValue
    /// The value.
    package let value: BusValue
  }

  /// The signature of the keys.
  package let keyType: String
  /// The signature of the values.
  package let valueType: String
  /// The entries.
  package let entries: [Entry]

  /// Makes a dictionary.
  package init(keyType: String, valueType: String, _ entries: [Entry]) {
    (self.keyType, self.valueType, self.entries) = (keyType, valueType, entries)
  }

  /// Makes a dictionary `a{sv}`, sorted by its keys.
  package init(variants: [String: BusValue]) {
    self.init(
      keyType: "s", valueType: "v",
      variants.sorted { $0.key < $1.key }.map { Entry(key: .string($0.key), value: .variant($0.value)) })
  }

  /// Makes a dictionary `a{ss}`, sorted by its keys.
  package init(strings: [String: String]) {
    self.init(
      keyType: "s", valueType: "s",
      strings.sorted { $0.key < $1.key }.map { Entry(key: .string($0.key), value: .string($0.value)) })
  }

  /// The value of a text key, taken out of its variant; `nil` when there is none.
  package subscript(key: String) -> BusValue? {
    guard let value = entries.first(where: { $0.key == .string(key) })?.value else { return nil }
    if case .variant(let inner) = value { return inner }
    return value
  }
}

/// The bounds of what is read from and sent to a bus, below those of D-Bus itself.
package struct BusLimits: Sendable, Hashable {
  /// 16 levels, one million values, 32 MiB.
  package static let standard = BusLimits(depth: 16, values: 1_000_000, bytes: 32 << 20)

  /// How many arrays, structures and variants may enclose one another.
  package let depth: Int
  /// How many values a message may hold, those inside of others too.
  package let values: Int
  /// How many bytes its texts and byte arrays may have together.
  package let bytes: Int

  /// Makes limits.
  package init(depth: Int, values: Int, bytes: Int) {
    (self.depth, self.values, self.bytes) = (depth, values, bytes)
  }
}

/// Checks signatures before they are sent, since a bus ends the connection of whoever sends a wrong one.
///
/// Has no state. Source: <https://dbus.freedesktop.org/doc/dbus-specification.html#type-system>.
enum BusSignature {
  private static let greatestLength = 255
  private static let basic = Array("ybnqiuxtdsogh".utf8)

  /// Whether a text is a signature of any number of complete types.
  static func isValid(_ text: String) -> Bool { count(text) != nil }

  /// Whether a text is the signature of exactly one complete type.
  static func isSingle(_ text: String) -> Bool { count(text) == 1 }

  /// Whether a text is the signature of one basic type, as the key of a dictionary has to be.
  static func isBasic(_ text: String) -> Bool {
    text.utf8.count == 1 && text.utf8.allSatisfy { basic.contains($0) }
  }

  private static func count(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    guard rest.count <= greatestLength else { return nil }
    var count = 0
    while !rest.isEmpty {
      guard takeType(&rest, depth: 0) else { return nil }
      count += 1
    }
    return count
  }

  /// Takes one complete type from the front; `false` when there is none.
  private static func takeType(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Bool {
    guard depth <= 32, let first = rest.popFirst() else { return false }
    switch first {
    case UInt8(ascii: "v"): return true
    case UInt8(ascii: "a"):
      guard rest.first == UInt8(ascii: "{") else { return takeType(&rest, depth: depth + 1) }
      rest.removeFirst()
      guard let key = rest.popFirst(), basic.contains(key) else { return false }
      return takeType(&rest, depth: depth + 1) && rest.popFirst() == UInt8(ascii: "}")
    case UInt8(ascii: "("):
      repeat {
        guard takeType(&rest, depth: depth + 1) else { return false }
      } while rest.first != UInt8(ascii: ")")
      rest.removeFirst()
      return true
    default: return basic.contains(first)
    }
  }
}
