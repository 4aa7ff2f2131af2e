import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A face or finger that is enrolled later opens what the owner protected before.
struct BiometricEnrolmentChange: FixingRule {
  static let metadata = RuleMetadata(
    id: "biometric-enrolment-change",
    title: LocalizedText(
      "New biometrics accepted without notice",
      ja: "後から登録された生体情報を受け入れている"),
    why: LocalizedText(
      """
      Whoever knows the passcode can enrol a face or finger of their own. With .biometryAny, or a \
      plain check that does not look at the enrolment, it opens everything the app protects.
      """,
      ja: """
        パスコードを知っている者は自分の顔や指紋を追加登録できます。.biometryAny や、登録状態を確かめな\
        い認証では、追加された生体情報で保護対象がすべて開いてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use .biometryCurrentSet, which makes the item unreadable when the enrolment changes, or \
        compare domainState with the one that was saved.
        """,
        ja: """
          登録内容が変わると項目を読めなくする .biometryCurrentSet を使用するか、保存しておいた \
          domainState と比較してください。
          """),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [305], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryAny, nil)
        """,
      good: """
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for use in AccessControlFlags.uses(in: source) {
      guard let flag = use.flags.first(where: Self.any.contains) else { continue }
      report.add(
        Self.self, at: use.range,
        LocalizedText(
          "\(flag) accepts a face or finger that is enrolled later.",
          ja: "\(flag) は後から登録された顔や指紋も受け入れます。"),
        fix: Self.fix(of: flag, in: use.range, source))
    }
    let evaluations = LocalAuthentication.evaluations(source)
    guard !evaluations.isEmpty, !LocalAuthentication.isBound(source), !Self.looksAtEnrolment(source) else {
      return
    }
    for call in evaluations where LocalAuthentication.isReported(call, source) {
      guard let policy = LocalAuthentication.policy(of: call, source), Self.biometric.contains(policy) else {
        continue
      }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(policy) succeeds for a face or finger enrolled later; the domain state is never compared.",
          ja: "\(policy) は後から登録された顔や指紋でも成功します。domainState との比較がありません。"),
        // `biometric-not-bound` speaks here; one finding is enough for one repair.
        confidence: .low)
    }
  }

  static let repair = LocalizedText(
    "Accepts only today's enrolment: .biometryCurrentSet.", ja: "現在の登録だけを受け入れる .biometryCurrentSet にします。")

  static let choice: LocalizedText? = LocalizedText(
    "Items become unreadable when a face or finger is enrolled; the app has to offer another way to sign in.",
    ja: "顔や指紋の登録が変わると項目を読めなくなるため、別のサインイン方法が必要です。")

  private static func fix(of flag: String, in flags: Range<Int>, _ source: SwiftSource) -> SourceFix? {
    let uses = source.facts.references(flag, within: flags)
    guard uses.count == 1, let use = uses.first, let new = current[flag] else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(use.node.baseName, with: new)])
  }

  private static let current = [
    "biometryAny": "biometryCurrentSet", "touchIDAny": "touchIDCurrentSet",
    "kSecAccessControlBiometryAny": "kSecAccessControlBiometryCurrentSet",
    "kSecAccessControlTouchIDAny": "kSecAccessControlTouchIDCurrentSet",
  ]

  private static func looksAtEnrolment(_ source: SwiftSource) -> Bool {
    ["evaluatedPolicyDomainState", "domainState", "stateHash"].contains {
      source.facts.references[$0]?.isEmpty == false
    }
  }

  private static let any: Set = [
    "biometryAny", "touchIDAny", "kSecAccessControlBiometryAny", "kSecAccessControlTouchIDAny",
  ]
  private static let biometric: Set = [
    "deviceOwnerAuthenticationWithBiometrics", "deviceOwnerAuthenticationWithBiometricsOrWatch",
    "deviceOwnerAuthenticationWithBiometricsOrCompanion",
  ]
}
