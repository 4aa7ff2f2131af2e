import OmamoriCore

/// The integers of an RSAPrivateKey with two primes (RFC 8017, A.1.2), big endian without leading zero bytes.
///
/// They are copies that nobody wipes, made when a key is read or written as JSON.
struct RSAStructure {
  /// The names in JSON, in the order of the structure (RFC 7518 §6.3).
  static let names = ["n", "e", "d", "p", "q", "dp", "dq", "qi"]

  /// n, e, d, p, q, dp, dq, qi.
  let integers: [[UInt8]]

  init(integers: [[UInt8]]) { self.integers = integers }

  /// Reads the structure in DER; `nil` unless it has version 0 and the eight integers.
  init?(der: [UInt8]) {
    var reader = Reader(rest: der[...])
    guard let content = reader.element(0x30), reader.rest.isEmpty else { return nil }
    reader = Reader(rest: content)
    guard reader.element(0x02) == [0] else { return nil }
    var integers: [[UInt8]] = []
    while integers.count < Self.names.count, let integer = reader.element(0x02) {
      integers.append(Array(integer.drop { $0 == 0 }))
    }
    guard integers.count == Self.names.count, reader.rest.isEmpty else { return nil }
    self.integers = integers
  }

  /// The structure in DER.
  var der: [UInt8] { Self.sequence(Self.integer([0]) + integers.flatMap(Self.integer)) }

  /// The RSAPublicKey (RFC 8017, A.1.1) in DER.
  static func publicKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    sequence(integer(modulus) + integer(exponent))
  }

  private static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + length(content.count) + content }

  private static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let isNegativeLooking = magnitude.first.map { $0 & 0x80 != 0 } ?? true
    let content = (isNegativeLooking ? [0] : []) + magnitude
    return [0x02] + length(content.count) + content
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var bytes: [UInt8] = []
    var rest = count
    while rest > 0 {
      bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// Reads elements of DER one after the other.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// The content of the next element, if it has this tag.
    mutating func element(_ tag: UInt8) -> ArraySlice<UInt8>? {
      guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
      var count = Int(first)
      if first >= 0x80 {
        count = 0
        guard 1...3 ~= first & 0x7F else { return nil }
        for _ in 0..<(first & 0x7F) {
          guard let byte = rest.popFirst() else { return nil }
          count = count << 8 | Int(byte)
        }
      }
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}
