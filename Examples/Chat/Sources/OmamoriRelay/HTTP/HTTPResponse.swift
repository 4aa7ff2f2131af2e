import OmamoriCore

/// An answer.
struct HTTPResponse: Sendable, Hashable {
  /// What a body is.
  enum Content: String, Sendable {
    case json = "application/json"
    case bytes = "application/octet-stream"
  }

  /// A field beside the ones that every answer has.
  struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  let status: HTTPStatus
  let content: Content
  let body: [UInt8]
  var fields: [Field] = []

  /// An answer of bytes.
  init(_ status: HTTPStatus, bytes: [UInt8] = []) {
    (self.status, content, body) = (status, .bytes, bytes)
  }

  /// An answer of JSON.
  init(_ status: HTTPStatus, json: JSONValue) {
    (self.status, content, body) = (status, .json, json.utf8())
  }

  /// An answer that says why not.
  init(_ status: HTTPStatus, error code: String, retryAfter seconds: Int? = nil) {
    self.init(status, json: ["error": .string(code)])
    if let seconds { fields.append(Field(name: "Retry-After", value: String(max(1, seconds)))) }
  }

  /// An answer to a request that is refused before anybody looks at what it asks for.
  init(_ refusal: HTTPRefusal) { self.init(refusal.status, error: refusal.code) }

  /// What is sent.
  ///
  /// - Parameters:
  ///   - date: The moment of the answer.
  ///   - isLast: Whether the connection ends behind it.
  /// - Returns: Head and body.
  func encoded(at date: Date, isLast: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\nDate: \(HTTPDate.text(date))\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if status != .noContent {
      head += "Content-Type: \(content.rawValue)\r\nContent-Length: \(body.count)\r\n"
    }
    head += "Cache-Control: no-store\r\n"
    if isLast { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (status == .noContent ? [] : body)
  }

  /// What tells a client that waits for it to send the body of its request.
  static let proceed = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
