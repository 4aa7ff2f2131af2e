public import OmamoriCore

/// What Apple tells an app's server about a person without being asked.
///
/// Prints its kind only. A value; safe to share between threads. Source:
/// <https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts>.
public struct AppleIDNotification: Sendable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The person no longer lets mail be forwarded.
    case emailDisabled = "email-disabled"
    /// The person lets mail be forwarded again.
    case emailEnabled = "email-enabled"
    /// The person withdrew the consent; the server ends the sessions.
    case consentRevoked = "consent-revoked"
    /// The person deleted the Apple ID; the server ends the sessions.
    case accountDeleted = "account-deleted"

    /// Reads a name; Apple has used two for the last.
    init?(name: String) {
      self.init(rawValue: name == "account-delete" ? "account-deleted" : name)
    }
  }

  /// What happened; `nil` for something that is not known yet and can be ignored.
  public let kind: Kind?
  /// The person's identifier.
  public let subject: String
  /// The mail address, where it matters.
  public let email: String?
  /// When it happened, where Apple says it.
  public let date: Date?
  /// Stands for this notification; a server that has seen it before ignores it.
  public let identifier: String
}

extension AppleIDNotification: CustomStringConvertible, CustomReflectable {
  /// The kind.
  public var description: String { "Apple ID notification (\(kind?.rawValue ?? "unknown"))" }
  /// The kind.
  public var customMirror: Mirror { Mirror(self, children: ["notification": description]) }
}
