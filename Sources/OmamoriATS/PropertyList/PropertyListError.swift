public import OmamoriCore

/// Why a property list or an XML file could not be read.
///
/// No case carries text of the file, so an error may be logged.
@nonexhaustive
public enum PropertyListError: Error, Sendable, Equatable {
  /// The bytes are no property list of a known form.
  case unknownFormat
  /// The text is neither UTF-8 nor UTF-16 with a byte order mark.
  case unsupportedEncoding
  /// The file has more than `limit` bytes, or its texts add up to more.
  case tooLarge(limit: Int)
  /// Containers are nested more than `limit` levels deep.
  case tooDeep(limit: Int, at: PropertyListPlace)
  /// The tree has more than `limit` nodes when every shared reference is counted at each use.
  case tooManyNodes(limit: Int, at: PropertyListPlace)
  /// The file ends inside a value.
  case truncated(at: PropertyListPlace)
  /// The text holds a malformed scalar, a lone surrogate, a NUL or a control character that XML forbids.
  case invalidText(at: PropertyListPlace)
  /// The file uses an entity, or a document type with an internal subset.
  case entityRefused(at: PropertyListPlace)
  /// Something else stands where `expected` belongs.
  case syntax(expected: LocalizedText, at: PropertyListPlace)
  /// A number, date or data value is not written in the form that its type requires.
  case invalidValue(at: PropertyListPlace)
  /// A binary object has a type that property lists for programs do not use, such as a set.
  case unsupportedObject(marker: UInt8, at: PropertyListPlace)
  /// A size, an offset or a reference of a binary property list points outside of the file.
  case outOfBounds(at: PropertyListPlace)
  /// A container holds itself.
  case cycle(at: PropertyListPlace)
  /// A dictionary key is not a text.
  case keyNotText(at: PropertyListPlace)
}
