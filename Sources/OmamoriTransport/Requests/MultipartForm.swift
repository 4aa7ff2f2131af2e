public import OmamoriCore

/// A form of fields and files, `multipart/form-data` (RFC 7578), as browsers send it.
///
/// Files are read while they are sent, and the size of the whole is known beforehand. The boundary is random, so that no
/// content can end its part. In names and file names CR, LF and quotation marks are written as `%0D`, `%0A` and `%22`
/// (WHATWG HTML, multipart form data), all else in UTF-8 as it is.
public struct MultipartForm: Sendable {
  /// Where the content of a part is.
  package enum Content: Sendable {
    /// In memory.
    case bytes(Data)
    /// In a file.
    case file(path: String)
  }

  /// A part with its header.
  package struct Part: Sendable {
    package let header: String
    package let content: Content
  }

  /// The parts in the order in which they were added.
  package private(set) var parts: [Part] = []
  private let boundary: String

  /// Makes a form without parts.
  ///
  /// - Throws: ``TransportError/backend(code:)`` when the system has no random bytes.
  public init() throws(TransportError) {
    do throws(CoreError) {
      boundary = Base64URL.encode(try SystemRandomness().bytes(count: 24))
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: The name; no control characters but CR, LF and tab.
  ///   - value: The text, sent in UTF-8 as it is.
  /// - Throws: ``TransportError/headerNotAllowed``.
  public mutating func add(_ name: String, _ value: String) throws(TransportError) {
    try add(name, .bytes(Data(value.utf8)), fileName: nil, type: nil)
  }

  /// Adds bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the field; no control characters but CR, LF and tab.
  ///   - data: The content.
  ///   - fileName: What the server is told the file is called; `nil` for nothing.
  ///   - type: What the content is.
  /// - Throws: ``TransportError/headerNotAllowed``.
  public mutating func add(
    _ name: String, _ data: Data, fileName: String? = nil, type: MediaType = .bytes
  ) throws(TransportError) {
    try add(name, .bytes(data), fileName: fileName, type: type)
  }

  /// Adds a file, which is opened when the form is sent; its size must not change until it was.
  ///
  /// - Parameters:
  ///   - name: The name of the field; no control characters but CR, LF and tab.
  ///   - path: A regular file.
  ///   - fileName: What the server is told the file is called; `nil` for the last component of the path.
  ///   - type: What the content is.
  /// - Throws: ``TransportError/headerNotAllowed``.
  public mutating func add(
    _ name: String, file path: String, fileName: String? = nil, type: MediaType = .bytes
  ) throws(TransportError) {
    let ownName = path.split(separator: "/").last.map(String.init) ?? ""
    try add(name, .file(path: path), fileName: fileName ?? ownName, type: type)
  }

  /// What the body is, with the boundary.
  package var mediaType: MediaType { .multipartForm(boundary: boundary) }

  /// What ends the last part.
  package var end: String { "--\(boundary)--\r\n" }

  private mutating func add(
    _ name: String, _ content: Content, fileName: String?, type: MediaType?
  ) throws(TransportError) {
    var header = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(try Self.escaped(name))\""
    if let fileName { header += "; filename=\"\(try Self.escaped(fileName))\"" }
    if let type { header += "\r\nContent-Type: \(type)" }
    parts.append(Part(header: header + "\r\n\r\n", content: content))
  }

  /// A name as it stands between quotation marks.
  private static func escaped(_ name: String) throws(TransportError) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x0A: bytes += "%0A".utf8
      case 0x0D: bytes += "%0D".utf8
      case 0x22: bytes += "%22".utf8
      default: bytes.append(byte)
      }
    }
    // Some servers take other control characters for the end of a line.
    guard HeaderGrammar.isValue(bytes) else { throw .headerNotAllowed }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MultipartForm: RedactedDescription {
  /// The number of parts, never a name or a content.
  public var description: String { "a form of \(parts.count) parts" }
}

/// A media type such as `application/json; charset=utf-8` (RFC 9110, section 8.3.1).
///
/// It is taken apart, never searched: `text/html; x=application/json` is HTML.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// The greatest length that is read, in bytes.
  package static let greatestSize = 1024
  /// The most parameters.
  package static let greatestParameterCount = 16

  /// The part before the slash, in lower case.
  public let type: String
  /// The part after the slash, in lower case.
  public let subtype: String
  /// The parameters by their names in lower case.
  public let parameters: [String: String]

  /// Reads a media type.
  ///
  /// - Parameter text: The value of a `Content-Type` field; `nil` results for what is malformed, longer than
  ///   1,024 bytes, or has a parameter twice.
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
