import OmamoriCore

/// All that is stored of a session; it is replaced as a whole or not at all.
struct SessionRecord: Sendable, Equatable {
  enum State: Sendable, Equatable {
    case active(SessionTokens, RefreshIntent?)
    case reauthenticationRequired(ReauthenticationReason)
    case loggedOut
  }

  /// Rises by one with every change.
  var generation: UInt64
  /// Rises with every login and logout: what was asked for in an older one is not wanted any more.
  var epoch: UInt64
  var identity: SessionIdentity
  /// The person, as the identity token named them.
  var subject: String?
  /// The nonce of the login's identity token; those of refreshed ones have to be the same.
  var nonce: SecretText?
  var state: State
  var outbox: [PendingRevocation]

  var tokens: SessionTokens? {
    guard case .active(let tokens, _) = state else { return nil }
    return tokens
  }

  var intent: RefreshIntent? {
    guard case .active(_, let intent) = state else { return nil }
    return intent
  }

  /// The record that follows this one.
  func next(_ state: State) -> SessionRecord {
    var record = self
    (record.generation, record.state) = (generation + 1, state)
    return record
  }

  /// Puts a token into the outbox.
  mutating func post(_ token: SecretText, _ kind: TokenHint, at date: Date) {
    outbox.append(PendingRevocation(number: generation, token: token, kind: kind, since: date))
    outbox.removeFirst(max(0, outbox.count - PendingRevocation.greatestCount))
  }

  /// Puts the token into the outbox that the others depend on.
  mutating func post(_ tokens: SessionTokens, at date: Date) {
    if let refresh = tokens.refresh {
      post(refresh, .refreshToken, at: date)
    } else {
      post(tokens.access, .accessToken, at: date)
    }
  }
}
