import OmamoriCore

/// Reads CBOR as deterministic encoders write it (RFC 8949 §4.2): shortest heads, definite lengths, no key twice.
///
/// Indefinite lengths, tags, floating-point numbers and other simple values are refused: nothing that Apple sends has
/// them, and each is a second way to write the same thing. Nothing is allocated on the word of a length alone.
struct CBORReader {
  /// The largest document, in bytes; an attestation takes about six thousand.
  static let greatestSize = 64 * 1024
  /// How many arrays and maps may stand in one another; an attestation has three.
  static let greatestDepth = 8
  /// The most values in a document; an attestation has about twenty.
  static let greatestCount = 256

  private let bytes: [UInt8]
  private(set) var offset = 0
  private var count = 0

  /// Begins at the front.
  init(_ bytes: Data) throws(AuthError) {
    guard bytes.count <= Self.greatestSize else { throw .attestation(.malformed) }
    self.bytes = [UInt8](bytes)
  }

  /// Whether everything was read.
  var isAtEnd: Bool { offset == bytes.count }

  /// The one value that some bytes are.
  static func value(of bytes: Data) throws(AuthError) -> CBORValue {
    var reader = try CBORReader(bytes)
    let value = try reader.value()
    guard reader.isAtEnd else { throw .attestation(.malformed) }
    return value
  }

  /// The next value.
  mutating func value() throws(AuthError) -> CBORValue { try value(depth: 0) }

  private mutating func value(depth: Int) throws(AuthError) -> CBORValue {
    count += 1
    guard depth <= Self.greatestDepth, count <= Self.greatestCount else { throw .attestation(.malformed) }
    let first = try byte()
    let (type, information) = (first >> 5, first & 0x1F)
    guard type != 7 else { return try simple(information) }
    let argument = try argument(information)
    switch type {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Data(try take(argument)))
    case 3:
      guard let text = String(validating: try take(argument), as: UTF8.self) else { break }
      return .text(text)
    case 4:
      var values: [CBORValue] = []
      for _ in 0..<(try length(argument)) { values.append(try value(depth: depth + 1)) }
      return .array(values)
    case 5:
      var members: [CBORValue: CBORValue] = [:]
      for _ in 0..<(try length(argument)) {
        let key = try key(depth: depth + 1)
        let value = try value(depth: depth + 1)
        guard members.updateValue(value, forKey: key) == nil else { throw .attestation(.malformed) }
      }
      return .map(members)
    default: break
    }
    throw .attestation(.malformed)
  }

  private mutating func key(depth: Int) throws(AuthError) -> CBORValue {
    let key = try value(depth: depth)
    switch key {
    case .unsigned, .negative, .text: return key
    case .bytes, .array, .map, .flag, .null: throw .attestation(.malformed)
    }
  }

  private func simple(_ information: UInt8) throws(AuthError) -> CBORValue {
    switch information {
    case 20: return .flag(false)
    case 21: return .flag(true)
    case 22: return .null
    default: throw .attestation(.malformed)
    }
  }

  /// The number of a head, in its shortest form.
  private mutating func argument(_ information: UInt8) throws(AuthError) -> UInt64 {
    guard information >= 24 else { return UInt64(information) }
    guard information <= 27 else { throw .attestation(.malformed) }
    let size = 1 << Int(information - 24)
    var number: UInt64 = 0
    for _ in 0..<size { number = number << 8 | UInt64(try byte()) }
    let least: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
    guard number >= least else { throw .attestation(.malformed) }
    return number
  }

  /// A number of elements, each of which takes a byte at least.
  private func length(_ argument: UInt64) throws(AuthError) -> Int {
    guard argument <= UInt64(bytes.count - offset), argument <= UInt64(Self.greatestCount) else {
      throw .attestation(.malformed)
    }
    return Int(argument)
  }

  private mutating func take(_ argument: UInt64) throws(AuthError) -> ArraySlice<UInt8> {
    guard argument <= UInt64(bytes.count - offset) else { throw .attestation(.malformed) }
    defer { offset += Int(argument) }
    return bytes[offset..<(offset + Int(argument))]
  }

  private mutating func byte() throws(AuthError) -> UInt8 {
    guard offset < bytes.count else { throw .attestation(.malformed) }
    defer { offset += 1 }
    return bytes[offset]
  }
}

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
