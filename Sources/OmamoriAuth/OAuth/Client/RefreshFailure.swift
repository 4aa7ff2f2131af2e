import OmamoriCore
import OmamoriTransport

/// What a failed refresh means for the session.
@nonexhaustive
public enum RefreshFailure: Sendable, Hashable, CaseIterable {
  /// The refresh token is worthless, unless somebody else has exchanged it meanwhile: look there first.
  case terminal
  /// The client is set up wrongly; the tokens stay, and trying again does not help.
  case configuration
  /// The server or the way to it is out of order; the tokens stay, and trying again later helps.
  case transient
  /// Nobody can say what the server meant or did; the tokens stay.
  case undetermined
}

extension AuthError {
  /// What this error of ``OAuthClient/refresh(_:scope:)`` means for the session.
  ///
  /// Only an explicit refusal by the authorization server ends a session; the network, a proxy's page, a redirect to a
  /// login portal or a server in trouble never do.
  public var refreshFailure: RefreshFailure {
    switch self {
    case .server(let code, let status): Self.refreshFailure(code, status)
    case .response(.status(let status)): Self.isPassing(status) ? .transient : .undetermined
    case .response(.unexpectedRedirect), .transport, .cancelled, .timedOut, .system, .keychain, .core,
      .session(.postponed):
      .transient
    case .response(.wrongTokenType), .configuration, .metadata, .unsupported: .configuration
    default: .undetermined
    }
  }

  /// Whether the server may have exchanged the token all the same, because the answer was lost or cannot be read.
  public var leavesOutcomeOpen: Bool {
    switch self {
    case .transport(let error): Self.wasPerhapsSent(error)
    case .cancelled, .timedOut: true
    case .response(.status(let status)): status >= 500 || status == 408
    case .server(_, let status): (status ?? 0) >= 500
    case .response: true
    default: false
    }
  }

  private static func refreshFailure(_ code: ServerErrorCode, _ status: Int?) -> RefreshFailure {
    if let status, isPassing(status) { return .transient }
    return switch code {
    case .invalidGrant, .loginRequired, .interactionRequired, .consentRequired, .accountSelectionRequired:
      .terminal
    case .serverError, .temporarilyUnavailable, .slowDown, .useDPoPNonce: .transient
    case .invalidClient, .unauthorizedClient, .unsupportedGrantType, .invalidScope, .invalidRequest,
      .invalidTarget, .invalidDPoPProof:
      .configuration
    default: .undetermined
    }
  }

  /// The statuses of a server that is out of order or busy.
  private static func isPassing(_ status: Int) -> Bool {
    status == 408 || status == 425 || status == 429 || status >= 500
  }

  /// Only failures before the first byte of the request are certain.
  private static func wasPerhapsSent(_ error: TransportError) -> Bool {
    switch error {
    case .malformedHost, .malformedURL, .endpointLeavesOrigin, .policy, .hostNotListed, .refused,
      .handshakeFailed, .notTLS, .proxyRefused, .clientCertificateNeeded, .clientIdentity, .chainTooLong,
      .nameNotResolved,
      .notConnected, .busy, .headerNotAllowed, .secretStore, .unsupported:
      false
    default: true
    }
  }
}
