import AuditEngine
import OmamoriCore
import OmamoriReport

/// An app in which people create an account and cannot delete it.
struct AccountDeletionMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "account-deletion-missing",
    title: LocalizedText("Account can be created but not deleted", ja: "作成したアカウントを削除できない"),
    why: LocalizedText(
      """
      Personal data stays on the server for as long as the account exists, and leaks with it. App Review requires that \
      people can delete an account in the app in which they created it.
      """,
      ja: """
        アカウントが存在するかぎり個人情報はサーバーに残り、侵害されれば漏えいします。\
        App Review も、アプリで作成したアカウントをアプリ内で削除できることを求めています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Offer the deletion of the account and its data in the app, or a link to the page that does it.",
        ja: "アカウントとデータの削除をアプリ内に用意するか、削除できるページへのリンクを置いてください。")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        import FirebaseAuth
        @main struct Shop: App {
          func join(_ form: Form) async throws {
            try await Auth.auth().createUser(withEmail: form.email, password: form.password)
          }
        }
        """,
      good: """
        import FirebaseAuth
        @main struct Shop: App {
          func join(_ form: Form) async throws {
            try await Auth.auth().createUser(withEmail: form.email, password: form.password)
          }
          func leave() async throws { try await Auth.auth().currentUser?.delete() }
        }
        """))

  static let names = SignUp.names

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, let signUp = SignUp(project),
      !AppText.mentions(Self.deletion, in: project.inventory)
    else { return }
    report.add(
      Self.self, at: signUp.use,
      LocalizedText(
        "\(signUp.name) creates an account, and nothing in the sources or texts deletes one.",
        ja: "\(signUp.name) でアカウントを作成しますが、削除する処理や文言がソースコードに見当たりません。"),
      severity: signUp.isOfLibrary ? .low : .info, confidence: signUp.isOfLibrary ? .medium : .low)
  }

  /// How apps call it, in sources and in texts.
  private static let deletion = [
    "deleteaccount", "deletemyaccount", "deleteyouraccount", "deletetheaccount", "deleteanaccount",
    "deletethisaccount", "deleteuser", "deletecurrentuser", "deleteprofile", "deletemydata",
    "deletemembership", "removeaccount", "removemyaccount", "removeyouraccount", "removeuser", "closeaccount",
    "closemyaccount", "closeyouraccount", "eraseaccount", "destroyaccount", "terminateaccount",
    "cancelaccount", "cancelmembership", "accountdelet", "account/delet", "accountremov", "accountclos",
    "accounteras", "accounttermination", "userdelet", "user/delet", "userdestroy", "accountdestroy",
    "delete/account", "delete/user", "usersdelete", "退会", "アカウントを削除", "アカウント削除", "アカウントの削除",
    "アカウント消去", "kontolöschen", "supprimermoncompte", "supprimerlecompte", "supprimercompte",
    "eliminarcuenta", "eliminarlacuenta", "eliminarmicuenta", "eliminaaccount", "excluirconta",
    "删除账号", "删除帐号", "删除账户", "注销账号", "注销账户", "회원탈퇴", "계정삭제",
  ]
}
