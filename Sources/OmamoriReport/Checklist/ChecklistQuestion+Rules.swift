// What a reader expects under a question besides the rules of the score's area of that name. Which findings cost points is
// fixed, so these count in the answer and in the overall score, and the checklist score stays as it is.
extension ChecklistQuestion {
  static let besideAPI = RuleSelection([
    "challenge-methods-cancelled", "tls-deprecated-property", "response-headers-wrong",
    "apple-sign-in-no-nonce", "authorization-from-unverified-claims",
  ])

  static let besideKeychain = RuleSelection(["device-lock-not-required", "migration-best-effort"])

  static let besideIntegrity = RuleSelection([
    "objc-swizzlable-gate", "method-swizzling", "receipt-existence-only", "resilience-inventory",
    "audit-stub",
  ])

  static let besideDebugCode = RuleSelection([
    "ats-debug-exception-in-release", "binary-debuggable", "binary-debug-symbols",
    "build-symbols-not-stripped", "bundle-leftovers", "export-development-signing",
    "export-icloud-development", "keychain-dump-helper",
  ])
}
