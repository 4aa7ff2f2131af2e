import OmamoriCore

// The one table of which rule counts in which area. No rule is in two areas: what an `Info.plist` allows counts
// under ATS, what the code does counts under API security, so that no cause is deducted twice and no deduction
// depends on another.
extension ChecklistArea {
  /// The rules whose findings count in this area.
  var rules: RuleSelection {
    switch self {
    case .ats: Self.atsRules
    case .integrity: Self.integrityRules
    case .pinning: Self.pinningRules
    case .keychain: Self.keychainRules
    case .api: Self.apiRules
    case .logs: Self.logRules
    case .debugCode: Self.debugRules
    }
  }

  // That an exception belongs to development is said of one that counts already.
  private static let atsRules = RuleSelection(
    families: ["ats-", "pinned-domains-"], except: ["ats-debug-exception-in-release"])

  private static let integrityRules = RuleSelection([
    "jailbreak-check-dead", "jailbreak-check-weak", "integrity-check-disabled",
    "debugger-check-fail-open",
  ])

  private static let pinningRules = RuleSelection([
    "pinning-absent", "pinning-without-evaluation", "pin-single", "pin-whole-certificate",
    "pin-file-missing", "pin-certificate-expiring",
  ])

  private static let keychainRules = RuleSelection([
    "keychain-accessible-missing", "keychain-accessible-always", "keychain-migratable",
    "keychain-synchronizable", "keychain-wrapper-default", "keychain-lossy-save",
    "keychain-unscoped-query",
    "preferences-secret", "appstorage-secret", "plist-secret-written", "file-secret-plaintext",
    "database-secret-plaintext", "archive-secret", "app-group-secret", "temp-file-sensitive",
    "key-regenerated-on-error", "key-beside-ciphertext", "pragma-key-without-cipher",
    "restoration-state-secret", "user-password-persisted",
  ])

  private static let apiRules = Self.trustDisabled + Self.transportWeak + Self.handlingWeak

  private static let logRules = RuleSelection([
    "log-sensitive", "log-public-privacy", "log-response-body", "log-objc",
  ])

  private static let debugRules = RuleSelection(
    ["webview-inspectable", "build-release-debuggable"], families: ["debug-"])

  /// Level *none*: whoever is on the path reads and changes everything.
  static let trustDisabled = RuleSelection([
    "trust-all-certificates", "trust-result-ignored", "trust-policy-weakened", "tls-verify-block-always-true",
    "tls-verify-disabled-library", "certificate-probe-unauthenticated",
  ])

  /// Level *low*: cleartext, or TLS older than 1.2; with credentials in it (rated critical) level *none*.
  static let transportWeak = RuleSelection([
    "cleartext-url", "cleartext-loopback-url", "tls-minimum-too-low", "tls-weak-cipher",
    "multipeer-unencrypted", "listener-unauthenticated",
  ])

  /// Level *medium*: TLS is in order, but cookies, caches, credentials in URLs or tokens are not.
  static let handlingWeak = RuleSelection(
    [
      "cookie-not-secure", "cookie-accept-all", "cookie-stores-credential", "url-cache-sensitive",
      "webview-data-persistent", "credential-in-url-query", "credential-in-http-header-literal",
      "token-refresh-race", "logout-incomplete",
    ], families: ["jwt-", "oauth-"])
}
