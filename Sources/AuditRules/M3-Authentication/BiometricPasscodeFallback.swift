import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret or payment that the device passcode opens as well as the face or finger.
struct BiometricPasscodeFallback: SwiftRule {
  static let metadata = RuleMetadata(
    id: "biometric-passcode-fallback",
    title: LocalizedText(
      "Passcode accepted in place of biometrics",
      ja: "生体認証の代わりにパスコードを受け入れている"),
    why: LocalizedText(
      """
      The passcode is often short, shared in a family or watched over a shoulder. Whoever knows it \
      opens what is meant to be opened by its owner alone.
      """,
      ja: """
        パスコードは短いことが多く、家族で共有されたり、肩越しに見られたりします。知っている者なら誰でも、\
        本人だけに許すはずの操作を行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use .biometryCurrentSet alone for what needs the person, and a recovery code for the day \
        biometrics change. OmamoriKeychain asks for exactly one of both.
        """,
        ja: """
          本人確認が必要なものには .biometryCurrentSet だけを指定し、生体情報が変わったときのために復旧\
          コードを用意してください。OmamoriKeychain ではどちらか一方を明示的に選びます。
          """),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [305], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil)
        """,
      good: """
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for use in AccessControlFlags.uses(in: source) {
      guard let flag = use.flags.first(where: Self.passcode.contains) else { continue }
      report.add(
        Self.self, at: use.range,
        LocalizedText(
          "\(flag) lets the device passcode open the item.",
          ja: "\(flag) により、デバイスのパスコードでも項目を開けます。"))
    }
    for call in LocalAuthentication.evaluations(source) {
      guard let argument = call.arguments.first?.value,
        LocalAuthentication.policy(of: call, source) == "deviceOwnerAuthentication",
        let name = source.facts.function(around: call.scope)?.name,
        Words.of(name).contains(where: Self.payments.contains)
      else { continue }
      report.add(
        Self.self, at: argument.utf8Range,
        LocalizedText(
          "deviceOwnerAuthentication lets the passcode confirm \(name).",
          ja: "deviceOwnerAuthentication では、\(name) をパスコードでも承認できます。"))
    }
  }

  private static let passcode: Set = [
    "userPresence", "devicePasscode", "kSecAccessControlUserPresence", "kSecAccessControlDevicePasscode",
  ]
  /// Words of functions that move money or sign.
  private static let payments: Set = [
    "pay", "payment", "payments", "transfer", "purchase", "buy", "checkout", "withdraw", "withdrawal",
    "remit",
    "trade", "sign", "approve", "transaction", "spend", "swap",
  ]
}
