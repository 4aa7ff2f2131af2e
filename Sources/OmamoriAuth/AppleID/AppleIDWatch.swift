/// Follows a person's consent while an app has a session, as a machine: it takes events and says what to do.
///
/// A check that fails ends no session, and a session that was ended stays so whatever comes late.
public struct AppleIDWatch: Sendable {
  /// What happened.
  @nonexhaustive
  public enum Event: Sendable, Hashable {
    /// The system said what the state is.
    case state(AppleIDState)
    /// The system did not say.
    case checkFailed
    /// The system told of itself that the consent was withdrawn; the state is to be asked for.
    case revocationNoticed
    /// The server exchanged the person's identifier for one of the new team.
    case migrated(user: String)
  }

  /// What is to be done.
  @nonexhaustive
  public enum Action: Sendable, Hashable {
    /// Do what follows from the state.
    case follow(AppleIDConsequence)
    /// Ask the system for the state of the person.
    case check(user: String)
    /// Nothing; the session was ended before.
    case ignore
  }

  /// The person's identifier.
  public private(set) var user: String
  /// Whether the session was ended.
  public private(set) var isEnded = false

  /// Follows a person.
  public init(user: String) { self.user = user }

  /// Takes an event.
  ///
  /// - Parameter event: What happened.
  /// - Returns: What is to be done.
  public mutating func handle(_ event: Event) -> Action {
    guard !isEnded else { return .ignore }
    switch event {
    case .state(let state):
      isEnded = state.consequence == .endSession
      return .follow(state.consequence)
    case .checkFailed: return .follow(.askLater)
    case .revocationNoticed: return .check(user: user)
    case .migrated(let new):
      user = new
      return .check(user: new)
    }
  }
}

/// Whether a person still lets the app use the Apple ID.
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
