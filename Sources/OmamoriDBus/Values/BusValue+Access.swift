package import OmamoriCore

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
