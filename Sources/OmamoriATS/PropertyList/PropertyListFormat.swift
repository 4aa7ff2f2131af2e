/// The form in which a property list was written.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable {
  /// XML, the form of sources.
  case xml
  /// `bplist00`, the form inside built applications.
  case binary
  /// The older braces-and-parentheses form of project files and string tables.
  case openStep
}
