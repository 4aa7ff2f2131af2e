import OmamoriCore

/// What a question of the checklist asks, and what decides its answer.
struct ChecklistQuestion: Sendable {
  /// What it means that none of the protections was seen.
  enum Absence: Sendable {
    /// Nothing: silence of the rules is enough.
    case acceptable
    /// Somebody should look.
    case attention(LocalizedText)
    /// The app lacks what it needs.
    case failure(LocalizedText)
  }

  let id: String
  let question: LocalizedText
  /// The rules whose findings speak against a yes.
  let rules: RuleMatcher
  /// The material one kind of which must be there.
  let inputs: Set<AuditInput>
  /// What must have been seen for the question to arise at all; empty when it always does.
  var occasions: Set<Evidence.Kind> = []
  /// What speaks for a yes.
  var protections: Set<Evidence.Kind> = []
  /// What speaks against a yes.
  var faults: Set<Evidence.Kind> = []
  /// What it means that none of `protections` was seen.
  var absence: Absence = .acceptable
  /// Whether the question is for apps only, not for libraries and loose files.
  var isForApps = false
}

extension ChecklistQuestion {
  private static let sources: Set<AuditInput> = [.swift, .objectiveC]

  static let all: [ChecklistQuestion] = communication + storage + code

  private static let communication: [ChecklistQuestion] = [
    ChecklistQuestion(
      id: "ats",
      question: LocalizedText(
        "Does App Transport Security hold for every public host?",
        ja: "すべての公開ホストで App Transport Security が有効ですか"),
      rules: ChecklistArea.ats.rules, inputs: ChecklistArea.ats.inputs,
      protections: [.atsEnforced, .atsTightened]),
    ChecklistQuestion(
      id: "pinning",
      question: LocalizedText(
        "Are the app's servers pinned, on an evaluated chain and with a backup?",
        ja: "証明書チェーンの検証とバックアップを伴うピンニングがありますか"),
      rules: ChecklistArea.pinning.rules, inputs: sources,
      occasions: [.networkUse, .pinning, .pinningBroken],
      protections: [.pinning], faults: [.pinningBroken],
      absence: .failure(
        LocalizedText(
          "The app uses the network and no pinning that protects was seen.",
          ja: "ネットワークを利用していますが、有効なピンニングが見当たりません。")),
      isForApps: true),
    ChecklistQuestion(
      id: "api-security",
      question: LocalizedText(
        "Are calls to servers protected by TLS, and cookies, caches and tokens by their settings?",
        ja: "サーバー通信は TLS で、Cookie・キャッシュ・トークンは適切な設定で保護されていますか"),
      rules: ChecklistArea.api.rules + besideAPI, inputs: sources, occasions: [.networkUse]),
  ]

  private static let storage: [ChecklistQuestion] = [
    ChecklistQuestion(
      id: "keychain",
      question: LocalizedText(
        "Are secrets kept in the Keychain, with a device-only accessibility?",
        ja: "秘密情報は Keychain に、このデバイス限定の保護クラスで保存されていますか"),
      rules: ChecklistArea.keychain.rules + besideKeychain, inputs: sources, protections: [.keychainProtected]
    ),
    ChecklistQuestion(
      id: "biometrics",
      question: LocalizedText(
        "Does biometric authentication release a Keychain item instead of answering yes or no?",
        ja: "生体認証は真偽値の判定だけでなく Keychain 項目の解放に結び付いていますか"),
      rules: RuleMatcher(["access-control-fail-open", "lacontext-reused"], families: ["biometric-"]),
      inputs: sources, occasions: [.localAuthentication, .localAuthenticationBound],
      protections: [.localAuthenticationBound],
      absence: .attention(
        LocalizedText(
          "Local authentication was seen, but no Keychain item that it releases.",
          ja: "ローカル認証はありますが、それによって解放される Keychain 項目が見当たりません。"))),
    ChecklistQuestion(
      id: "backup-exclusion",
      question: LocalizedText(
        "Are sensitive files excluded from backups?", ja: "機密ファイルはバックアップから除外されていますか"),
      rules: RuleMatcher(["backup-not-excluded"]), inputs: sources, protections: [.backupExclusion]),
    ChecklistQuestion(
      id: "file-protection",
      question: LocalizedText(
        "Are sensitive files written with complete protection?", ja: "機密ファイルは完全なファイル保護付きで書き込まれますか"),
      rules: RuleMatcher(["database-unprotected-store"], families: ["file-protection-"]),
      inputs: sources.union([.entitlements]), protections: [.fileProtection]),
    ChecklistQuestion(
      id: "screen-snapshots",
      question: LocalizedText(
        "Is content hidden when the app leaves the foreground?", ja: "バックグラウンド移行時に画面の内容を隠していますか"),
      rules: RuleMatcher(["snapshot-not-protected"]), inputs: sources, protections: [.snapshotProtection],
      absence: .attention(
        LocalizedText(
          "Nothing that hides content was seen, and no screen that shows secrets either.",
          ja: "画面を隠す処理は見当たりません（秘密情報を表示する画面も検出されていません）。")),
      isForApps: true),
    ChecklistQuestion(
      id: "log-data",
      question: LocalizedText("Does sensitive data stay out of logs?", ja: "機密データはログに出力されませんか"),
      rules: ChecklistArea.logs.rules, inputs: sources),
  ]

