import OmamoriCore
import OmamoriReport

extension RuleMappings {
  /// The rules for whose subject MASWE has no weakness, each with the reason.
  static let withoutWeakness: [Entry] = [
    .init(
      "challenge-methods-cancelled", profiles: [.l1, .l2], ["NETWORK-1"],
      because: LocalizedText(
        "Connections fail; the app accepts no server that it should reject.",
        ja: "接続が失敗するだけで、拒否すべきサーバーを受け入れることはありません。")),
    .init(
      "credential-in-url-query", profiles: [.l1, .l2], ["NETWORK-1"],
      because: LocalizedText(
        "MASWE covers what the app logs and what it sends unencrypted, not what servers log.",
        ja: "MASWE が扱うのはアプリ自身のログと平文通信であり、サーバー側のログは対象外です。")),
    .init(
      "export-wildcard-profile", profiles: [.r], ["RESILIENCE-2"],
      because: LocalizedText(
        "MASWE has no weakness for the choice of a provisioning profile.",
        ja: "MASWE には、プロビジョニングプロファイルの選択に関する弱点がありません。")),
    .init(
      "key-regenerated-on-error", profiles: [.l1, .l2], ["CRYPTO-2"],
      because: LocalizedText(
        "Data is lost, not disclosed; MASWE covers re-created keys only where biometrics guard them.",
        ja: "データの漏えいではなく消失です。MASWE が鍵の再生成を扱うのは、生体認証で保護された鍵だけです。")),
    .init(
      "keychain-lossy-save", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "Data is lost, not disclosed; MASWE has no weakness for that.",
        ja: "データの漏えいではなく消失であり、MASWE に該当する弱点がありません。")),
    .init(
      "keychain-unscoped-query", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "The query reaches only items that the app may read anyway.", ja: "クエリの対象は、アプリにアクセス権がある項目だけです。")),
    .init(
      "migration-best-effort", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "Data is lost or stays where it was; the rule does not know whether that place is unsafe.",
        ja: "データが失われるか、元の場所に残ります。その場所が安全かどうかは、このルールでは判断できません。")),
    .init(
      "provisioning-profile-risk", profiles: [.r], ["RESILIENCE-2"],
      because: LocalizedText(
        "MASWE has no weakness for the choice of a provisioning profile.",
        ja: "MASWE には、プロビジョニングプロファイルの選択に関する弱点がありません。")),
    .init(
      "query-schemes-mismatch", profiles: [.l1, .l2], ["PLATFORM-1"],
      because: LocalizedText("The setting has no effect.", ja: "設定に効果がありません。"),
      reads: [.infoPlist]),
    .init(
      "response-headers-wrong", profiles: [.l1, .l2], ["NETWORK-1"],
      because: LocalizedText(
        "The header has no effect; it exposes nothing.", ja: "ヘッダーに効果がないだけで、何も露出しません。")),
    .init(
      "secret-in-comment", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "A comment is in the repository, not in the app that MASWE is about.",
        ja: "コメントはリポジトリにあり、MASWE の対象であるアプリには含まれません。")),
    .init(
      "suppression-unused", profiles: [.l1, .l2, .r, .p], ["CODE-4"],
      because: LocalizedText("The rule is about the audit, not about the app.", ja: "アプリではなく監査に関するルールです。")),
    .init(
      "suppression-without-reason", profiles: [.l1, .l2, .r, .p], ["CODE-4"],
      because: LocalizedText("The rule is about the audit, not about the app.", ja: "アプリではなく監査に関するルールです。")),
    .init(
      "token-refresh-race", profiles: [.l1, .l2], ["AUTH-1"],
      because: LocalizedText(
        "The session ends, or an unused token stays valid; MASWE has no weakness for that.",
        ja: "セッションが終了するか、使われないトークンが有効なまま残ります。MASWE に該当する弱点がありません。")),
    .init(
      "user-password-persisted", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "The Keychain encrypts the password; MASWE has no weakness for keeping it there.",
        ja: "パスワードは Keychain で暗号化されます。MASWE には、Keychain での保存に関する弱点がありません。")),
    .init(
      "weak-password-policy", profiles: [.l1, .l2], ["AUTH-1"],
      because: LocalizedText(
        "MASWE has no weakness for the strength of passwords.", ja: "MASWE には、パスワードの強度に関する弱点がありません。")),
  ]
}
