import OmamoriCore
import OmamoriReport

extension RuleMappings {
  /// The rules for whose subject MASWE has no weakness, each with the reason.
  static let withoutWeakness: [Entry] = [
    .init(
      "credential-in-url-query", profiles: [.l1, .l2], ["NETWORK-1"],
      because: LocalizedText(
        "MASWE covers what the app logs and what it sends unencrypted, not what servers log.",
        ja: "MASWE が扱うのはアプリ自身のログと平文通信であり、サーバー側のログは対象外です。")),
    .init(
      "export-wildcard-profile", profiles: [.r], ["RESILIENCE-2"],
      because: LocalizedText(
        "MASWE has no weakness for how a build is signed and distributed.",
        ja: "MASWE には、ビルドの署名と配布に関する弱点がありません。")),
    .init(
      "key-exchange-unauthenticated", profiles: [.l1, .l2], ["CRYPTO-1"],
      because: LocalizedText(
        "MASWE has no weakness for key agreement with an unauthenticated peer.",
        ja: "MASWE には、認証していない相手との鍵共有に関する弱点がありません。")),
    .init(
      "key-regenerated-on-error", profiles: [.l1, .l2], ["CRYPTO-2"],
      because: LocalizedText(
        "Data is lost, not disclosed; MASWE has no weakness for that.",
        ja: "データの漏えいではなく消失であり、MASWE に該当する弱点がありません。")),
    .init(
      "keychain-lossy-save", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "Data is lost, not disclosed; MASWE has no weakness for that.",
        ja: "データの漏えいではなく消失であり、MASWE に該当する弱点がありません。")),
    .init(
      "keychain-unscoped-query", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "All code that the query can reach belongs to the app itself.", ja: "クエリの影響が及ぶのは、同じアプリ内のコードだけです。")),
    .init(
      "migration-best-effort", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "Data is lost, not disclosed; MASWE has no weakness for that.",
        ja: "データの漏えいではなく消失であり、MASWE に該当する弱点がありません。")),
    .init(
      "provisioning-profile-risk", profiles: [.r], ["RESILIENCE-2"],
      because: LocalizedText(
        "MASWE has no weakness for how a build is signed and distributed.",
        ja: "MASWE には、ビルドの署名と配布に関する弱点がありません。")),
    .init(
      "query-schemes-mismatch", profiles: [.l1, .l2], ["PLATFORM-1"],
      because: LocalizedText("The setting is wrong but exposes nothing.", ja: "設定の誤りであり、何も露出しません。"),
      reads: [.infoPlist]),
    .init(
      "response-headers-wrong", profiles: [.l1, .l2], ["NETWORK-1"],
      because: LocalizedText(
        "The header is one of a server, and MASWE is about apps.", ja: "ヘッダーはサーバーのものであり、MASWE はアプリを対象とします。")),
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
      "unsafe-memory", profiles: [.l1, .l2], ["CODE-4"],
      because: LocalizedText(
        "MASWE covers memory corruption by untrusted data, not misuse of pointers as such.",
        ja: "MASWE が扱うのは信頼できないデータによるメモリ破壊であり、ポインターの誤用自体は対象外です。")),
    .init(
      "user-password-persisted", profiles: [.l1, .l2], ["STORAGE-1"],
      because: LocalizedText(
        "MASWE covers how a password is stored, not whether an app should keep it.",
        ja: "MASWE が扱うのはパスワードの保存方法であり、保存の要否は対象外です。")),
    .init(
      "weak-password-policy", profiles: [.l1, .l2], ["AUTH-1"],
      because: LocalizedText(
        "MASWE leaves the strength of passwords to the server.", ja: "MASWE はパスワードの強度をサーバー側に委ねています。")),
  ]
}
