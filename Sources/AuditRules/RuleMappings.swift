import AuditEngine
import OmamoriCore
import OmamoriReport

/// Where each rule stands in OWASP's lists.
///
/// A row names the weakness that the rule is about and others that it also shows, the tests that every finding answers,
/// those that only some findings answer, and the controls. Profiles follow from weaknesses and tests.
///
/// Chosen from what each rule reports and from the texts of MASWE v1.0 and MASTG v2.0.0 (``MAS/date``). A rule about
/// property lists, the project or any text also names what it reads; for others that follows from their kind.
enum RuleMappings {
  /// One row of the table.
  struct Entry: Sendable {
    let rule: RuleID
    let standards: RuleStandards

    init(
      _ rule: RuleID, _ weaknesses: [Int], tests: [Int] = [], partialTests: [Int] = [],
      _ controls: [String], caveat: LocalizedText? = nil, reads inputs: Set<AuditInput> = []
    ) {
      self.rule = rule
      standards = RuleStandards(
        weaknesses: weaknesses, tests: tests, partialTests: partialTests, controls: controls, caveat: caveat,
        inputs: inputs)
    }

    /// A rule for whose subject MASWE has no weakness.
    init(
      _ rule: RuleID, profiles: Set<MASProfile>, _ controls: [String], because reason: LocalizedText,
      reads inputs: Set<AuditInput> = []
    ) {
      self.rule = rule
      standards = RuleStandards(profiles: profiles, controls: controls, reason: reason, inputs: inputs)
    }
  }

  /// All rows.
  static let entries: [Entry] = [
    credentials, supplyChain, authentication, validation, communication, privacy, binary, configuration,
    storage,
    cryptography, withoutWeakness,
  ].flatMap(\.self)

  /// The rows by rule; of two for one rule the first counts.
  static let standards = Dictionary(entries.map { ($0.rule, $0.standards) }) { first, _ in first }

  private static let credentials: [Entry] = [
    .init("credential-in-bundled-file", [4], ["STORAGE-1"], reads: [.infoPlist]),
    .init("credential-in-http-header-literal", [4], ["STORAGE-1"]),
    .init("credential-prefilled-in-ui", [4], ["STORAGE-1"], reads: [.interfaceBuilder]),
    .init("hardcoded-credential", [4], ["STORAGE-1"]),
    .init("hardcoded-credential-argument", [4], ["STORAGE-1"]),
    .init("hardcoded-credential-compare", [4, 20], ["STORAGE-1", "AUTH-2"]),
    .init("hardcoded-credential-objc", [4], ["STORAGE-1"]),
    .init("hardcoded-personal-data", [4], ["STORAGE-1"]),
    .init("oauth-client-secret-in-app", [4], ["STORAGE-1"]),
    .init(
      "private-key-file", [3, 4], tests: [214], ["STORAGE-1", "CRYPTO-2"], reads: Set(AuditInput.allCases)),
    .init("private-key-in-source", [3, 4], tests: [213], ["STORAGE-1", "CRYPTO-2"]),
    .init("provider-token", [4], ["STORAGE-1"]),
    .init("secret-in-binary-strings", [4], ["STORAGE-1"]),
  ]

