public import OmamoriCore

/// A form of fields and files, `multipart/form-data` (RFC 7578), as browsers send it.
///
/// Files are read while they are sent, and the size of the whole is known beforehand. The boundary is random, so that no
/// content can end its part. In names and file names CR, LF and quotation marks are written as `%0D`, `%0A` and `%22`
/// (WHATWG HTML, multipart form data), all else in UTF-8 as it is. A value; safe to share between threads.
public struct MultipartForm: Sendable {
  /// Where the content of a part is.
  enum Content: Sendable {
    /// In memory.
    case bytes(Data)
    /// In a file.
    case file(path: String)
  }

  /// A part with its header.
  struct Part: Sendable {
    let header: String
    let content: Content
  }

  /// The parts in the order in which they were added.
  private(set) var parts: [Part] = []
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
  var mediaType: MediaType { .multipartForm(boundary: boundary) }

  /// What ends the last part.
  var end: String { "--\(boundary)--\r\n" }

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

extension MultipartForm: CustomStringConvertible, CustomReflectable {
  /// The number of parts, never a name or a content.
  public var description: String { "a form of \(parts.count) parts" }

  /// The number of parts, never a name or a content.
  public var customMirror: Mirror { Mirror(self, children: ["form": description]) }
}
