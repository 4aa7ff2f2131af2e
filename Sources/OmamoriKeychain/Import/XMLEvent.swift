/// A piece of an XML file.
enum XMLEvent: Equatable {
  /// An opening tag with its attributes.
  case start(String, [String: String])
  /// A closing tag.
  case end(String)
  /// Text with its references resolved.
  case text([UInt8])
}
