/// Whether a person still lets the app use the Apple ID.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AppleIDState: Sendable, Hashable, CaseIterable {
  /// The person consented.
  case authorized
  /// The person withdrew the consent.
  case revoked
  /// The device knows of no consent, perhaps because another Apple ID is in use.
  case notFound
  /// The app belongs to another team now, and the person has another identifier there.
  case transferred

  /// What an app with a session has to do.
  public var consequence: AppleIDConsequence {
    switch self {
    case .authorized: .goOn
    case .revoked, .notFound: .endSession
    case .transferred: .migrate
    }
  }
}
