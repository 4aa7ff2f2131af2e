import OmamoriCore
import OmamoriTransport

extension OAuthClient {
  /// How the tokens of this client are shown.
  var tokenType: TokenType { possession == nil ? .bearer : .dpop }

  /// Sends a form to an endpoint as this client, and once more when the server asks for a nonce in the proof.
  ///
  /// - Returns: The answer of any status but a redirect, and when the request was sent.
  func submit(
    _ form: FormFields, to endpoint: ServerEndpoint
  ) async throws(AuthError) -> (answer: HTTPAnswer, sentAt: Date) {
    let url = try metadata.url(of: endpoint, showingCertificate: authentication.showsCertificate)
    let proves = Self.takesProof(endpoint) ? possession : nil
    let first = try await submitOnce(form, to: url, proving: proves)
    guard let proves, proves.learn(from: first.answer, of: url) else { return first }
    let second = try await submitOnce(form, to: url, proving: proves)
    proves.learn(from: second.answer, of: url)
    return second
  }

  private func submitOnce(
    _ form: FormFields, to url: RequestURL, proving possession: ProofOfPossession?
  ) async throws(AuthError) -> (answer: HTTPAnswer, sentAt: Date) {
    var form = form
    var headers = HeaderFields()
    try authentication.apply(to: &form, &headers, for: self)
    let proof = try await possession?.proof(.post, url)
    let body = form.body
    let request = try AuthError.transporting { [headers] () throws(TransportError) in
      var headers = headers
      try headers.set("Accept", "application/json")
      if let proof { try headers.set("DPoP", proof) }
      return try Request(.post, url, headers: headers, body: body)
    }
    let sentAt = clock.date
    return (try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize), sentAt)
  }

  /// Asks the token endpoint for tokens.
  func tokens(for form: FormFields) async throws(AuthError) -> TokenAnswer {
    let (answer, sentAt) = try await submit(form, to: .token)
    return try TokenAnswer(answer, sentAt: sentAt, expecting: tokenType)
  }

  private static func takesProof(_ endpoint: ServerEndpoint) -> Bool {
    endpoint == .token || endpoint == .pushedAuthorization
  }
}
