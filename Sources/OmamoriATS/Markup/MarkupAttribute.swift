/// An attribute of an XML element.
public struct MarkupAttribute: Sendable, Hashable {
  /// The name as written, prefix included.
  public let name: String
  /// The value with references resolved.
  public let value: String
  /// The place from the name to the closing quotation mark.
  public let range: TextRange

  /// Makes an attribute.
  public init(name: String, value: String, range: TextRange) {
    (self.name, self.value, self.range) = (name, value, range)
  }
}
