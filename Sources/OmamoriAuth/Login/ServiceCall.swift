import OmamoriCore
public import OmamoriTransport

/// A request to a service with the type of its answer.
///
/// ```swift
/// extension ServiceCall where Response == Profile {
///   static func profile(_ id: String) throws -> Self { try Self(.get, Endpoint(segments: ["users", id])) }
/// }
/// let profile = try await client.send(.profile("42"))
/// ```
///
/// A value; safe to share between threads.
public struct ServiceCall<Response: Sendable>: Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The path and the query, below the service's address.
  public let endpoint: Endpoint
  /// The body.
  public let body: RequestBody
  /// Header fields; `Authorization` is not one of them.
  public let headers: HeaderFields
  /// Whether the request carries a token; without one nobody has to be logged in.
  public let requiresAuthentication: Bool
  let decode: @Sendable (HTTPAnswer) throws(TransportError) -> Response

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  ///   - decode: Reads the answer, whose status is one of success.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true,
    decode: @escaping @Sendable (HTTPAnswer) throws(TransportError) -> Response
  ) {
    (self.method, self.endpoint, self.body, self.headers) = (method, endpoint, body, headers)
    (self.requiresAuthentication, self.decode) = (requiresAuthentication, decode)
  }
}

extension ServiceCall where Response: Decodable {
  /// Describes a request that is answered with JSON.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true
  ) {
    self.init(
      method, endpoint, body: body, headers: headers, requiresAuthentication: requiresAuthentication
    ) { answer throws(TransportError) in
      guard answer.isJSON else { throw .unexpectedMediaType }
      return try JSONBody.decode(Response.self, from: answer.body)
    }
  }
}

extension ServiceCall where Response == Void {
  /// Describes a request of which only success counts.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true
  ) {
    self.init(
      method, endpoint, body: body, headers: headers, requiresAuthentication: requiresAuthentication
    ) { _ throws(TransportError) in () }
  }
}
