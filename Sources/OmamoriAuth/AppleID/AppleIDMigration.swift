/// A person of an app that was transferred, as the new team knows them.
///
/// Prints nothing of the person. A value; safe to share between threads.
public struct AppleIDMigration: Sendable, Hashable {
  /// The person's identifier for the new team.
  public let subject: String
  /// The mail address, where Apple says one.
  public let email: String?
  /// Whether the address forwards to one that the person did not show.
  public let isPrivateEmail: Bool
}

extension AppleIDMigration: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "migrated Apple ID" }
  /// A mirror without the person.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
