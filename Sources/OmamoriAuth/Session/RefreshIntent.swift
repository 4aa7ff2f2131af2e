import OmamoriCore

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
