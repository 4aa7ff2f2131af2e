/// Base64 with the alphabet for URLs and file names (RFC 4648 §5), without padding.
///
/// Each sequence of bytes has exactly one text that decodes to it: padding, white space, the characters `+` and `/`,
/// and bits set beyond the last byte are refused. The decoder looks characters up in a table, so its time may depend
/// on them: do not use it for secret keys where others can measure. Safe to use from any thread.
public enum Base64URL {
  /// The text for some bytes.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    // because UInt8 has no padding
    String(decoding: Base64.url.encoded(unsafe bytes.bytes, padded: false), as: UTF8.self)
  }

  /// The text for some bytes.
  public static func encode(_ bytes: [UInt8]) -> String { encode(bytes.byteSpan) }

  /// The text for some data.
  public static func encode(_ data: Data) -> String { encode(data.span) }

  /// The bytes that a text stands for.
  ///
  /// - Parameter text: The text in UTF-8.
  /// - Returns: The bytes, three for each four characters.
  /// - Throws: ``CoreError/invalidBase64URL(offset:)`` with the place of the first character that is not allowed.
  public static func decode(_ text: Span<UInt8>) throws(CoreError) -> [UInt8] {
    // because UInt8 has no padding
    guard let bytes = Base64.url.decode(unsafe text.bytes, padded: false) else {
      throw .invalidBase64URL(offset: Base64.url.placeOfRefusal(text))
    }
    return bytes
  }

  /// The bytes that a text stands for.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes, three for each four characters.
  /// - Throws: ``CoreError/invalidBase64URL(offset:)`` with the place of the first character that is not allowed.
  public static func decode(_ text: some StringProtocol) throws(CoreError) -> [UInt8] {
    try decode(Array(text.utf8).byteSpan)
  }
}
