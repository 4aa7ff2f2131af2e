import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A session between devices nearby that may go on without encryption.
struct MultipeerUnencrypted: FixingRule {
  static let metadata = RuleMetadata(
    id: "multipeer-unencrypted",
    title: LocalizedText("Session with nearby devices not encrypted", ja: "近くのデバイスとの通信が暗号化されていない"),
    why: LocalizedText(
      """
      Without .required a device nearby can ask for a session in the clear. Everybody in radio range reads what is sent \
      and can change it.
      """,
      ja: """
        .required でない場合、近くのデバイスは暗号化なしの通信を要求できます。\
        電波の届く範囲にいる誰もが内容を読み取り、改ざんできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make the session with encryptionPreference: .required and give both sides an identity. OmamoriMessaging encrypts \
        end to end on any carrier.
        """,
        ja: """
          encryptionPreference: .required でセッションを作成し、双方に証明書を持たせてください。\
          OmamoriMessaging はどの通信路でもデバイス間で暗号化します。
          """),
      library: .messaging),
    severity: .medium, confidence: .high, cwe: [319], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: "let session = MCSession(peer: me, securityIdentity: nil, encryptionPreference: .optional)",
      good: "let session = MCSession(peer: me, securityIdentity: nil, encryptionPreference: .required)"))

  static let triggers: Set = ["MCSession"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("MCSession") {
      guard let preference = call.argument("encryptionPreference") else { continue }
      let values = source.fold(preference, in: call.scope).alternatives.compactMap(\.symbol)
      guard let weak = values.first(where: { $0 == "none" || $0 == "optional" }) else { continue }
      report.add(
        Self.self, at: preference.utf8Range,
        weak == "none"
          ? LocalizedText("The session is not encrypted.", ja: "セッションが暗号化されません。")
          : LocalizedText(
            "The session is encrypted only if the other device wants it.", ja: "相手のデバイスが望む場合にしか暗号化されません。"),
        fix: Self.fix(of: preference))
    }
  }

  static let repair = LocalizedText("Requires encryption: .required.", ja: "暗号化を必須（.required）にします。")

  private static func fix(of preference: ExprSyntax) -> SourceFix? {
    guard let name = WrittenValue.member(preference), ["none", "optional"].contains(name.text) else {
      return nil
    }
    return SourceFix(repair, [WrittenValue.replacing(name, with: "required")])
  }
}
