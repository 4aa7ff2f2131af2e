import OmamoriCore

/// Kinds of values that certificates have and keys do not.
extension DERReader {
  /// The next element, a string of ASCII characters with this tag.
  mutating func readASCII(_ tag: UInt8) throws(DERError) -> String {
    let bytes = try read(tag).byteArray
    guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .invalidASN1Object }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next element, an object identifier in dotted form.
  mutating func readDottedName() throws(DERError) -> String {
    guard let text = DottedName.text(of: try readObjectIdentifier()) else { throw .invalidObjectIdentifier }
    return text
  }

  /// The next element, a truth value that is only written down when it is true.
  mutating func readTrue() throws(DERError) -> Bool {
    guard next(is: DERTag.boolean) else { return false }
    guard try read(DERTag.boolean).byteArray == [0xFF] else { throw .invalidASN1Object }
    return true
  }

  /// The next element, an integer from 0 to 2 147 483 647.
  mutating func readCount() throws(DERError) -> Int {
    let bytes = try readUnsignedInteger().byteArray
    guard bytes.count <= 4 else { throw .invalidASN1IntegerEncoding }
    let number = bytes.reduce(0) { $0 << 8 | Int($1) }
    guard number <= Int32.max else { throw .invalidASN1IntegerEncoding }
    return number
  }
}
