import OmamoriCore

@testable import OmamoriAuth

extension TestAuthorizationServer {
  private var base: String { issuer.hasSuffix("/tenant") ? String(issuer.dropLast(7)) : issuer }

  /// The metadata document.
  func metadata() -> HTTPAnswer {
    let behaviour = behaviour
    let base = base.hasSuffix("/") ? String(base.dropLast()) : base
    func url(_ path: String) -> JSONValue { .string(base + path) }
    var object: JSONObject = [
      "issuer": .string(issuer), "authorization_endpoint": url("/authorize"), "token_endpoint": url("/token"),
      "jwks_uri": url("/jwks"), "pushed_authorization_request_endpoint": url("/par"),
      "revocation_endpoint": url("/revoke"), "introspection_endpoint": url("/introspect"),
      "userinfo_endpoint": url("/userinfo"), "device_authorization_endpoint": url("/device"),
      "end_session_endpoint": url("/logout"), "response_types_supported": ["code"],
      "id_token_signing_alg_values_supported": ["RS256", "ES256", "none", "HS256"],
      "dpop_signing_alg_values_supported": ["ES256"],
      "authorization_response_iss_parameter_supported": .bool(behaviour.statesIssuer),
    ]
    if behaviour.statesChallenge { object["code_challenge_methods_supported"] = ["S256"] }
    behaviour.editMetadata(&object)
    return ServerAnswers.json(object)
  }

  /// The published keys.
  func keySet() throws -> JSONObject {
    let keys = state.withLock { $0.keys }
    return try JSONWebKeySet(keys).publicMembers
  }

  /// Signs with a new key from now on; the old ones stay published only if they are kept.
  func rotateKeys(keepingOld: Bool) throws {
    let name = fresh("rsa")
    let key = try TestKeys.key(.rs256, named: "rotated-" + name)
    state.withLock { state in
      state.keys = keepingOld ? [key] + state.keys : [key]
    }
  }
}