  private static let supplyChain: [Entry] = [
    .init("build-not-reproducible", [75], ["PRIVACY-3"], reads: [.project, .objectiveC]),
    .init("build-script-download", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.project]),
    .init("build-script-unsandboxed", [48], ["CODE-3"], reads: [.project]),
    .init("ci-action-unpinned", [48], ["CODE-3"]),
    .init("dependency-binary-unverified", [48], ["CODE-3"], reads: [.dependencies]),
    .init("dependency-duplicate", [44], ["CODE-3"], reads: [.dependencies]),
    .init("dependency-end-of-life", [44], ["CODE-3"], reads: [.dependencies]),
    .init("dependency-insecure-source", [48], ["CODE-3"], reads: [.dependencies]),
    .init(
      "dependency-known-vulnerable", [44], tests: [273, 275], ["CODE-3"],
      caveat: LocalizedText(
        "Compare the dependencies with a current database; the table of \(Advisories.date) has "
          + "\(Advisories.all.count) advisories.",
        ja: "依存関係を最新のデータベースと照合してください。\(Advisories.date) 時点の表にある脆弱性は \(Advisories.all.count) 件です。"),
      reads: [.dependencies]),
    .init("dependency-lock-drift", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.dependencies]),
    .init("dependency-lock-missing", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.dependencies]),
    .init("dependency-personal-fork", [48], ["CODE-3"], reads: [.dependencies]),
    .init("dependency-unpinned-carthage", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.dependencies]),
    .init("dependency-unpinned-cocoapods", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.dependencies]),
    .init("dependency-unpinned-swiftpm", [48, 75], ["CODE-3", "PRIVACY-3"], reads: [.dependencies]),
    .init("embedded-framework-unknown", [48], ["CODE-3"]),
    .init("sbom-inventory", [44], ["CODE-3"], reads: [.dependencies]),
  ]

  private static let authentication: [Entry] = [
    .init("access-control-fail-open", [16, 20], ["AUTH-2", "CRYPTO-2"]),
    .init("app-intent-unauthenticated", [23, 18], ["AUTH-3", "PLATFORM-1"]),
    .init("apple-sign-in-no-nonce", [18], ["AUTH-1"]),
    .init("auth-state-in-preferences", [20, 57], tests: [387], ["AUTH-2", "RESILIENCE-2"]),
    .init("authorization-from-unverified-claims", [20, 18], ["AUTH-1", "AUTH-2"]),
    .init("biometric-enrolment-change", [22], tests: [270], ["AUTH-2"]),
    .init("biometric-not-bound", [20], tests: [266], ["AUTH-2"]),
    .init("biometric-passcode-fallback", [21], tests: [268], partialTests: [270], ["AUTH-2"]),
    .init("client-side-credential-check", [20], ["AUTH-2"]),
    .init("constant-auth-decision", [20], ["AUTH-2"]),
    .init("device-lock-not-required", [17], tests: [248], ["CRYPTO-2"], reads: [.swift, .objectiveC]),
    .init("jwt-claims-incomplete", [18], ["AUTH-1"]),
    .init("jwt-not-verified", [11, 18], ["CRYPTO-1", "AUTH-1"]),
    .init("lacontext-reused", [20, 16], ["AUTH-2", "CRYPTO-2"]),
    .init("logout-incomplete", [24], ["AUTH-3"]),
    .init("no-attempt-limit", [20], ["AUTH-2"]),
    .init("notification-action-unauthenticated", [23, 18], ["AUTH-3", "PLATFORM-1"]),
    .init("oauth-callback-unchecked", [18], ["AUTH-1"]),
    .init("oauth-custom-scheme-callback", [29, 18], ["PLATFORM-1", "AUTH-1"]),
    .init("oauth-embedded-webview", [19, 18, 69], ["AUTH-1", "PRIVACY-2"]),
    .init("oauth-no-pkce", [18], ["AUTH-1"]),
    .init("oauth-no-state", [18], ["AUTH-1"]),
    .init("oauth-weak-flow", [18], ["AUTH-1"]),
  ]

  private static let validation: [Entry] = [
    .init("archive-extraction-unsafe", [50], ["CODE-4"]),
    .init("forced-conversion-of-input", [50], ["CODE-4"]),
    .init("format-string", [50], ["CODE-4"]),
    .init("host-check-by-substring", [50], ["CODE-4"]),
    .init("html-injection", [35, 50], ["PLATFORM-2", "CODE-4"]),
    .init("insecure-deserialization", [50], tests: [386], ["CODE-4"]),
    .init("js-injection", [35, 50, 49], ["PLATFORM-2", "CODE-4"]),
    .init("kvc-from-input", [50], ["CODE-4"]),
    .init("log-injection", [50], ["CODE-4"]),
    .init("media-type-substring", [50], ["CODE-4"]),
    .init("open-url-untrusted", [50], ["CODE-4"]),
    .init("path-traversal", [50], ["CODE-4"]),
    .init("predicate-injection", [50], ["CODE-4"]),
    .init("process-execution", [50], ["CODE-4"]),
    .init("regex-backtracking", [50], ["CODE-4"]),
    .init("regex-from-input", [50], ["CODE-4"]),
    .init("regex-host-unanchored", [50], ["CODE-4"]),
    .init("regex-tag-filter", [50], ["CODE-4"]),
    .init("sql-injection", [50], ["CODE-4"]),
    .init("string-length-mixed", [50], ["CODE-4"]),
    .init("unchecked-index-of-input", [50], ["CODE-4"]),
    .init("universal-link-unvalidated", [29], tests: [395], ["PLATFORM-1"]),
    .init("unsafe-c-api", [50], ["CODE-4"]),
    .init("unsafe-memory", [50, 45], ["CODE-4"]),
    .init("url-handler-unvalidated", [29, 18], tests: [370, 371], ["PLATFORM-1"]),
    .init("url-host-injection", [50], ["CODE-4"]),
    .init("url-parameter-injection", [50], ["CODE-4"]),
    .init("web-message-unvalidated", [33], tests: [376], ["PLATFORM-2"]),
    .init("web-remote-script", [35], ["PLATFORM-2"]),
    .init("xml-external-entities", [50], ["CODE-4"]),
  ]

  private static let communication: [Entry] = [
    .init("ble-unprotected-characteristic", [26], ["NETWORK-1"]),
    .init("certificate-probe-unauthenticated", [27, 28], tests: [396], ["NETWORK-1", "NETWORK-2"]),
    .init("cleartext-loopback-url", [26], tests: [321], ["NETWORK-1"]),
    .init("cleartext-url", [26], tests: [321], ["NETWORK-1"]),
    .init("cookie-accept-all", [68, 69], ["PRIVACY-2"]),
    .init("cookie-not-secure", [26], ["NETWORK-1"]),
    .init(
      "embedded-tls-stack", [47, 46], ["NETWORK-1", "CODE-3"],
      reads: [.swift, .objectiveC, .dependencies, .binary]),
    .init("install-manifest-cleartext", [26], ["NETWORK-1"]),
    .init("listener-unauthenticated", [18, 26], ["AUTH-1", "PLATFORM-1", "NETWORK-1"]),
    .init("multipeer-unencrypted", [26], ["NETWORK-1"]),
    .init("pin-certificate-expiring", [28], ["NETWORK-2"], reads: [.swift, .objectiveC]),
    .init("pin-file-missing", [28], ["NETWORK-2"], reads: [.swift, .objectiveC]),
    .init("pin-single", [28], ["NETWORK-2"]),
    .init("pin-whole-certificate", [28], ["NETWORK-2"]),
    .init("pinning-absent", [28], tests: [385], ["NETWORK-2"], reads: [.swift, .objectiveC]),
    .init(
      "pinning-without-evaluation", [27, 28], tests: [396], partialTests: [397], ["NETWORK-1", "NETWORK-2"]),
    .init("tls-deprecated-property", [46], ["CODE-3"]),
    .init("tls-minimum-too-low", [26], partialTests: [343, 344, 345], ["NETWORK-1"]),
    .init("tls-verify-block-always-true", [27], ["NETWORK-1"]),
    .init("tls-verify-disabled-library", [27], partialTests: [345, 396], ["NETWORK-1"]),
    .init("tls-weak-cipher", [26], partialTests: [345], ["NETWORK-1"]),
    .init("trust-all-certificates", [27], tests: [396], partialTests: [397], ["NETWORK-1"]),
    .init("trust-policy-weakened", [27], tests: [396], partialTests: [397], ["NETWORK-1"]),
    .init("trust-result-ignored", [27], tests: [396], partialTests: [397], ["NETWORK-1"]),
  ]

  private static let privacy: [Entry] = [
    .init("accessibility-secret", [40], ["PLATFORM-3"]),
    .init("account-deletion-missing", [76], ["PRIVACY-4"], reads: [.swift]),
    .init("analytics-personal-data", [67], ["PRIVACY-2"]),
    .init("covert-capture", [70], ["PRIVACY-2"]),
    .init("device-fingerprint", [68], ["PRIVACY-2"]),
    .init(
      "extension-open-access", [66, 31], partialTests: [390], ["PRIVACY-1", "PLATFORM-1"],
      reads: [.infoPlist]),
    .init("keyboard-extension-allowed", [31], tests: [389], ["PLATFORM-1"], reads: [.swift, .objectiveC]),
    .init("log-objc", [5], tests: [297], ["STORAGE-2"]),
    .init("log-public-privacy", [5], tests: [297], ["STORAGE-2"]),
    .init("log-response-body", [5], tests: [297], ["STORAGE-2"]),
    .init("log-sensitive", [5], tests: [297], ["STORAGE-2"]),
    .init("notification-sensitive-content", [37], ["PLATFORM-3"]),
    .init("pasteboard-general-sensitive", [30], tests: [276, 279, 280], ["PLATFORM-1"]),
    .init("pasteboard-not-cleared", [30], tests: [278], ["PLATFORM-1"], reads: [.swift, .objectiveC]),
    .init("pasteboard-not-expiring", [30], tests: [279], ["PLATFORM-1"]),
    .init("pasteboard-not-local", [30], tests: [280], ["PLATFORM-1"]),
    .init("pasteboard-persistent-named", [30], ["PLATFORM-1"]),
    .init("pasteboard-read-unprompted", [30, 69], ["PLATFORM-1", "PRIVACY-2"]),
    .init("permission-missing-purpose", [66], tests: [360], ["PRIVACY-1"], reads: [.infoPlist]),
    .init("permission-overbroad", [66, 69], ["PRIVACY-1", "PRIVACY-2"], reads: [.infoPlist]),
    .init("permission-unused", [66], ["PRIVACY-1"], reads: [.infoPlist]),
    .init("permission-vague-purpose", [66], tests: [360], ["PRIVACY-1"], reads: [.infoPlist]),
    .init("phishable-prompt", [47], ["AUTH-1"]),
    .init("privacy-manifest-malformed", [73, 74], ["PRIVACY-3"], reads: [.privacyManifest]),
    .init("privacy-manifest-missing", [73], ["PRIVACY-3"], reads: [.swift, .objectiveC, .binary]),
    .init("privacy-policy-missing", [72], ["PRIVACY-3"], reads: [.swift]),
    .init("privacy-required-reason-undeclared", [73], ["PRIVACY-3"], reads: [.swift, .objectiveC, .binary]),
    .init("privacy-sdk-manifest-missing", [73], ["PRIVACY-3"], reads: [.dependencies]),
    .init(
      "privacy-tracking-domain-undeclared", [74], tests: [281], ["PRIVACY-3"], reads: [.swift, .objectiveC]),
    .init("share-sheet-sensitive", [31, 36], ["PLATFORM-1", "PLATFORM-3"]),
    .init("spotlight-or-activity-sensitive", [2], ["STORAGE-2"]),
    .init("tracking-without-consent", [68, 78], ["PRIVACY-2", "PRIVACY-4"], reads: [.swift, .objectiveC]),
  ]

  private static let binary: [Entry] = [
    .init("binary-debug-symbols", [61], tests: [219], ["RESILIENCE-3"]),
    .init("binary-debuggable", [63], tests: [261], ["RESILIENCE-4"]),
    .init("binary-deprecated-api", [46], ["CODE-3"]),
    .init("binary-no-arc", [45], tests: [230], ["CODE-4"]),
    .init("binary-no-canary", [45], tests: [229], ["CODE-4"]),
    .init("binary-no-pie", [45], tests: [228], ["CODE-4"]),
    .init("binary-rpath-unsafe", [49], ["CODE-4"]),
    .init("binary-signature-outdated", [56], tests: [220], ["RESILIENCE-2"]),
    .init("binary-slices-differ", [45], ["CODE-4"]),
    .init("binary-stack-executable", [45], ["CODE-4"]),
    .init("binary-unsigned", [56], ["RESILIENCE-2"]),
    .init("binary-weak-crypto-import", [8], tests: [211], ["CRYPTO-1"], reads: [.binary]),
    .init("binary-writable-executable", [45], ["CODE-4"]),
    .init("build-hardening-off", [45], partialTests: [228, 229, 230], ["CODE-4"], reads: [.project]),
    .init("build-release-debuggable", [61], ["RESILIENCE-3"], reads: [.project]),
    .init("build-symbols-not-stripped", [61], tests: [219], ["RESILIENCE-3"], reads: [.project]),
    .init("bundle-leftovers", [4, 61], ["STORAGE-1", "RESILIENCE-3"]),
    .init("comment-reveals-obfuscation", [59], ["RESILIENCE-3"]),
    .init("debugger-check-fail-open", [64], ["RESILIENCE-4"]),
    .init(
      "dynamic-code-loading", [49], ["CODE-4"], reads: [.swift, .objectiveC, .infoPlist, .dependencies]),
    .init("export-development-signing", [63], tests: [261], ["RESILIENCE-4"]),
    .init(
      "integrity-check-disabled", [51, 64], partialTests: [240, 401], ["RESILIENCE-1", "RESILIENCE-4"]),
    .init("jailbreak-check-dead", [51], tests: [240], ["RESILIENCE-1"], reads: [.swift, .objectiveC]),
    .init("jailbreak-check-weak", [51], tests: [240], ["RESILIENCE-1"]),
    .init("objc-swizzlable-gate", [58], ["RESILIENCE-2"]),
    .init("receipt-existence-only", [11, 56], ["CRYPTO-1", "RESILIENCE-2"]),
    .init(
      "resilience-inventory", [51, 53, 54, 56, 58, 59, 64, 65], partialTests: [240, 401],
      ["RESILIENCE-1", "RESILIENCE-2", "RESILIENCE-3", "RESILIENCE-4"], reads: [.swift, .objectiveC]),
    .init("secret-computed-locally", [20], ["AUTH-2"]),
    .init("weak-obfuscation", [59], tests: [391], ["RESILIENCE-3"]),
  ]

  private static let configuration: [Entry] = [
    .init("associated-domains-risk", [29], ["PLATFORM-1"], reads: [.entitlements]),
    .init("ats-arbitrary-loads", [26], tests: [322, 342], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-debug-exception-in-release", [26], tests: [322], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-forward-secrecy-off", [26], tests: [342], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-insecure-http-exception", [26], tests: [322], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-key-ignored", [26], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-media", [26], tests: [322], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-weak-tls", [26], tests: [342], ["NETWORK-1"], reads: [.infoPlist]),
    .init("ats-web-content", [26], tests: [322], ["NETWORK-1"], reads: [.infoPlist]),
    .init("audit-stub", [61], ["RESILIENCE-3"]),
    .init("background-mode-unused", [66], ["PRIVACY-1"], reads: [.infoPlist]),
    .init("debug-backdoor", [61, 20, 48], ["RESILIENCE-3", "AUTH-2", "CODE-3"]),
    .init("debug-code-in-release", [61], ["RESILIENCE-3"]),
    .init("deployment-target-old", [41], ["CODE-1"], reads: [.project, .infoPlist]),
    .init("entitlement-excessive", [66], tests: [362], ["PRIVACY-1"], reads: [.entitlements]),
    .init("export-icloud-development", [61], ["RESILIENCE-3"]),
    .init("file-sharing-enabled", [2], tests: [303], ["STORAGE-2"], reads: [.infoPlist]),
    .init("keychain-dump-helper", [61], ["RESILIENCE-3"]),
    .init("method-swizzling", [58], ["RESILIENCE-2"]),
    .init("pinned-domains-invalid", [28], tests: [385], ["NETWORK-2"], reads: [.infoPlist]),
    .init("siri-intent-unrestricted", [23, 18], ["AUTH-3", "PLATFORM-1"], reads: [.infoPlist]),
    .init("sdk-outdated", [42], ["CODE-1"], reads: [.binary, .project]),
    .init("uiwebview", [46, 35], tests: [331], ["CODE-3", "PLATFORM-2"]),
    .init("update-not-enforced", [43], ["CODE-2"]),
    .init("url-scheme-hijackable", [29], ["PLATFORM-1"], reads: [.infoPlist]),
    .init("version-compared-as-text", [43], ["CODE-2"]),
    .init("webview-file-access", [34], partialTests: [333, 335], ["PLATFORM-2"]),
    .init("webview-inspectable", [63], ["RESILIENCE-4", "PLATFORM-2"]),
    .init("webview-js-untrusted", [33, 35], tests: [332, 376], ["PLATFORM-2"]),
    .init("webview-navigation-unrestricted", [35], ["PLATFORM-2"]),
  ]

  private static let storage: [Entry] = [
    .init("app-group-secret", [2, 1], tests: [388], ["STORAGE-1"]),
    .init("appstorage-secret", [1], tests: [300], ["STORAGE-1"]),
    .init("archive-secret", [1], tests: [300], ["STORAGE-1"]),
    .init("backup-not-excluded", [6], tests: [215], ["STORAGE-2"]),
    .init("cookie-stores-credential", [1], tests: [300], ["STORAGE-2"]),
    .init("database-secret-plaintext", [1], tests: [300], ["STORAGE-1"]),
    .init("database-unprotected-store", [1], ["STORAGE-1"]),
    .init("file-protection-missing", [1], ["STORAGE-1"]),
    .init("file-protection-none", [1], tests: [299], ["STORAGE-1"], reads: [.entitlements]),
    .init("file-protection-weak", [1], ["STORAGE-1"]),
    .init("file-secret-plaintext", [1], tests: [300], ["STORAGE-1"]),
    .init("key-beside-ciphertext", [3, 1], tests: [300], ["CRYPTO-2", "STORAGE-1"]),
    .init("keychain-accessible-always", [1, 16], ["STORAGE-1", "CRYPTO-2"]),
    .init("keychain-accessible-missing", [6, 16], ["STORAGE-2", "CRYPTO-2"]),
    .init("keychain-migratable", [6, 16], ["STORAGE-2", "CRYPTO-2"]),
    .init("keychain-synchronizable", [6, 16], ["STORAGE-2", "CRYPTO-2"]),
    .init("keychain-wrapper-default", [6, 16], ["STORAGE-2", "CRYPTO-2"]),
    .init("memory-secret-lifetime", [24], ["AUTH-3"]),
    .init("plist-secret-written", [1], tests: [300], ["STORAGE-1"]),
    .init("pragma-key-without-cipher", [1], tests: [300], ["STORAGE-1"]),
    .init("preferences-secret", [1], tests: [300], ["STORAGE-1"]),
    .init("restoration-state-secret", [1], tests: [300], ["STORAGE-2"]),
    .init("snapshot-not-protected", [38], tests: [290], ["PLATFORM-3"]),
    .init("temp-file-sensitive", [1], tests: [300], ["STORAGE-2"]),
    .init("ui-copyable-secret", [30], ["PLATFORM-1"]),
    .init("ui-keyboard-cache", [36], tests: [313], ["STORAGE-2"]),
    .init("ui-secure-entry-missing", [36, 40], tests: [313, 346], ["PLATFORM-3"]),
    .init("url-cache-sensitive", [1], tests: [300], ["STORAGE-2"]),
    .init("webview-data-persistent", [1], ["STORAGE-2"]),
  ]

  private static let cryptography: [Entry] = [
    .init("aead-fixed-nonce", [7], ["CRYPTO-1"]),
    .init("aead-no-context", [9, 7], ["CRYPTO-1"]),
    .init("broken-cipher", [7], tests: [210], ["CRYPTO-1"]),
    .init("chunked-encryption-unframed", [9, 7], ["CRYPTO-1"]),
    .init("cipher-unauthenticated", [7, 9], ["CRYPTO-1"]),
    .init("deprecated-crypto-library", [47, 44], ["CODE-3", "CRYPTO-1"], reads: [.dependencies]),
    .init("derived-key-unused", [14, 13], ["CRYPTO-2"]),
    .init("ecb-mode", [7], tests: [317], ["CRYPTO-1"]),
    .init("hardcoded-crypto-key", [3, 4], tests: [213], ["STORAGE-1", "CRYPTO-2"]),
    .init("hash-as-integrity", [9], ["CRYPTO-1"]),
    .init("hkdf-no-context", [14], ["CRYPTO-2"]),
    .init("homemade-crypto", [47, 7], ["CRYPTO-1"]),
    .init("insecure-random", [12], tests: [311], ["CRYPTO-1"]),
    .init("kdf-static-salt", [14], ["CRYPTO-2"]),
    .init("kdf-weak-prf", [14], ["CRYPTO-2"]),
    .init("key-exchange-unauthenticated", [47], ["CRYPTO-1"]),
    .init("key-not-hardware-backed", [13, 3], ["CRYPTO-2"]),
    .init("key-reused", [7, 9, 10], ["CRYPTO-2"]),
    .init("mac-compare-timing", [9], ["CRYPTO-1"]),
    .init("password-fast-hash", [14, 8], ["CRYPTO-2", "CRYPTO-1"]),
    .init("pbkdf2-low-rounds", [14], ["CRYPTO-2"]),
    .init("predictable-key", [13, 14], ["CRYPTO-2"]),
    .init("random-status-ignored", [12], ["CRYPTO-1"]),
    .init("reversible-password-storage", [14], ["CRYPTO-2"]),
    .init("rsa-padding-weak", [7], ["CRYPTO-1"]),
    .init("signature-algorithm-weak", [10, 8], ["CRYPTO-1"]),
    .init("signature-result-ignored", [11], ["CRYPTO-1"]),
    .init("static-iv", [7], ["CRYPTO-1"]),
    .init("text-as-key", [14], ["CRYPTO-2"]),
    .init("weak-hash", [8], tests: [211], ["CRYPTO-1"]),
    .init("weak-key-size", [13], tests: [209], ["CRYPTO-2"]),
  ]
}
