import OmamoriCore
import OmamoriTransport

extension OAuthClient {
  /// Sends a form to an endpoint as this client.
  ///
  /// - Returns: The answer of any status but a redirect, and when the request was sent.
  func submit(
    _ form: FormFields, to endpoint: ServerEndpoint
  ) async throws(AuthError) -> (answer: HTTPAnswer, sentAt: Date) {
    let url = try metadata.url(of: endpoint, showingCertificate: authentication.showsCertificate)
    var form = form
    var headers = HeaderFields()
    try AuthError.transporting { () throws(TransportError) in try headers.set("Accept", "application/json") }
    try await authentication.apply(to: &form, &headers, for: self)
    let (fields, body) = (headers, form.body)
    let request = try AuthError.transporting { () throws(TransportError) in
      try Request(.post, url, headers: fields, body: body)
    }
    let sentAt = clock.date
    let answer = try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize)
    return (answer, sentAt)
  }

  /// Asks the token endpoint for tokens.
  func tokens(
    for form: FormFields, expecting type: TokenType = .bearer
  ) async throws(AuthError) -> TokenAnswer {
    let (answer, sentAt) = try await submit(form, to: .token)
    return try TokenAnswer(answer, sentAt: sentAt, expecting: type)
  }
}
