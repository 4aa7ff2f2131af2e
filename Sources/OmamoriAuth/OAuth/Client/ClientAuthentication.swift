/// How a client proves to an authorization server which client it is.
///
/// An app on a person's device cannot keep a secret and takes ``none``; PKCE protects its logins (RFC 8252 §8.5). A value;
/// safe to share between threads.
@nonexhaustive
public enum ClientAuthentication: Sendable {
  /// Not at all: a public client names itself only.
  case none
  /// A secret in the header of the request (RFC 6749 §2.3.1).
  case secretInHeader(SecretText)
  /// A secret in the body of the request, for servers that take it nowhere else.
  case secretInBody(SecretText)
  /// A signed assertion (RFC 7523 §2.2, OpenID Connect's `private_key_jwt` and `client_secret_jwt`), made for each request.
  case assertion(TokenSigner, audience: AssertionAudience = .issuer)
  /// The certificate that the connection shows (RFC 8705); the exchange has to be made with the client identity.
  case certificate

  /// Whether it proves anything.
  var isProof: Bool {
    if case .none = self { false } else { true }
  }

  /// Whether requests go to the endpoints for clients that show a certificate.
  var showsCertificate: Bool {
    if case .certificate = self { true } else { false }
  }
}
