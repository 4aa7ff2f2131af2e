/// A JSON reader that refuses every document that two readers could understand differently.
///
/// Follows RFC 8259 and the stricter I-JSON (RFC 7493): UTF-8 only, no byte order mark, no lone surrogates, no member
/// name twice (`"a"` and `"\u0061"` are the same name), nothing after the value. Depth, size and number of values are
/// bounded, reading takes linear time, and an error names the place but never the content.
public enum StrictJSON {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The document as a tree; strings and numbers are exactly what was written.
  /// - Throws: ``CoreError/invalidJSON(_:at:)``.
  public static func parse(
    _ bytes: Span<UInt8>,
    limits: JSONLimits = .standard
  ) throws(CoreError) -> JSONValue {
    do throws(JSONFault) {
      var reader = JSONReader(bytes, limits: limits)
      return try reader.document()
    } catch {
      throw .invalidJSON(error.problem, at: JSONPosition(offset: error.offset, in: bytes))
    }
  }

  /// Reads a document from an array of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The document as a tree.
  /// - Throws: ``CoreError/invalidJSON(_:at:)``.
  public static func parse(
    _ bytes: [UInt8],
    limits: JSONLimits = .standard
  ) throws(CoreError) -> JSONValue {
    try parse(bytes.byteSpan, limits: limits)
  }

  /// Reads a document from data.
  ///
  /// - Parameters:
  ///   - data: The document in UTF-8.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The document as a tree.
  /// - Throws: ``CoreError/invalidJSON(_:at:)``.
  public static func parse(
    _ data: Data,
    limits: JSONLimits = .standard
  ) throws(CoreError) -> JSONValue {
    try parse(data.span, limits: limits)
  }

  /// Reads a document from a string.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The document as a tree.
  /// - Throws: ``CoreError/invalidJSON(_:at:)``.
  public static func parse(
    _ text: String,
    limits: JSONLimits = .standard
  ) throws(CoreError) -> JSONValue {
    try parse(Array(text.utf8).byteSpan, limits: limits)
  }
}
