package import OmamoriCore

/// The content of a receipt of Apple, taken apart: a set of attributes, each a type, a version and a value.
///
/// Nothing about it is verified. A value; safe to share between threads.
package struct ReceiptAttributes: Sendable {
  /// The largest content that is read, in bytes; those in use take about one thousand.
  package static let greatestSize = 64 * 1024
  /// The most attributes that are read; those in use have about ten.
  private static let greatestCount = 64

  /// The values by their types.
  package private(set) var values: [Int: Data] = [:]

  /// Takes a content apart.
  ///
  /// - Parameter content: The content in DER.
  /// - Throws: ``CryptoError/malformed(_:offset:)``, also for a type that occurs twice.
  package init(_ content: Data) throws(CryptoError) {
    guard content.count <= Self.greatestSize else { throw .outOfRange(lower: 1, upper: Self.greatestSize) }
    do throws(CryptoKitASN1Error) {
      values = try content.withRawSpan { bytes throws(CryptoKitASN1Error) in try Self.read(bytes) }
    } catch {
      throw .malformed(.signedMessage, offset: nil)
    }
  }

  private static func read(_ bytes: RawSpan) throws(CryptoKitASN1Error) -> [Int: Data] {
    var document = DERReader(bytes)
    var set = try document.enter(DERTag.set)
    try document.finish()
    var values: [Int: Data] = [:]
    while !set.isAtEnd {
      var attribute = try set.enter(DERTag.sequence)
      let type = try attribute.readCount()
      _ = try attribute.readCount()
      let value = Data(try attribute.read(DERTag.octetString).byteArray)
      try attribute.finish()
      guard values.updateValue(value, forKey: type) == nil, values.count <= greatestCount else {
        throw .invalidASN1Object
      }
    }
    return values
  }
}
