package import OmamoriCore

/// What is stored of a session, without its tokens, for a program that shows it to a person.
///
/// Reading it sends nothing and changes nothing. A value; safe to share between threads.
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
