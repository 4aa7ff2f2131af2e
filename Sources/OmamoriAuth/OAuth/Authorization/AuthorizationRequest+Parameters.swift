import OmamoriTransport

extension AuthorizationRequest {
  /// The parameters that make a login safe or that have a property of their own.
  private static let reserved: Set<String> = [
    "client_id", "client_secret", "response_type", "response_mode", "redirect_uri", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "dpop_jkt", "request", "request_uri", "prompt", "login_hint",
    "max_age", "acr_values", "ui_locales", "resource", "client_assertion", "client_assertion_type",
  ]

  /// The parameters of the request, without those that prove the client.
  func parameters(for pending: PendingAuthorization) throws(AuthError) -> [QueryItem] {
    guard extraParameters.count <= 32, extraParameters.keys.allSatisfy({ !Self.reserved.contains($0) }) else {
      throw .configuration(.parameter)
    }
    var items = [
      QueryItem("response_type", "code"), QueryItem("client_id", pending.clientIdentifier),
      QueryItem("redirect_uri", redirectURI.description),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { items.append(QueryItem(name, value)) }
    }
    add("scope", try FormText.scope(scope))
    add("state", pending.state.reveal())
    add("nonce", pending.nonce?.reveal())
    add("code_challenge", pending.verifier.challenge)
    add("code_challenge_method", "S256")
    add("dpop_jkt", pending.keyThumbprint)
    add("prompt", prompts.isEmpty ? nil : prompts.joined(separator: " "))
    add("login_hint", loginHint?.reveal())
    add("max_age", maximumAge.map { String($0.components.seconds) })
    add("acr_values", authenticationContexts.isEmpty ? nil : authenticationContexts.joined(separator: " "))
    add("ui_locales", languages.isEmpty ? nil : languages.joined(separator: " "))
    add("resource", resource)
    for (name, value) in extraParameters.sorted(by: { $0.key < $1.key }) { add(name, value) }
    return items
  }
}
