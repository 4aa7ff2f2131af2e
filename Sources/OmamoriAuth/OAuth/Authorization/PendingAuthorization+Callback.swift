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
      parameters = try self.parameters(of: callback)
    } catch {
      return .foreign(error)
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

  /// Whether a callback is of this login: it came to its redirect URI and has its state, and no parameter twice.
  ///
  /// Others than the server can send something to a redirect URI. What is not of this login neither completes nor ends it;
  /// a program that takes callbacks itself refuses them and goes on waiting.
  ///
  /// - Parameter callback: The whole URL that the browser came back with.
  /// - Returns: `true` also when the rest says that the login has failed; ``OAuthClient/completeLogin(_:of:)`` tells.
  public func isAnswered(by callback: SecretText) -> Bool {
    do throws(AuthError) {
      _ = try parameters(of: callback)
      return true
    } catch {
      return false
    }
  }

  /// The parameters of a callback of this login.
  private func parameters(of callback: SecretText) throws(AuthError) -> CallbackParameters {
    let parameters = try CallbackParameters(callback.reveal(), redirectURI: redirectURI)
    // A missing state is no state that was sent, whatever was sent.
    guard let state = parameters["state"], SecretText(copying: state) == self.state else {
      throw .callback(.stateMismatch)
    }
    return parameters
  }
}
