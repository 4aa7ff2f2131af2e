/// What is wrong with a key, a signature or a certificate in DER or PEM; holds no part of the input.
///
/// The cases are those of CryptoKit's `CryptoKitASN1Error`.
public enum DERError: Error, Sendable, Hashable {
  /// The identifier of a field is not valid.
  case invalidFieldIdentifier
  /// The type of a field is not the expected one.
  case unexpectedFieldType
  /// An object identifier is not valid, or names an algorithm other than the expected one.
  case invalidObjectIdentifier
  /// An object has a content that its type does not allow, or something follows it.
  case invalidASN1Object
  /// An integer is not encoded minimally, is negative or is too large.
  case invalidASN1IntegerEncoding
  /// A field ends before its content does.
  case truncatedASN1Field
  /// The length of a field is not encoded minimally or is too large.
  case unsupportedFieldLength
  /// A PEM document is not as RFC 7468 writes it or has another label.
  case invalidPEMDocument
}

/// Reads DER (X.690) from the front: one encoding for each value, and nothing left over.
///
/// It never copies and never recurses by itself, so a hostile input costs no more than its size. Lengths
/// take four bytes at most and must be minimal.
package struct DERReader: ~Escapable {
  private let bytes: RawSpan
  private var offset = 0

  /// Reads the elements in `bytes`.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  /// Whether every element has been read.
  package var isAtEnd: Bool { offset == bytes.byteCount }

  /// Throws unless every element has been read.
  package func finish() throws(DERError) {
    guard isAtEnd else { throw .invalidASN1Object }
  }

  /// Whether the next element has this tag.
  package func next(is tag: UInt8) -> Bool { offset < bytes.byteCount && bytes.byte(at: offset) == tag }

  /// The tag of the next element; `nil` at the end.
  package var nextTag: UInt8? { isAtEnd ? nil : bytes.byte(at: offset) }

  /// The content of the next element, which must have this tag.
  @_lifetime(copy self)
  package mutating func read(_ tag: UInt8) throws(DERError) -> RawSpan {
    guard offset < bytes.byteCount else { throw .truncatedASN1Field }
    guard bytes.byte(at: offset) == tag else { throw .unexpectedFieldType }
    let (length, start) = try readLength(at: offset + 1)
    guard length <= bytes.byteCount - start else { throw .truncatedASN1Field }
    offset = start + length
    return bytes.extracting(start..<offset)
  }

  /// A reader of the elements inside of the next one, which must have this tag.
  @_lifetime(copy self)
  package mutating func enter(_ tag: UInt8) throws(DERError) -> DERReader {
    DERReader(try read(tag))
  }

  /// The next element, a non-negative integer, big endian without a leading zero byte except for zero itself.
  @_lifetime(copy self)
  package mutating func readUnsignedInteger() throws(DERError) -> RawSpan {
    let content = try read(DERTag.integer)
    guard content.byteCount > 0, content.byte(at: 0) < 0x80 else { throw .invalidASN1IntegerEncoding }
    guard content.byteCount > 1, content.byte(at: 0) == 0 else { return content }
    guard content.byte(at: 1) >= 0x80 else { throw .invalidASN1IntegerEncoding }
    return content.extracting(droppingFirst: 1)
  }

  /// The next element, an integer from 0 to 255, such as the version of a structure.
  package mutating func readSmallInteger() throws(DERError) -> UInt8 {
    let content = try readUnsignedInteger()
    guard content.byteCount == 1 else { throw .invalidASN1IntegerEncoding }
    return content.byte(at: 0)
  }

  /// The bytes of the next element, a bit string of whole bytes with this tag.
  @_lifetime(copy self)
  package mutating func readBitString(_ tag: UInt8 = DERTag.bitString) throws(DERError) -> RawSpan {
    let content = try read(tag)
    guard content.byteCount > 0, content.byte(at: 0) == 0 else { throw .invalidASN1Object }
    return content.extracting(droppingFirst: 1)
  }

  /// The content of the next element, an object identifier.
  package mutating func readObjectIdentifier() throws(DERError) -> [UInt8] {
    let content = try read(DERTag.objectIdentifier)
    // The longest that a key has takes 9 bytes; 64 is far beyond any in use.
    guard 1...64 ~= content.byteCount else { throw .invalidObjectIdentifier }
    return content.byteArray
  }

  private func readLength(at start: Int) throws(DERError) -> (length: Int, start: Int) {
    guard start < bytes.byteCount else { throw .truncatedASN1Field }
    let first = bytes.byte(at: start)
    guard first >= 0x80 else { return (Int(first), start + 1) }
    let count = Int(first & 0x7F)
    guard 1...4 ~= count else { throw .unsupportedFieldLength }
    guard count <= bytes.byteCount - start - 1 else { throw .truncatedASN1Field }
    var length = 0
    for index in 1...count { length = length << 8 | Int(bytes.byte(at: start + index)) }
    // Minimal: the short form below 128, and no leading zero byte.
    guard length >= 0x80, length >> (8 * (count - 1)) > 0 else { throw .unsupportedFieldLength }
    return (length, start + 1 + count)
  }
}

/// The tags of DER (X.690) that keys, signatures and certificates are made of, each in one byte.
package enum DERTag {
  package static let boolean: UInt8 = 0x01
  package static let integer: UInt8 = 0x02
  package static let bitString: UInt8 = 0x03
  package static let octetString: UInt8 = 0x04
  package static let null: UInt8 = 0x05
  package static let objectIdentifier: UInt8 = 0x06
  package static let sequence: UInt8 = 0x30
  package static let set: UInt8 = 0x31

  /// A constructed element with a number of the context.
  package static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
  /// A primitive element with a number of the context, as an implicit tag gives it.
  package static func contextPrimitive(_ number: UInt8) -> UInt8 { 0x80 | number }
}
