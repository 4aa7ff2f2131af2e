import OmamoriCore
import OmamoriTransport

/// How a client proves to an authorization server which client it is.
///
/// An app on a person's device cannot keep a secret and takes ``none``; PKCE protects its logins (RFC 8252 §8.5).
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

extension ClientAuthentication {
  /// Adds to a request what proves the client.
  func apply(
    to form: inout FormFields, _ headers: inout HeaderFields, for client: OAuthClient
  ) throws(AuthError) {
    switch self {
    case .none, .certificate: form.set("client_id", client.identifier)
    case .secretInHeader(let secret):
      // The colon between the two would not be the first one if the parts were not escaped.
      let pair = FormFields.encode(client.identifier) + ":" + FormFields.encode(secret.reveal())
      let credentials = Data(pair.utf8).base64EncodedString()
      try AuthError.transporting { () throws(TransportError) in
        try headers.set("Authorization", "Basic " + credentials)
      }
    case .secretInBody(let secret):
      form.set("client_id", client.identifier)
      form["client_secret"] = secret
    case .assertion(let signer, let audience):
      form.set("client_id", client.identifier)
      form.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      form["client_assertion"] = try Self.assertion(signer, for: audience.name(client.metadata), client)
    }
  }

  /// An assertion that is used once and soon.
  private static func assertion(
    _ signer: TokenSigner, for audience: String, _ client: OAuthClient
  ) throws(AuthError) -> SecretText {
    let now = NumericDate(client.clock.date)
    let name = JSONValue.string(client.identifier)
    return try signer.sign([
      "iss": name, "sub": name, "aud": .string(audience),
      "jti": .string(try SecretText.random(from: client.randomness).reveal()),
      "iat": .number(NumericDate(seconds: now.seconds).number),
      "exp": .number(NumericDate(seconds: now.seconds).adding(.seconds(60)).number),
    ])
  }
}

/// Whom a client's assertion is for.
@nonexhaustive
public enum AssertionAudience: Sendable, Hashable {
  /// The issuer, so that no other server's endpoint can pass it on.
  case issuer
  /// The token endpoint, for servers that know only this.
  case tokenEndpoint

  func name(_ metadata: ServerMetadata) throws(AuthError) -> String {
    switch self {
    case .issuer: metadata.issuer.description
    case .tokenEndpoint: try metadata.url(of: .token).text
    }
  }
}
