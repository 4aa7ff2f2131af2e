package import OmamoriCore

/// Something seen in the audited material that is no weakness but answers a question of the checklist.
package struct Evidence: Sendable, Hashable {
  /// What was seen.
  package enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
    /// Requests are made over the network.
    case networkUse
    /// A certificate or key pin is checked on a chain that is evaluated, with a backup.
    case pinning
    /// A pin is checked, but in a way that does not protect.
    case pinningBroken
    /// Jailbreak, debugger or tampering signals are looked at.
    case integrityCheck
    /// Items are stored in the Keychain.
    case keychainUse
    /// A Keychain item is stored with a device-only accessibility or an access control.
    case keychainProtected
    /// A person is authenticated with biometrics or passcode.
    case localAuthentication
    /// Authentication releases a Keychain item or key.
    case localAuthenticationBound
    /// Something is logged.
    case logging
    /// A file is excluded from backups.
    case backupExclusion
    /// A file is written with complete protection.
    case fileProtection
    /// Content is hidden when the app leaves the foreground.
    case snapshotProtection
    /// Data is encrypted with an authenticated cipher.
    case authenticatedEncryption
    /// A privacy manifest is there.
    case privacyManifest
    /// ATS holds for every public host.
    case atsEnforced
    /// ATS is tightened for a host.
    case atsTightened
    /// Debug-only code is excluded from release builds by a condition.
    case debugConditional
    /// Dependencies are locked to versions.
    case dependenciesLocked
  }

  /// What was seen.
  package let kind: Kind
  /// The file, relative to the audited path.
  package let file: String
  /// Where in the file, if there is a place.
  package let region: SourceRegion?
  /// What was seen, in words.
  package let message: LocalizedText

  /// Makes a piece of evidence.
  package init(kind: Kind, file: String, region: SourceRegion?, message: LocalizedText) {
    (self.kind, self.file, self.region, self.message) = (kind, file, region, message)
  }
}
