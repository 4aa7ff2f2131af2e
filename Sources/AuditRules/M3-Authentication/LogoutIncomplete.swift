import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A sign-out that changes what the app shows and leaves what it stored.
struct LogoutIncomplete: SwiftRule {
  static let metadata = RuleMetadata(
    id: "logout-incomplete",
    title: LocalizedText("Sign-out leaves data behind", ja: "データが残るサインアウト"),
    why: LocalizedText(
      """
      Tokens, cookies and cached answers that stay after signing out still open the account, for the next person who \
      uses the device or restores its backup.
      """,
      ja: """
        サインアウト後にトークン、Cookie、キャッシュが残っていると、次にデバイスを使用する人やバックアップを復元した人\
        がアカウントを利用できてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Revoke the tokens at the server, then remove Keychain items, cookies, cached responses and files of the \
        account, and tell the user when that fails. OmamoriKeychain reports what could not be removed.
        """,
        ja: """
          サーバーでトークンを失効させてから、Keychain の項目、Cookie、キャッシュ、アカウントのファイルを削除し、失敗\
          した場合は利用者に知らせてください。OmamoriKeychain は削除できなかった項目をエラーで返します。
          """),
      library: .keychain),
    severity: .low, confidence: .low, cwe: [613], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        func signOut() {
          UserDefaults.standard.set(false, forKey: "isLoggedIn")
          isSignedIn = false
        }
        """,
      good: """
        func signOut() throws {
          try keychain.removeAll()
          HTTPCookieStorage.shared.removeCookies(since: .distantPast)
          URLCache.shared.removeAllCachedResponses()
          isSignedIn = false
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where Self.names.contains(Self.squashed(function.name)) {
      let calls = source.facts.calls(in: function.scope)
      checkSwallowed(calls, function, source, &report)
      if let kept = keptSecret(function, calls, source) {
        report.add(
          Self.self, at: function.range,
          LocalizedText(
            "\(function.name) does not touch \(kept.store), in which \(kept.secret) stays.",
            ja: "\(function.name) は \(kept.store) に触れず、保存された \(kept.secret) が残ります。"),
          related: [report.step(at: kept.range, LocalizedText("It is kept here.", ja: "ここで保存しています。"))])
        continue
      }
      guard let flag = signedInFlag(function, calls, source), calls.allSatisfy({ Self.isForShow($0) }),
        !dropsSecret(function, source)
      else { continue }
      report.add(
        Self.self, at: function.range,
        LocalizedText(
          "\(function.name) only resets \(flag); tokens, cookies and cached data stay on the device.",
          ja: "\(function.name) は \(flag) を戻すだけで、トークン、Cookie、キャッシュがデバイスに残ります。"))
    }
  }

  private static func squashed(_ name: String) -> String { Words.of(name).joined() }

  private static let names: Set = [
    "signout", "logout", "signoff", "logoff", "signoutuser", "logoutuser", "performlogout", "performsignout",
    "dologout", "userlogout", "logouttapped", "signouttapped", "didtaplogout", "didtapsignout",
  ]

  // MARK: Nothing is removed

  /// What the function changes that only says whether somebody is signed in.
  private func signedInFlag(_ function: Function, _ calls: [Call], _ source: SwiftSource) -> String? {
    let assigned = source.facts.assignments.first { assignment in
      guard source.facts.isWithin(assignment.scope, function.scope), assignment.operation == "=",
        let name = assignment.name, Self.saysSignedIn(name)
      else { return false }
      return source.fold(assignment.value, in: assignment.scope).boolean == false
    }
    if let assigned { return assigned.name }
    return calls.lazy.compactMap { call -> String? in
      guard ["set", "setValue"].contains(call.name), let value = call.arguments.first?.value,
        source.fold(value, in: call.scope).boolean == false
      else { return nil }
      let key = call.argument("forKey").flatMap { source.fold($0, in: call.scope).string }
      return key.flatMap { Self.saysSignedIn($0) ? $0 : nil }
    }.first
  }

