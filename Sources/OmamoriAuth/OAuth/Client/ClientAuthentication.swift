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
  /// The certificate that the connection shows (RFC 8705); the exchange has to be made with the client identity.
  case certificate

  /// Whether requests go to the endpoints for clients that show a certificate.
  var showsCertificate: Bool {
    if case .certificate = self { true } else { false }
  }
}
