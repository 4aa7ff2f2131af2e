public import OmamoriCore

/// What a caller brings along to use items that have an access control.
///
/// Made for one operation and not kept, so that one answer never serves another question. A value; safe to share
/// between threads.
public struct ItemAccess: Sendable {
  /// Asks the person; `nil` when nobody can be asked, and items that need it are refused.
  public var authenticator: (any Authenticator)?
  /// What the person is told.
  public var reason: LocalizedText
  /// A passphrase of the keychain, where an item asks for the passcode.
  public var passphrase: SharedSecretBytes?
  /// The item's own password, where it has one.
  public var applicationPassword: SharedSecretBytes?

  /// Whether a key is read to be used at once and not to be given out, as ``KeychainKeys`` does.
  package var isForKeyUse = false

  /// Brings nothing: items with an access control are refused.
  public static let none = ItemAccess()

  /// Makes what a caller brings along.
  ///
  /// - Parameters:
  ///   - authenticator: Asks the person.
  ///   - reason: What the person is told.
  ///   - passphrase: A passphrase of the keychain.
  ///   - applicationPassword: The item's own password.
  public init(
    authenticator: (any Authenticator)? = nil,
    reason: LocalizedText = LocalizedText("Use a secret of the keychain", ja: "キーチェーンの秘密情報を使用します"),
    passphrase: SharedSecretBytes? = nil,
    applicationPassword: SharedSecretBytes? = nil
  ) {
    (self.authenticator, self.reason) = (authenticator, reason)
    (self.passphrase, self.applicationPassword) = (passphrase, applicationPassword)
  }
}
