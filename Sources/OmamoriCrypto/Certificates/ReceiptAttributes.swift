package import OmamoriCore

/// The content of a receipt of Apple, taken apart: a set of attributes, each a type, a version and a value.
///
/// Nothing about it is verified.
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
  /// - Throws: `CryptoError.malformed(_:offset:)`, also for a type that occurs twice.
  package init(_ content: Data) throws(CryptoError) {
    let list = try AttributeList(content, greatestSize: Self.greatestSize, greatestCount: Self.greatestCount)
    for entry in list.entries {
      guard values.updateValue(entry.value, forKey: entry.type) == nil else {
        throw .malformed(.signedMessage, offset: nil)
      }
    }
  }
}
