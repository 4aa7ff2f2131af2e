import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A switch in the preferences that decides what somebody may do.
struct AuthStateInPreferences: SwiftRule {
  static let metadata = RuleMetadata(
    id: "auth-state-in-preferences",
    title: LocalizedText("Permission decided by a preference", ja: "UserDefaults の値で権限を判断している"),
    why: LocalizedText(
      """
      Preferences are a plain file in the app's container. It is edited in a backup or on a jailbroken \
      device, and the app takes its owner for signed in, paid up or an administrator.
      """,
      ja: """
        UserDefaults はアプリのコンテナ内の平文ファイルです。バックアップや脱獄したデバイスで書き換えられると、アプリはそ\
        の利用者をサインイン済み、購入済み、管理者などと見なします。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Derive the state from what cannot be edited: a token in the Keychain that the server accepts, \
        a verified transaction. OmamoriAuth keeps the session that way.
        """,
        ja: """
          書き換えられないもの（サーバーが受け入れる Keychain 内のトークンや検証済みの購入）から状態を求\
          めてください。OmamoriAuth はこの方法でセッションを保持します。
          """),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [565], owaspMobile2024: [.m3], owaspMobile2016: [.m6],
    example: RuleMetadata.Example(
      bad: """
        if UserDefaults.standard.bool(forKey: "isPremium") { showEverything() }
        """,
      good: """
        if UserDefaults.standard.bool(forKey: "usesDarkTheme") { applyTheme() }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.readers {
      for call in source.facts.calls(name) where call.labels == ["forKey"] {
        guard isPreferences(call, source), let key = key(of: call.arguments[0].value, call.scope, source),
          isRead(call)
        else { continue }
        add(key, at: call.range, &report)
      }
    }
    guard source.facts.names("AppStorage") else { return }
    for binding in source.facts.bindings {
      for attribute in binding.attributes where attribute.attributeName.writtenName == "AppStorage" {
        guard case .argumentList(let arguments)? = attribute.arguments, let first = arguments.first,
          let key = key(of: first.expression, binding.scope, source)
        else { continue }
        add(key, at: attribute.utf8Range.lowerBound..<binding.range.upperBound, &report)
      }
    }
  }

  private func add(_ key: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\"\(key)\" is read from the preferences, which anyone with the device can edit.",
        ja: "「\(key)」を UserDefaults から読み取っていますが、デバイスを持つ者なら書き換えられます。"))
  }

  /// The key if it names a permission.
  private func key(of expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    let value = source.fold(expression, in: scope)
    guard let key = value.string ?? value.symbol else { return nil }
    return Self.isPermission(key) ? key : nil
  }

  /// Whether the last part of `key` names a permission: `shop.pro`, `courierProPurchased`.
  private static func isPermission(_ key: String) -> Bool {
    let last = key.split(separator: ".").last.map(String.init) ?? key
    let words = Array(Words.of(last).drop { fillers.contains($0) })
    return permissions.contains(words.joined())
      || words.count == 3 && permissions.contains(words.suffix(2).joined())
      || key.contains(".") && words == ["pro"]
  }

  private func isPreferences(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let receiver = call.receiver else { return false }
    if let inner = Call(receiver, scope: call.scope) {
      return ["UserDefaults", "standardUserDefaults"].contains(inner.name)
    }
    let path = call.receiverPath
    if path.contains(where: { ["UserDefaults", "NSUserDefaults"].contains($0) }) { return true }
    guard let last = path.last else { return false }
    return Words.of(last).contains { ["defaults", "preferences", "prefs"].contains($0) }
  }

  /// Whether the value is used, not only copied to another place of the preferences.
  private func isRead(_ call: Call) -> Bool {
    call.node.ancestor(FunctionCallExprSyntax.self, within: 4)?.arguments
      .contains { $0.label?.text == "forKey" } != true
  }

  private static let readers = ["bool", "string", "object", "value", "integer"]
  private static let fillers: Set = ["is", "has", "user", "am", "was", "current", "app", "key", "k", "did"]
  private static let permissions: Set = [
    "loggedin", "userloggedin", "signedin", "authenticated", "authorized", "authorised", "loginstatus",
    "premium", "premiumuser", "premiummember", "premiumactive", "premiumunlocked", "prouser", "proversion",
    "prounlocked", "propurchased", "premiumpurchased", "fullunlocked", "fullversion", "subscribed",
    "subscriber", "subscriptionactive", "activesubscription",
    "paiduser", "purchased", "purchasedpro", "purchasedpremium", "vip", "admin", "administrator", "adminuser",
    "role", "userrole", "unlocked", "unlockedpremium", "unlockedpro", "permissions", "accesslevel", "login",
  ]
}

extension AuthStateInPreferences: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.names.contains("NSUserDefaults") else { return }
    for message in source.messages("boolForKey:", "objectForKey:", "stringForKey:", "integerForKey:") {
      let words = source.tokens[message.receiver].flatMap { Words.of($0.text) }
      guard words.contains(where: { ["defaults", "preferences", "prefs"].contains($0) }),
        let key = source.value(message.arguments[0], in: message.function)?.string, Self.isPermission(key)
      else { continue }
      add(key, at: source.bytes(of: message.tokens), &report)
    }
  }
}
