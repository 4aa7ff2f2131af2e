import OmamoriTransport

/// What a failed refresh says about the refresh token.
enum RefreshVerdict: Sendable, Equatable {
  /// The server does not take it any more.
  case refused
  /// It was not looked at, because the request was wrong in another way; the settings need a correction.
  case misconfigured
  /// It never left this machine, or was turned away unread.
  case unused(pause: Duration?)
  /// There was no answer, or none that says whether it was taken.
  case unanswered
  /// The server failed; nobody knows whether before or after taking it.
  case failed
  /// It was refused in a way that cannot be read.
  case unreadable

  init(_ error: AuthError) {
    switch error {
    case .server(let code, let status): self = Self.verdict(code, status)
    case .session(.postponed(let seconds)): self = .unused(pause: .seconds(seconds))
    case .response(.status(let status)): self = Self.verdict(status)
    case .response(.unexpectedRedirect): self = .unused(pause: nil)
    case .response: self = .failed
    case .transport(let error): self = Self.verdict(error)
    case .timedOut, .cancelled: self = .unanswered
    // Whatever fails before the request: a key, a signature, the settings.
    case .key, .configuration, .metadata, .keychain, .cryptography, .core, .unsupported, .person:
      self = .misconfigured
    case .token, .callback, .session, .attestation, .database, .system: self = .failed
    }
  }

  private static func verdict(_ code: ServerErrorCode, _ status: Int?) -> RefreshVerdict {
    switch code {
    case .invalidGrant: .refused
    case .serverError: .failed
    case .temporarilyUnavailable, .slowDown: .unused(pause: nil)
    case .other: status.map(verdict) ?? .failed
    default: (status ?? 400) >= 500 ? .failed : .misconfigured
    }
  }

  private static func verdict(_ status: Int) -> RefreshVerdict {
    switch status {
    case 300...399, 429, 503: .unused(pause: nil)
    case 400: .unreadable
    default: .failed
    }
  }

  private static func verdict(_ error: TransportError) -> RefreshVerdict {
    switch error {
    case .status(let status): verdict(status)
    case .redirectRefused: .unused(pause: nil)
    case .connectionLost, .timedOut, .cancelled, .closed, .backend: .unanswered
    case .malformedResponse, .responseTooLarge, .unexpectedMediaType, .undecodableBody, .insecureHeaders:
      .failed
    // Everything else is found before a request is sent.
    default: .unused(pause: nil)
    }
  }
}
