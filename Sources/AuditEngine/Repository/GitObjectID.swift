/// The name of an object of a repository: the SHA-1 of what it holds.
package struct GitObjectID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number of bytes of a name.
  package static let length = 20

  /// The bytes.
  package let bytes: [UInt8]

  /// Takes the bytes of a name; `nil` when they are too few or too many.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads a name from its 40 hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
    guard digits.count == Self.length * 2, text.utf8.count == digits.count else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The first digits, as people quote it.
  package var short: String { String(description.prefix(10)) }

  package static func < (left: GitObjectID, right: GitObjectID) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
