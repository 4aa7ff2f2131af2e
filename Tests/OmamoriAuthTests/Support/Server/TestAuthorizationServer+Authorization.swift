import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

extension TestAuthorizationServer {
  /// What happens in the browser: the person opens a page, logs in and consents.
  ///
  /// - Returns: The URL that the browser is sent to.
  func visit(_ page: RequestURL) throws -> String {
    var parameters = FormReader.fields(page.query ?? "")
    if let name = parameters["request_uri"] {
      guard let kept = state.withLock({ $0.pushed.removeValue(forKey: name) }) else {
        throw Refusal("invalid_request_uri")
      }
      parameters = kept
    }
    let behaviour = behaviour
    guard let client = parameters["client_id"], let known = state.withLock({ $0.clients[client] }),
      let redirect = parameters["redirect_uri"], known.redirectURIs.contains(redirect)
    else { throw Refusal("invalid_request") }
    var items: [(String, String)] = []
    if behaviour.declines {
      items.append(("error", "access_denied"))
    } else {
      guard parameters["response_type"] == "code", parameters["code_challenge_method"] == "S256",
        let challenge = parameters["code_challenge"]
      else { throw Refusal("invalid_request") }
      let code = fresh("code")
      let grant = Grant(
        client: client, scope: parameters["scope"] ?? "", redirectURI: redirect, challenge: challenge,
        nonce: parameters["nonce"], keyThumbprint: parameters["dpop_jkt"])
      state.withLock { $0.codes[code] = grant }
      items.append(("code", code))
    }
    items.append(("state", parameters["state"] ?? ""))
    switch behaviour.callbackIssuer {
    case .right: items.append(("iss", issuer))
    case .wrong: items.append(("iss", "https://attacker.example"))
    case .absent: break
    }
    let query = items.map { $0.0 + "=" + FormFields.encode($0.1) }.joined(separator: "&")
    return behaviour.editCallback(redirect + "?" + query)
  }

  /// Keeps the parameters of a login.
  func push(
    _ request: HTTPRequest, _ form: [String: String], _ fields: [String: String]
  ) async throws -> HTTPAnswer {
    try await authenticate(form, fields)
    _ = try await checkProof(request, fields, accessToken: nil)
    guard form["request_uri"] == nil else { throw Refusal("invalid_request") }
    let name = "urn:ietf:params:oauth:request_uri:" + fresh("request")
    var kept = form
    kept["client_secret"] = nil
    kept["client_assertion"] = nil
    state.withLock { $0.pushed[name] = kept }
    return ServerAnswers.json(["request_uri": .string(name), "expires_in": 60], status: 201)
  }
}
