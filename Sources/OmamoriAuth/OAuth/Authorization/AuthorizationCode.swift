/// A code with what has to be shown beside it.
///
/// Prints nothing of the code. A value; safe to share between threads.
public struct AuthorizationCode: Sendable, Equatable {
  /// The code; it can be exchanged once.
  public let code: SecretText
  /// The verifier whose challenge was sent when the code was asked for.
  public let verifier: CodeVerifier
  /// Where the code came to.
  public let redirectURI: RedirectURI

  /// The form that exchanges it (RFC 6749 §4.1.3).
  var form: FormFields {
    var form = FormFields()
    form.set("grant_type", "authorization_code")
    form["code"] = code
    form.set("redirect_uri", redirectURI.description)
    form["code_verifier"] = verifier.secret
    return form
  }
}
