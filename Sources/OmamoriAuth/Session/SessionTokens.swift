public import OmamoriCore

/// The tokens of a session as they are stored, with everything that their expiry is computed from.
struct SessionTokens: Sendable, Equatable {
  /// The longest lifetime that is believed.
  static let greatestLifetime = Duration.seconds(400 * 86_400)
  /// After which time a request is certainly not on its way any more.
  static let doubtTime = Duration.seconds(600)

  let access: SecretText
  let type: TokenType
  let refresh: SecretText?
  let scope: [String]?
  let identityToken: SecretText?
  /// When the request was sent, by the local clock.
  let sentAt: Date
  /// How long the access token lasts from then; `nil` when the server did not say.
  let lifetime: Duration?
  /// How far the server's clock is ahead of the local one.
  let serverOffset: Duration?
  /// When an attempt was made that had no result, unless a later one shows that it did no harm.
  ///
  /// Its request may still reach the server, which then sees a spent token and ends the session.
  let doubtfulSince: Date?
  /// The generation of the record that stored them first.
  var serial: UInt64

  /// The tokens of an answer; what it leaves out stays as it was.
  init(_ answer: TokenAnswer, after old: SessionTokens?, isDoubtful: Bool = false, serial: UInt64) {
    let isSettled = old?.doubtfulSince.map { answer.sentAt.timeIntervalSince($0) > Self.doubtTime.seconds }
    doubtfulSince = isDoubtful ? answer.sentAt : isSettled == false ? old?.doubtfulSince : nil
    (access, type, sentAt) = (answer.accessToken, answer.tokenType, answer.sentAt)
    refresh = answer.refreshToken ?? old?.refresh
    scope = answer.scope ?? old?.scope
    identityToken = answer.identityToken ?? old?.identityToken
    lifetime = answer.lifetime.map { min(max($0, .zero), Self.greatestLifetime) }
    let offset = answer.serverDate.map { Duration(rounding: $0.timeIntervalSince(answer.sentAt)) }
    serverOffset = offset ?? old?.serverOffset
    self.serial = serial
  }

  init(
    access: SecretText, type: TokenType, refresh: SecretText?, scope: [String]?, identityToken: SecretText?,
    sentAt: Date, lifetime: Duration?, serverOffset: Duration?, doubtfulSince: Date?,
    serial: UInt64
  ) {
    (self.access, self.type, self.refresh, self.scope) = (access, type, refresh, scope)
    (self.identityToken, self.sentAt, self.lifetime) = (identityToken, sentAt, lifetime)
    (self.serverOffset, self.doubtfulSince, self.serial) = (serverOffset, doubtfulSince, serial)
  }

  /// When the access token expires, by the local clock; fixed when it was granted.
  var expiresAt: Date? { lifetime.map { sentAt + $0.seconds } }

  /// How much of the lifetime is left for a process that has only the time of day to go by.
  ///
  /// A time of day before the token was asked for says that the clock was set: nothing is left then.
  func remaining(at date: Date) -> Duration? {
    guard let lifetime else { return nil }
    let age = Duration(rounding: date.timeIntervalSince(sentAt))
    guard age > .seconds(-60) else { return .zero }
    return min(lifetime, lifetime - age)
  }
}

/// An access token as a session gives it out.
///
/// Prints nothing of the token.
public struct AccessToken: Sendable, Equatable {
  /// The token; opaque.
  public let text: SecretText
  /// How it is shown to a server.
  public let type: TokenType
  /// When it expires, by the local clock; `nil` when the server did not say.
  public let expiresAt: Date?
  /// What it may be used for; `nil` when the server did not say.
  public let scope: [String]?
  /// Tells it from the tokens before and after it.
  let serial: UInt64

  init(_ tokens: SessionTokens) {
    (text, type, scope) = (tokens.access, tokens.type, tokens.scope)
    (expiresAt, serial) = (tokens.expiresAt, tokens.serial)
  }
}

/// A session as a store keeps it: a number and bytes that only the session understands.
///
/// Prints the number only.
public struct StoredSession: Sendable, Equatable {
  /// Rises by one with every change.
  public let generation: UInt64
  /// The session with its tokens; secret.
  public let content: SharedSecretBytes

  /// Makes a stored session.
  ///
  /// - Parameters:
  ///   - generation: The number of the change.
  ///   - content: The session with its tokens.
  public init(generation: UInt64, content: SharedSecretBytes) {
    (self.generation, self.content) = (generation, content)
  }
}

/// What is stored of a session, without its tokens, for a program that shows it to a person.
///
/// Reading it sends nothing and changes nothing.
package struct SessionOverview: Sendable, Equatable {
  /// What the session is at.
  package let state: SessionState
  /// The person, as the identity token of the login named them.
  package let subject: String?
  /// What the tokens may be used for; `nil` when the server did not say.
  package let scope: [String]?
  /// When the access token expires, by the local clock; `nil` when the server did not say, or there is none.
  package let expiresAt: Date?
  /// Whether new access tokens can be had without the person.
  package let isRenewable: Bool

  /// Reads a session.
  ///
  /// - Parameters:
  ///   - stored: What the store gave.
  ///   - now: The time by the local clock.
  /// - Throws: `session(.newerFormat)` and `session(.corrupt)`.
  package init(_ stored: StoredSession, at now: Date) throws(AuthError) {
    let record = try SessionRecord(stored)
    let tokens = record.tokens
    (subject, scope, expiresAt) = (record.subject, tokens?.scope, tokens?.expiresAt)
    isRenewable = tokens?.refresh != nil
    switch record.state {
    case .loggedOut: state = .loggedOut(pendingRevocations: record.outbox.count)
    case .reauthenticationRequired(let reason): state = .reauthenticationRequired(reason)
    case .active(let tokens, let intent):
      let isExpired = tokens.remaining(at: now).map { $0 <= .zero } == true
      if intent.map({ $0.attempts > 0 }) == true {
        state = .outcomeUnknown
      } else {
        state = tokens.refresh == nil && isExpired ? .reauthenticationRequired(.noRefreshToken) : .active
      }
    }
  }
}
