import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// How a ``TestAuthorizationServer`` behaves; as it is made, like a good server.
struct ServerBehaviour: Sendable {
  /// What signs identity tokens.
  enum IdentitySignature: Sendable {
    /// The newest published key.
    case right
    /// A key of the same name that is not published.
    case foreignKey
    /// The algorithm `none` and no signature.
    case none
    /// HMAC with the client's secret.
    case clientSecret
  }

  /// The `iss` of a callback.
  enum CallbackIssuer: Sendable { case right, absent, wrong }

  var signature = IdentitySignature.right
  var algorithm = SignatureAlgorithm.rs256
  var namesKey = true
  var callbackIssuer = CallbackIssuer.right
  var statesIssuer = true
  var statesChallenge = true
  var checksChallenge = true
  var rotatesRefreshTokens = true
  var grantsRefreshTokens = true
  var grantsIdentityOnRefresh = true
  /// How long a used refresh token is still answered with the same tokens.
  var grace: Duration = .zero
  var asksForNonce = false
  /// A new nonce is demanded every time, whatever comes.
  var nonceNeverSuits = false
  var declines = false
  var signsUserInfo = false
  var signsInBodyOnly = false
  /// Changes documents before they are sent.
  var editMetadata: @Sendable (inout JSONObject) -> Void = { _ in }
  var editIdentity: @Sendable (inout JSONObject) -> Void = { _ in }
  var editIdentityHeader: @Sendable (inout JSONObject) -> Void = { _ in }
  var editTokens: @Sendable (inout JSONObject) -> Void = { _ in }
  var editUserInfo: @Sendable (inout JSONObject) -> Void = { _ in }
  var editCallback: @Sendable (String) -> String = { $0 }
  /// Answers that are given first, by path.
  var scripted: [String: [HTTPAnswer]] = [:]
  /// Errors that requests meet first, by path.
  var failures: [String: [TransportError]] = [:]
}
