package import OmamoriCore

/// Attributes as Apple's receipts have them, in their order: a set of types, versions and values.
///
/// Nothing about them is verified, and a type may occur many times. Source:
/// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ReceiptFields.html>.
package struct AttributeList: Sendable {
  /// An attribute.
  package struct Entry: Sendable {
    /// What it is.
    package let type: Int
    /// Its bytes, which are DER again for most types.
    package let value: Data
  }

  /// The attributes.
  package let entries: [Entry]

  /// Takes a set apart.
  ///
  /// - Parameters:
  ///   - content: The set in DER.
  ///   - greatestSize: The most bytes that are read.
  ///   - greatestCount: The most attributes that are read.
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.outOfRange(lower:upper:)`.
  package init(_ content: Data, greatestSize: Int, greatestCount: Int) throws(CryptoError) {
    guard content.count <= greatestSize else { throw .outOfRange(lower: 1, upper: greatestSize) }
    do throws(DERError) {
      entries = try content.withRawSpan { bytes throws(DERError) in
        try Self.read(bytes, greatestCount)
      }
    } catch {
      throw .malformed(.signedMessage, offset: nil)
    }
  }

  private static func read(_ bytes: RawSpan, _ greatestCount: Int) throws(DERError) -> [Entry] {
    var document = DERReader(bytes)
    var set = try document.enter(DERTag.set)
    try document.finish()
    var entries: [Entry] = []
    while !set.isAtEnd {
      guard entries.count < greatestCount else { throw .invalidASN1Object }
      var attribute = try set.enter(DERTag.sequence)
      let type = try attribute.readCount()
      _ = try attribute.readCount()
      entries.append(Entry(type: type, value: Data(try attribute.read(DERTag.octetString).byteArray)))
      try attribute.finish()
    }
    return entries
  }
}

extension AttributeList.Entry {
  /// The value, a string of UTF-8 or ASCII in DER.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  package func text() throws(CryptoError) -> String {
    try read { reader throws(DERError) in
      // 0x0C is a UTF8String, 0x16 an IA5String.
      guard reader.next(is: 0x0C) else { return try reader.readASCII(0x16) }
      guard let text = String(validating: try reader.read(0x0C).byteArray, as: UTF8.self) else {
        throw .invalidASN1Object
      }
      return text
    }
  }

  /// The value, an integer from 0 to 2 147 483 647 in DER.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  package func count() throws(CryptoError) -> Int {
    try read { reader throws(DERError) in try reader.readCount() }
  }

  private func read<Value>(
    _ body: (inout DERReader) throws(DERError) -> Value
  ) throws(CryptoError) -> Value {
    do throws(DERError) {
      return try value.withRawSpan { bytes throws(DERError) in
        var reader = DERReader(bytes)
        let value = try body(&reader)
        try reader.finish()
        return value
      }
    } catch {
      throw .malformed(.signedMessage, offset: nil)
    }
  }
}
