/// A request as it is going to be sent.
///
/// Made complete and checked; only a redirect makes another one of it. A value; safe to share between threads.
public struct Request: Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The URL.
  public let url: RequestURL
  /// The header fields that the application added.
  public let headers: HeaderFields
  /// The body.
  public let body: RequestBody
  /// How long it may take; `nil` for what the policy says.
  public let timeouts: Timeouts?
  /// What the response has to be.
  public let expectation: ResponseExpectation
  /// When it is sent again; `nil` for what the policy says.
  public let retries: RetryRule?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL.
  ///   - headers: Header fields.
  ///   - body: The body; only for a method that has one.
  ///   - timeouts: How long it may take; `nil` for what the policy says.
  ///   - expectation: What the response has to be.
  ///   - retries: When it is sent again; `nil` for what the policy says.
  /// - Throws: ``TransportError/unreadableBody`` for a body with a method that has none, and
  ///   ``TransportError/headerNotAllowed`` for header fields written as a literal that are not allowed.
  public init(
    _ method: HTTPMethod = .get, _ url: RequestURL, headers: HeaderFields = HeaderFields(),
    body: RequestBody = .none, timeouts: Timeouts? = nil,
    expecting expectation: ResponseExpectation = .success, retries: RetryRule? = nil
  ) throws(TransportError) {
    guard method.allowsBody || !body.isPresent else { throw .unreadableBody }
    guard !headers.hasRefusedField else { throw .headerNotAllowed }
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.timeouts, self.expectation, self.retries) = (timeouts, expectation, retries)
  }

  /// The fields to send: the application's, `Content-Type` of the body, and `Accept` of what is expected.
  ///
  /// `Host`, `Content-Length` and what frames the message come from the engine.
  public var sentFields: [HeaderField] {
    var fields = headers.fields
    if let type = body.mediaType {
      fields.append(HeaderField(checkedName: "Content-Type", value: type.description))
    }
    if let accepted = expectation.accepted, !headers.contains("Accept") {
      fields.append(HeaderField(checkedName: "Accept", value: accepted))
    }
    return fields
  }

  /// The request that a redirect makes of this one; `nil` when the body would have to be sent and cannot be.
  func redirected(to target: RequestURL, method: HTTPMethod) -> Request? {
    let keepsBody = method == self.method && body.isPresent
    let isSameOrigin = target.hasOrigin(of: url)
    guard !keepsBody || (isSameOrigin && body.isRepeatable) else { return nil }
    var headers = isSameOrigin ? headers : headers.withoutCredentials()
    if !keepsBody { headers = headers.withoutBodyFields() }
    return try? Request(
      method, target, headers: headers, body: keepsBody ? body : .none, timeouts: timeouts,
      expecting: expectation, retries: retries)
  }
}

extension Request: CustomStringConvertible, CustomReflectable {
  /// The method and the origin; never a path, a field's value or a body.
  public var description: String { "\(method.rawValue) \(url)" }

  /// The method and the origin.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
