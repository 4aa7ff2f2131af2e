package import OmamoriCore

/// A value of D-Bus's type system.
///
/// What is read has bounds on depth, number and size (``BusLimits``); what is sent is checked for the first. A value;
/// safe to share between threads.
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
