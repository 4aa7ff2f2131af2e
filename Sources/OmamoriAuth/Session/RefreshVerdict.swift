import OmamoriCore
import OmamoriTransport

/// What a failed refresh says about the refresh token, and what is to be written down.
enum RefreshVerdict: Sendable, Equatable {
  /// The server does not take it any more.
  case refused
  /// It was not looked at, because the request was wrong in another way; the settings need a correction.
  case misconfigured
  /// It never left this machine, or was turned away.
  case unused(pause: Duration?)
  /// There was no answer.
  case unanswered
  /// The server failed, or answered something else; nobody knows whether before or after taking the token.
  case failed
  /// It was refused in a way that cannot be read.
  case unreadable

  init(_ error: AuthError) {
    switch error {
    case .session(.postponed(let seconds)): self = .unused(pause: .seconds(seconds))
    case .response(.status(400)), .server(.other, status: 400): self = .unreadable
    // The server has exchanged the token; only what it gave for it is of no use.
    case .response(.wrongTokenType): self = .failed
    // A session that is closed ends requests that are under way.
    // So does a connection that turned out to be closed when the request was sent, and a body that is sent once only.
    case .transport(.closed), .transport(.unreadableBody): self = .unanswered
    default: self = Self.verdict(error)
    }
  }

  private static func verdict(_ error: AuthError) -> RefreshVerdict {
    switch error.refreshFailure {
    case .terminal: return .refused
    case .configuration: return .misconfigured
    case .transient, .undetermined: break
    }
    guard error.leavesOutcomeOpen else { return .unused(pause: nil) }
    switch error {
    case .transport, .cancelled, .timedOut: return .unanswered
    default: return .failed
    }
  }

  /// The verdict's name, for the log.
  var label: SecurityEvent.Value {
    switch self {
    case .refused: .label("refused")
    case .misconfigured: .label("misconfigured")
    case .unused: .label("unused")
    case .unanswered: .label("unanswered")
    case .failed: .label("failed")
    case .unreadable: .label("unreadable")
    }
  }
}

/// What is known of attempts to refresh that have no result: written down before a refresh token is sent.
///
/// Whoever finds it knows that the server may have taken the refresh token already.
struct RefreshIntent: Sendable, Equatable {
  /// When the last attempt began, by the local clock.
  var sentAt: Date
  /// How many attempts have no result.
  var attempts: Int
  /// How many answers in a row were refusals that could not be read.
  var unreadable: Int
}

/// A token that has to be given back to the server, however long that takes.
struct PendingRevocation: Sendable, Equatable {
  /// The most that are kept; the oldest one gives way.
  static let greatestCount = 16
  /// After which time the server has certainly forgotten the token by itself.
  static let greatestAge = Duration.seconds(90 * 86_400)

  /// The generation of the record that held it first.
  let number: UInt64
  let token: SecretText
  let kind: TokenHint
  /// Since when it waits, by the local clock.
  let since: Date

  /// Says whether both are about the same token; the time is stored in whole milliseconds and may differ.
  static func == (left: PendingRevocation, right: PendingRevocation) -> Bool {
    left.number == right.number && left.kind == right.kind && left.token == right.token
  }
}

/// What came of a logout.
///
/// The session is gone from this machine in every case.
public enum LogoutResult: Sendable, Hashable {
  /// The server took the tokens back.
  case revoked
  /// The server cannot be reached; the tokens are given back as soon as it can.
  case pending
  /// The server does not take tokens back, or refused to.
  case unsupported
  /// Nobody was logged in.
  case nothing
}
