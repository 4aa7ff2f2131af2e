#if !canImport(Darwin)
public import OmamoriCore

extension SecureSession {
  /// Sends a request and decodes the JSON of the answer.
  ///
  /// The document is read strictly first: two members of the same name, which readers disagree about, are refused.
  ///
  /// - Parameters:
  ///   - type: What is decoded.
  ///   - request: The request; its status must be from 200 to 299 and its type JSON, whatever it expects.
  ///   - decoder: How dates, keys and bytes are written.
  /// - Returns: The value.
  /// - Throws: ``TransportError``; ``TransportError/undecodableBody`` for what is no such JSON.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, from request: Request, decoder: JSONDecoder = JSONDecoder()
  ) async throws(TransportError) -> Value {
    let request = try Request(
      request.method, request.url, headers: request.headers, body: request.body, timeouts: request.timeouts,
      expecting: .json, retries: request.retries)
    let body = try await response(to: request).body
    do {
      _ = try StrictJSON.parse(body)
      return try decoder.decode(type, from: body)
    } catch {
      throw .undecodableBody
    }
  }

  /// Reads JSON.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - type: What is decoded.
  ///   - headers: Header fields.
  /// - Returns: The value.
  /// - Throws: ``TransportError``.
  public func get<Value: Decodable>(
    _ url: RequestURL, as type: Value.Type = Value.self, headers: HeaderFields = HeaderFields()
  ) async throws(TransportError) -> Value {
    try await value(type, from: Request(.get, url, headers: headers))
  }

  /// Sends a value as JSON and decodes the JSON of the answer.
  ///
  /// - Parameters:
  ///   - body: The value.
  ///   - url: The URL.
  ///   - method: A method that has a body.
  ///   - type: What is decoded.
  ///   - headers: Header fields.
  ///   - encoder: How dates, keys and bytes are written.
  /// - Returns: The value.
  /// - Throws: ``TransportError``; ``TransportError/unreadableBody`` for a value that cannot be encoded.
  public func send<Value: Decodable>(
    _ body: some Encodable, to url: RequestURL, by method: HTTPMethod = .post,
    as type: Value.Type = Value.self,
    headers: HeaderFields = HeaderFields(), encoder: JSONEncoder = JSONEncoder()
  ) async throws(TransportError) -> Value {
    let content = try RequestBody.json(body, encoder: encoder)
    return try await value(type, from: Request(method, url, headers: headers, body: content))
  }

  /// Sends a value as JSON, when nothing but success is expected.
  ///
  /// - Parameters:
  ///   - body: The value.
  ///   - url: The URL.
  ///   - method: A method that has a body.
  ///   - headers: Header fields.
  ///   - encoder: How dates, keys and bytes are written.
  /// - Returns: The response.
  /// - Throws: ``TransportError``; ``TransportError/unreadableBody`` for a value that cannot be encoded.
  @discardableResult
  public func send(
    _ body: some Encodable, to url: RequestURL, by method: HTTPMethod = .post,
    headers: HeaderFields = HeaderFields(), encoder: JSONEncoder = JSONEncoder()
  ) async throws(TransportError) -> Response {
    try await response(
      to: Request(method, url, headers: headers, body: RequestBody.json(body, encoder: encoder)))
  }
}
#endif