  private static let code: [ChecklistQuestion] = [
    ChecklistQuestion(
      id: "credentials",
      question: LocalizedText(
        "Is the app free of credentials and keys written into it?", ja: "認証情報や鍵がアプリに埋め込まれていませんか"),
      rules: RuleMatcher(
        [
          "provider-token", "oauth-client-secret-in-app", "credential-in-bundled-file",
          "credential-prefilled-in-ui", "hardcoded-crypto-key", "weak-obfuscation",
          "comment-reveals-obfuscation",
        ], families: ["hardcoded-credential", "hardcoded-personal-", "private-key-", "secret-in-"]),
      inputs: sources.union([.binary])),
    ChecklistQuestion(
      id: "cryptography",
      question: LocalizedText(
        "Is cryptography strong, authenticated and used with fresh randomness?",
        ja: "暗号は十分に強く、認証付きで、毎回新しい乱数を使っていますか"),
      rules: cryptography, inputs: sources, protections: [.authenticatedEncryption]),
    ChecklistQuestion(
      id: "integrity",
      question: LocalizedText(
        "Does the app look for jailbreaks and tampering, with checks that work?",
        ja: "脱獄・改ざんの検知があり、正しく機能していますか"),
      rules: ChecklistArea.integrity.rules + besideIntegrity, inputs: sources, protections: [.integrityCheck],
      absence: .attention(
        LocalizedText(
          "No such check was seen; apps with much to lose need one.",
          ja: "検知処理は見当たりません。リスクの高いアプリでは実装が必要です。")),
      isForApps: true),
    ChecklistQuestion(
      id: "debug-code",
      question: LocalizedText(
        "Does debug code stay out of the release?", ja: "デバッグコードはリリースから除かれていますか"),
      rules: ChecklistArea.debugCode.rules + besideDebugCode, inputs: sources,
      protections: [.debugConditional]),
    ChecklistQuestion(
      id: "dependency-locking",
      question: LocalizedText(
        "Are dependencies locked to versions, with the lock file committed?",
        ja: "依存関係は、コミットされたロックファイルで版が固定されていますか"),
      rules: RuleMatcher(
        [
          "dependency-lock-missing", "dependency-lock-drift", "dependency-insecure-source",
          "dependency-binary-unverified", "build-script-download",
        ],
        families: ["dependency-unpinned-"]),
      inputs: [.dependencies], protections: [.dependenciesLocked],
      absence: .attention(
        LocalizedText("No lock file was seen.", ja: "ロックファイルが見当たりません。"))),
    ChecklistQuestion(
      id: "privacy-manifest",
      question: LocalizedText(
        "Does a privacy manifest declare what the app uses?", ja: "プライバシーマニフェストで利用内容を宣言していますか"),
      rules: RuleMatcher(families: ["privacy-"]), inputs: sources.union([.privacyManifest, .binary]),
      protections: [.privacyManifest],
      absence: .attention(
        LocalizedText(
          "No privacy manifest was seen, and no use of an API that needs one either.",
          ja: "プライバシーマニフェストは見当たりません（申告が必要な API の利用も検出されていません）。")),
      isForApps: true),
  ]

  private static let cryptography = RuleMatcher(
    [
      "weak-hash", "password-fast-hash", "broken-cipher", "ecb-mode", "cipher-unauthenticated", "static-iv",
      "aead-fixed-nonce", "aead-no-context", "hardcoded-crypto-key", "text-as-key", "predictable-key",
      "derived-key-unused", "insecure-random", "random-status-ignored", "weak-key-size", "rsa-padding-weak",
      "signature-result-ignored", "signature-algorithm-weak", "key-reused",
      "mac-compare-timing", "reversible-password-storage", "homemade-crypto", "chunked-encryption-unframed",
      "key-exchange-unauthenticated", "deprecated-crypto-library", "key-not-hardware-backed",
      "hash-as-integrity", "binary-weak-crypto-import",
    ], families: ["kdf-", "pbkdf2-", "hkdf-"])
}

// What a reader expects under a question besides the rules of the score's area of that name. Which findings cost points is
// fixed, so these count in the answer and in the overall score, and the checklist score stays as it is.
extension ChecklistQuestion {
  static let besideAPI = RuleMatcher([
    "challenge-methods-cancelled", "tls-deprecated-property", "response-headers-wrong",
    "apple-sign-in-no-nonce", "authorization-from-unverified-claims",
  ])

  static let besideKeychain = RuleMatcher(["device-lock-not-required", "migration-best-effort"])

  static let besideIntegrity = RuleMatcher([
    "objc-swizzlable-gate", "method-swizzling", "receipt-existence-only", "resilience-inventory",
    "audit-stub",
  ])

  static let besideDebugCode = RuleMatcher([
    "ats-debug-exception-in-release", "binary-debuggable", "binary-debug-symbols",
    "build-symbols-not-stripped", "bundle-leftovers", "export-development-signing",
    "export-icloud-development", "keychain-dump-helper",
  ])
}
