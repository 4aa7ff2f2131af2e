/// A media type such as `application/json; charset=utf-8` (RFC 9110, section 8.3.1).
///
/// It is taken apart, never searched: `text/html; x=application/json` is HTML. A value; safe to share between threads.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// The greatest length that is read, in bytes.
  public static let greatestSize = 1024
  /// The most parameters.
  public static let greatestParameterCount = 16

  /// The part before the slash, in lower case.
  public let type: String
  /// The part after the slash, in lower case.
  public let subtype: String
  /// The parameters by their names in lower case.
  public let parameters: [String: String]

  /// Reads a media type.
  ///
  /// - Parameter text: The value of a `Content-Type` field; `nil` results for what is malformed, longer than
  ///   ``greatestSize``, or has a parameter twice.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.greatestSize else { return nil }
    var reader = FieldReader(HeaderGrammar.trimmed(Array(text.utf8)))
    guard let type = reader.token(), reader.skip(0x2F), let subtype = reader.token(),
      let parameters = reader.parameters(limit: Self.greatestParameterCount), reader.isAtEnd
    else { return nil }
    (self.type, self.subtype) = (HeaderGrammar.lowercased(type), HeaderGrammar.lowercased(subtype))
    self.parameters = parameters
  }

  private init(_ type: String, _ subtype: String, _ parameters: [String: String] = [:]) {
    (self.type, self.subtype, self.parameters) = (type, subtype, parameters)
  }

  /// JSON (RFC 8259).
  public static let json = MediaType("application", "json")
  /// A form (WHATWG URL, section 5).
  public static let form = MediaType("application", "x-www-form-urlencoded")
  /// A form of fields and files (RFC 7578).
  static func multipartForm(boundary: String) -> MediaType {
    MediaType("multipart", "form-data", ["boundary": boundary])
  }

  /// Bytes of any kind.
  public static let bytes = MediaType("application", "octet-stream")
  /// Text without markup, of which nothing is said.
  public static let plainText = MediaType("text", "plain")

  /// Whether it is `application/json` or ends in `+json` (RFC 6839, section 3.1).
  public var isJSON: Bool {
    (type == "application" && subtype == "json") || (subtype.hasSuffix("+json") && subtype.utf8.count > 5)
  }

  /// Whether it is the same type as another, whatever the parameters.
  public func isSameType(as other: MediaType) -> Bool { type == other.type && subtype == other.subtype }

  /// The media type as it is sent.
  public var description: String {
    parameters.sorted { $0.key < $1.key }.reduce(type + "/" + subtype) { text, parameter in
      text + "; " + parameter.key + "=" + Self.quoted(parameter.value)
    }
  }

  private static func quoted(_ value: String) -> String {
    if HeaderGrammar.isToken(value.utf8) { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
