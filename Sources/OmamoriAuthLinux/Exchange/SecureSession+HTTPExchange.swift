public import OmamoriAuth
public import OmamoriTransport
public import OmamoriTransportCurl

extension SecureSession: HTTPExchange {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// - Parameter request: The request; what it expects of the answer is not looked at.
  /// - Returns: The answer.
  /// - Throws: `TransportError`.
  public func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let open = try HTTPRequest(
      request.method, request.url, headers: request.headers, body: request.body, timeouts: request.timeouts,
      expecting: ResponseExpectation(statuses: 100...599))
    let response = try await response(to: open)
    return HTTPAnswer(status: response.status, fields: response.fields, body: response.body)
  }
}
