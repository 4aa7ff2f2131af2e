import OmamoriCore

extension PendingAuthorization {
  /// What a callback means for this login.
  enum Judgement: Equatable {
    /// It is not the callback of this login, which goes on waiting.
    case foreign(AuthError)
    /// It is, and the login has failed.
    case failed(AuthError)
    /// It is, and this is the code.
    case code(SecretText)
  }

  /// Judges a callback: address, duplicates, state, issuer, error, code, in this order (RFC 6749 §4.1.2, RFC 9207 §2.4,
  /// RFC 9700 §4.4).
  func judge(_ callback: SecretText, at now: Date) -> Judgement {
    let parameters: CallbackParameters
    do throws(AuthError) {
      parameters = try CallbackParameters(callback.reveal(), redirectURI: redirectURI)
    } catch {
      return .foreign(error)
    }
    // A missing state is no state that was sent, whatever was sent.
    guard let state = parameters["state"], SecretText(copying: state) == self.state else {
      return .foreign(.callback(.stateMismatch))
    }
    guard now < expiry else { return .failed(.callback(.expired)) }
    if let name = parameters["iss"] {
      guard issuer.isNamed(name) else { return .failed(.callback(.issuerMismatch)) }
    } else if demandsIssuer {
      return .failed(.callback(.issuerMismatch))
    }
    switch (parameters["error"], parameters["code"]) {
    case (.some, .some): return .failed(.callback(.ambiguous))
    case (let error?, nil): return .failed(.server(ServerErrorCode(code: error), status: nil))
    case (nil, let code?):
      guard FormText.isVisible(code) else { return .failed(.callback(.malformed)) }
      return .code(SecretText(copying: code))
    case (nil, nil): return .failed(.callback(.codeMissing))
    }
  }
}
