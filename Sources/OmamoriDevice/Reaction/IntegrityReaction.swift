/// What an app does about a threat.
///
/// The app says what each means; the toolkit only says when. A value; safe to share between threads.
public enum IntegrityReaction: Sendable, Hashable {
  /// Tell somebody: write a log, send the report to the server.
  case log
  /// Lock the keychain, so that no further secret is read.
  case lockKeychain
  /// Forget the tokens and keys of the session.
  case wipeSession
  /// Something of the app's own.
  case other(StaticName)
  /// End the process; done last.
  case exit

  /// The name of a reaction of the app's own.
  public struct StaticName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    public let name: String
    /// Takes a literal of the program.
    public init(stringLiteral value: StaticString) { name = String(describing: value) }
  }

  /// Reactions happen in rising order: word gets out before the process ends.
  var rank: Int {
    switch self {
    case .log: 0
    case .lockKeychain: 1
    case .wipeSession: 2
    case .other: 3
    case .exit: 4
    }
  }
}
