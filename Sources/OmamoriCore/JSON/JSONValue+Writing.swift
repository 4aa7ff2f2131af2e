extension JSONValue {
  /// The value as JSON in UTF-8, without a line feed at the end.
  ///
  /// - Parameter format: The layout, the order of members and the escapes.
  /// - Returns: The bytes; the same for the same value and format.
  public func utf8(_ format: JSONFormat = .compact) -> [UInt8] {
    var writer = JSONWriter(format: format)
    writer.write(self)
    return writer.output
  }

  /// The value as JSON text, without a line feed at the end.
  ///
  /// - Parameter format: The layout, the order of members and the escapes.
  /// - Returns: The text; the same for the same value and format.
  public func text(_ format: JSONFormat = .compact) -> String {
    String(decoding: utf8(format), as: UTF8.self)
  }
}
