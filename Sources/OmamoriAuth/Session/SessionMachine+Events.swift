import OmamoriCore

/// The times that a decision is made by, and a little chance.
struct SessionMoment: Sendable, Equatable {
  /// The time of day, which may jump.
  var date: Date
  /// The time since some moment, which never does.
  var uptime: Duration
  /// 0 to 1.
  var chance: Double
}

extension SessionMachine {
  /// Four things go on at the same time, and each has one call of the store under way at most.
  enum Track: Sendable, Equatable, CaseIterable {
    /// Looking at what others did.
    case reading
    /// Exchanging the refresh token, with the lock held.
    case refreshing
    /// Login and logout, which wait for nobody.
    case changing
    /// Giving tokens back.
    case delivering
  }

  enum Saving: Sendable, Equatable {
    case done
    /// Somebody else wrote in between.
    case conflict
    case failed(AuthError)
  }

  enum Event: Sendable {
    /// A caller wants a token; a forced one wants another than there was.
    case demanded(UInt64, validFor: Duration, isForced: Bool)
    /// A caller does not wait any more.
    case abandoned(UInt64)
    /// A server refused a token.
    case rejected(SecretText)
    /// Somebody logged in.
    case adopted(UInt64, TokenAnswer, subject: String?)
    case logoutWanted(UInt64)
    case startWanted

    case loaded(Track, Result<SessionRecord?, AuthError>)
    case saved(Track, Saving)
    case locked(AuthError?)
    case answered(Result<TokenAnswer, AuthError>)
    case revoked(AuthError?)
    /// A pause may be over.
    case woke
  }

  enum Action: Sendable, Equatable {
    case load(Track)
    case save(Track, SessionRecord, replacing: UInt64?)
    case lock
    case unlock
    case send(SecretText)
    case revoke(SecretText, TokenHint)
    case wake(after: Duration)
    case give(UInt64, Result<AccessToken, AuthError>)
    case confirmLogin(UInt64, AuthError?)
    case confirmLogout(UInt64, Result<LogoutResult, AuthError>)
    case publish(SessionState)
    case note(SecurityEvent)
  }
}
