public import OmamoriCore

/// One of the seven areas that the checklist score asks about.
public enum ChecklistArea: String, CaseIterable, Sendable, Hashable, Codable {
  /// Whether App Transport Security holds.
  case ats
  /// Whether the detection of jailbreaks, debuggers and tampering works, where there is one.
  case integrity
  /// Whether certificate or key pinning protects the app's connections.
  case pinning
  /// Whether secrets are kept in the Keychain and nowhere else.
  case keychain
  /// How well calls to servers are protected.
  case api
  /// Whether sensitive data stays out of logs.
  case logs
  /// Whether debug code stays out of the release.
  case debugCode

  /// The name of the area.
  public var title: LocalizedText {
    switch self {
    case .ats: LocalizedText("App Transport Security", ja: "App Transport Security")
    case .integrity: LocalizedText("Jailbreak and integrity checks", ja: "脱獄・完全性の検査")
    case .pinning: LocalizedText("Certificate pinning", ja: "証明書ピンニング")
    case .keychain: LocalizedText("Keychain", ja: "Keychain の利用")
    case .api: LocalizedText("API security", ja: "API 通信の安全性")
    case .logs: LocalizedText("Sensitive data in logs", ja: "ログ内の機密データ")
    case .debugCode: LocalizedText("Debug code", ja: "デバッグコード")
    }
  }

  /// The points a failed answer costs; for ``ats``, which is counted by issue, the points of a critical issue, and
  /// for ``api`` those of the lowest level.
  public var maximumDeduction: Int {
    switch self {
    case .ats: 25
    case .integrity, .api: 30
    case .pinning: 20
    case .keychain: 15
    case .logs: 10
    case .debugCode: 5
    }
  }

  /// The material one kind of which must be there before the area can be judged.
  package var inputs: Set<AuditInput> {
    switch self {
    case .ats: [.infoPlist]
    case .integrity, .pinning, .keychain, .api, .logs, .debugCode: [.swift, .objectiveC]
    }
  }
}

extension ChecklistArea {
  /// The points that something of this severity costs, wherever it was seen: in sources or at run time.
  ///
  /// Issues of ``ats`` are counted one by one; in every other area the worst alone counts. In ``api`` the severities
  /// stand for the levels: critical for *none*, high for *low*, anything less for *medium*.
  ///
  /// - Parameter severity: How bad it is.
  /// - Returns: 0 when it does not count here, at most ``maximumDeduction``.
  public func points(for severity: Severity) -> Int {
    switch self {
    case .ats:
      switch severity {
      case .critical: 25
      case .high: 15
      case .medium: 10
      case .low: 5
      case .info: 0
      }
    case .api:
      switch severity {
      case .critical: maximumDeduction
      case .high: 20
      case .medium, .low: 10
      case .info: 0
      }
    case .integrity, .pinning, .keychain, .logs: severity >= .medium ? maximumDeduction : 0
    case .debugCode: severity >= .low ? maximumDeduction : 0
    }
  }
}

// The one table of which rule counts in which area. No rule is in two areas: what an `Info.plist` allows counts
// under ATS, what the code does counts under API security, so that no cause is deducted twice and no deduction
// depends on another.
extension ChecklistArea {
  /// The rules whose findings count in this area.
  var rules: RuleMatcher {
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
  private static let atsRules = RuleMatcher(
    families: ["ats-", "pinned-domains-"], except: ["ats-debug-exception-in-release"])

  private static let integrityRules = RuleMatcher([
    "jailbreak-check-dead", "jailbreak-check-weak", "integrity-check-disabled",
    "debugger-check-fail-open",
  ])

  private static let pinningRules = RuleMatcher([
    "pinning-absent", "pinning-without-evaluation", "pin-single", "pin-whole-certificate",
    "pin-file-missing", "pin-certificate-expiring",
  ])

  private static let keychainRules = RuleMatcher([
    "keychain-accessible-missing", "keychain-accessible-always", "keychain-migratable",
    "keychain-synchronizable", "keychain-wrapper-default", "keychain-lossy-save",
    "keychain-unscoped-query",
    "preferences-secret", "appstorage-secret", "plist-secret-written", "file-secret-plaintext",
    "database-secret-plaintext", "archive-secret", "app-group-secret", "temp-file-sensitive",
    "key-regenerated-on-error", "key-beside-ciphertext", "pragma-key-without-cipher",
    "restoration-state-secret", "user-password-persisted",
  ])

  private static let apiRules = Self.trustDisabled + Self.transportWeak + Self.handlingWeak

  private static let logRules = RuleMatcher([
    "log-sensitive", "log-public-privacy", "log-response-body", "log-objc",
  ])

  private static let debugRules = RuleMatcher(
    ["webview-inspectable", "build-release-debuggable"], families: ["debug-"])

  /// Level *none*: whoever is on the path reads and changes everything.
  static let trustDisabled = RuleMatcher([
    "trust-all-certificates", "trust-result-ignored", "trust-policy-weakened", "tls-verify-block-always-true",
    "tls-verify-disabled-library", "certificate-probe-unauthenticated",
  ])

  /// Level *low*: cleartext, or TLS older than 1.2; with credentials in it (rated critical) level *none*.
  static let transportWeak = RuleMatcher([
    "cleartext-url", "cleartext-loopback-url", "tls-minimum-too-low", "tls-weak-cipher",
    "multipeer-unencrypted", "listener-unauthenticated",
  ])

  /// Level *medium*: TLS is in order, but cookies, caches, credentials in URLs or tokens are not.
  static let handlingWeak = RuleMatcher(
    [
      "cookie-not-secure", "cookie-accept-all", "cookie-stores-credential", "url-cache-sensitive",
      "webview-data-persistent", "credential-in-url-query", "credential-in-http-header-literal",
      "token-refresh-race", "logout-incomplete",
    ], families: ["jwt-", "oauth-"])
}
