import Foundation
import OmamoriCore

@testable import OmamoriAuth

extension TestAuthorizationServer {
  /// Makes a client known.
  func register(
    _ identifier: String, secret: String? = nil, key: JSONWebKey? = nil,
    redirectURIs: Set<String> = ["com.example.app:/callback"]
  ) {
    let client = ServerClient(secret: secret, key: key, redirectURIs: redirectURIs)
    state.withLock { $0.clients[identifier] = client }
  }

  /// The client that a request comes from, whatever way it proves it.
  @discardableResult
  func authenticate(_ form: [String: String], _ fields: [String: String]) async throws -> String {
    var (identifier, secret) = (form["client_id"], form["client_secret"])
    if let header = fields["authorization"], header.hasPrefix("Basic ") {
      guard secret == nil, let data = Data(base64Encoded: String(header.dropFirst(6))) else {
        throw Refusal("invalid_request")
      }
      let parts = String(decoding: data, as: UTF8.self).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false
      )
      .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      (identifier, secret) = (parts[0], parts.count > 1 ? parts[1] : "")
    }
    guard let identifier, let client = state.withLock({ $0.clients[identifier] }) else {
      throw Refusal("invalid_client", status: 401)
    }
    if let key = client.key {
      guard let assertion = form["client_assertion"], let publicKey = key.publicKey else {
        throw Refusal("invalid_client", status: 401)
      }
      let verifier = try TokenVerifier(
        issuer: identifier, audience: issuer, algorithms: [.es256], keys: StaticKeys(publicKey), clock: clock)
      let token = try await verifier.verify(assertion)
      guard token.registered.subject == identifier, try use(proof: token.registered.identifier ?? "") else {
        throw Refusal("invalid_client", status: 401)
      }
    } else {
      guard secret == client.secret else { throw Refusal("invalid_client", status: 401) }
    }
    return identifier
  }

  /// Says whether an identifier is used for the first time.
  func use(proof identifier: String) throws -> Bool {
    state.withLock { $0.proofIdentifiers.insert(identifier).inserted }
  }
}
