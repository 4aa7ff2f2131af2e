public import OmamoriCore

/// What a person answered to an ``AuthenticationQuestion``.
///
/// A value; safe to share between threads.
public enum AuthenticationReply: Sendable, Equatable {
  /// What was typed, in UTF-8, at most 511 bytes without a NUL.
  case secret(SharedSecretBytes)
  /// The person cancelled.
  case cancelled
  /// The person wants another way.
  case fallback
  /// Nobody can be asked, such as without a terminal.
  case unavailable

  /// The outcome of a request that ends with this reply; `nil` for ``secret(_:)``, which goes on.
  var ending: AuthenticationOutcome? {
    switch self {
    case .secret: nil
    case .cancelled: .cancelled
    case .fallback: .fallback
    case .unavailable: .notAvailable
    }
  }
}