  /// A secret that the same type keeps in a store, when all that the function does is known and none of it reaches that.
  private func keptSecret(
    _ function: Function, _ calls: [Call], _ source: SwiftSource
  ) -> (store: String, secret: String, range: Range<Int>)? {
    guard let type = source.facts.typeName(around: function.scope),
      calls.allSatisfy({ Self.isForShow($0) || $0.name == "removeObject" }), !dropsSecret(function, source)
    else { return nil }
    for name in ["save", "set", "store", "add", "setString", "setPassword"] {
      for call in source.facts.calls(name) {
        guard let receiver = call.receiver, let store = NamePath.last(of: receiver),
          source.facts.member(store, of: type) != nil, source.facts.typeName(around: call.scope) == type,
          [store, source.typeName(of: receiver, in: call.scope) ?? ""].contains(
            where: StoredSecret.isStoreOfSecrets),
          let value = call.arguments.first?.value, let found = source.sensitive(value, in: call.scope),
          found.meaning == .secret, source.facts.references(store, in: function.scope).isEmpty
        else { continue }
        return (store, found.name, call.range)
      }
    }
    return nil
  }

  /// Whether the function sets a secret to `nil`: the setter may well remove what is stored.
  private func dropsSecret(_ function: Function, _ source: SwiftSource) -> Bool {
    source.facts.assignments.contains { assignment in
      source.facts.isWithin(assignment.scope, function.scope)
        && assignment.value.is(NilLiteralExprSyntax.self)
        && assignment.name.flatMap { SensitiveLexicon.meaning(of: $0) } == .secret
    }
  }

  private static func saysSignedIn(_ name: String) -> Bool {
    let squashed = squashed(name)
    return ["signedin", "loggedin", "authenticated", "isloggedon"].contains { squashed.hasSuffix($0) }
  }

  /// Whether `call` cannot remove anything: it writes a preference, logs, or changes the screen.
  private static func isForShow(_ call: Call) -> Bool { shown.contains(call.name) }

  private static let shown: Set = [
    "set", "setValue", "synchronize", "print", "debugPrint", "NSLog", "info", "debug", "notice", "async",
    "run", "withAnimation", "Task", "present", "dismiss", "popToRootViewController", "popViewController",
    "pushViewController", "performSegue", "instantiateViewController", "instantiateInitialViewController",
    "UIStoryboard", "UINavigationController", "UIHostingController", "main",
  ]

  // MARK: Errors of removal are swallowed

  private func checkSwallowed(
    _ calls: [Call], _ function: Function, _ source: SwiftSource, _ report: inout FileReport
  ) {
    for call in calls where Self.removes(call) {
      guard
        let attempt = call.node.parent?.as(TryExprSyntax.self)
          ?? call.node.ancestor(TryExprSyntax.self, within: 2),
        attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark,
        attempt.parent?.is(CodeBlockItemSyntax.self) == true || isDiscarded(attempt)
      else { continue }
      report.add(
        Self.self, at: attempt.utf8Range,
        LocalizedText(
          "When \(source.quote(call.node.calledExpression, limit: 40)) fails, nobody learns that the secret stays.",
          ja: "\(source.quote(call.node.calledExpression, limit: 40)) が失敗しても、秘密情報が残ったことに気付けません。"))
    }
  }

  private func isDiscarded(_ attempt: TryExprSyntax) -> Bool {
    attempt.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self) == true
  }

  /// Whether `call` removes items of the Keychain or of another store of secrets.
  private static func removes(_ call: Call) -> Bool {
    guard let verb = Words.of(call.name).first, ["delete", "remove", "clear", "reset", "wipe"].contains(verb)
    else { return false }
    let words = call.receiverPath.flatMap { Words.of($0) }
    return words.contains {
      ["keychain", "token", "tokens", "credential", "credentials", "secrets", "vault"].contains($0)
    }
  }
}
