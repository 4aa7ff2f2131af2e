import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

extension TestAuthorizationServer {
  /// Verifies a proof of possession, if there is one.
  ///
  /// - Returns: The thumbprint of its key.
  func checkProof(
    _ request: HTTPRequest, _ fields: [String: String], accessToken: String?
  ) async throws -> String? {
    guard let text = fields["dpop"] else { return nil }
    let unverified = try UnverifiedToken(text)
    guard case .object(let jwk)? = unverified.header.members["jwk"], unverified.header.type == "dpop+jwt",
      !jwk.contains("d")
    else { throw Refusal("invalid_dpop_proof") }
    let key = try JSONWebKey(jwk)
    let content = try await SignatureVerifier(algorithms: [.es256], keys: StaticKeys(key)).verify(unverified)
    let claims = try StrictJSON.parse(content.bytes)
    let url = request.url.text.split(separator: "?")[0]
    let now = clock.date.timeIntervalSince1970
    guard claims["htm"]?.stringValue == request.method.rawValue, claims["htu"]?.stringValue == String(url),
      let identifier = claims["jti"]?.stringValue, let issued = claims["iat"]?.intValue,
      abs(Double(issued) - now) < 60, try use(proof: identifier)
    else { throw Refusal("invalid_dpop_proof") }
    if let accessToken {
      let hash = Base64URL.encode(Array(SHA256.hash(data: Data(accessToken.utf8))))
      guard claims["ath"]?.stringValue == hash else { throw Refusal("invalid_dpop_proof", status: 401) }
    } else {
      guard claims["ath"] == nil else { throw Refusal("invalid_dpop_proof") }
    }
    try checkNonce(claims["nonce"]?.stringValue, isResource: accessToken != nil)
    return key.thumbprint
  }

  private func checkNonce(_ nonce: String?, isResource: Bool) throws {
    let behaviour = behaviour
    guard behaviour.asksForNonce else { return }
    let current = state.withLock { $0.nonce }
    guard nonce != current || behaviour.nonceNeverSuits else { return }
    let next = behaviour.nonceNeverSuits ? fresh("nonce") : current
    if isResource {
      throw Refusal(
        ServerAnswers.text(
          "", status: 401, type: nil,
          ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": next]))
    }
    throw Refusal(ServerAnswers.json(["error": "use_dpop_nonce"], status: 400, ["DPoP-Nonce": next]))
  }
}
