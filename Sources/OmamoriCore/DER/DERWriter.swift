/// Writes DER (X.690): elements one after the other, nested through closures.
///
/// Its buffer is an ordinary array, which is not wiped; private keys written with it are the copies a caller
/// asked for.
package struct DERWriter {
  package private(set) var bytes: [UInt8] = []

  /// The elements that `body` writes.
  package static func write(_ body: (inout DERWriter) -> Void) -> [UInt8] {
    var writer = DERWriter()
    body(&writer)
    return writer.bytes
  }

  /// Adds an element with this content.
  package mutating func element(_ tag: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(tag)
    appendLength(content.count)
    bytes.append(contentsOf: content)
  }

  /// Adds an element that holds the elements that `body` writes.
  package mutating func element(_ tag: UInt8, _ body: (inout DERWriter) -> Void) {
    element(tag, Self.write(body))
  }

  /// Adds a sequence.
  package mutating func sequence(_ body: (inout DERWriter) -> Void) { element(DERTag.sequence, body) }

  /// Adds a non-negative integer, given big endian with or without leading zero bytes.
  package mutating func unsignedInteger(_ magnitude: some Collection<UInt8>) {
    let digits = magnitude.drop { $0 == 0 }
    guard let first = digits.first else { return element(DERTag.integer, [0]) }
    element(DERTag.integer, first < 0x80 ? Array(digits) : [0] + digits)
  }

  /// Adds a bit string of whole bytes.
  package mutating func bitString(_ content: some Collection<UInt8>, tag: UInt8 = DERTag.bitString) {
    element(tag, [0] + content)
  }

  /// Adds an object identifier, given as its content.
  package mutating func objectIdentifier(_ content: [UInt8]) { element(DERTag.objectIdentifier, content) }

  private mutating func appendLength(_ length: Int) {
    guard length >= 0x80 else { return bytes.append(UInt8(length)) }
    let count = (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
    bytes.append(0x80 | UInt8(count))
    for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * index))) }
  }
}
