import OmamoriCore

/// A value of CBOR (RFC 8949), of the kinds that attestations are made of.
indirect enum CBORValue: Sendable, Hashable {
  /// 0 or more.
  case unsigned(UInt64)
  /// −1 less this.
  case negative(UInt64)
  case bytes(Data)
  case text(String)
  case array([CBORValue])
  /// Each key once; a key is an integer or a text.
  case map([CBORValue: CBORValue])
  case flag(Bool)
  case null

  /// The bytes; `nil` when it is something else.
  var bytes: Data? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }

  /// The text; `nil` when it is something else.
  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The elements; `nil` when it is something else.
  var array: [CBORValue]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  /// The members; `nil` when it is something else.
  var map: [CBORValue: CBORValue]? {
    guard case .map(let map) = self else { return nil }
    return map
  }
}
