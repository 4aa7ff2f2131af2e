import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// The user's own password that the app keeps, even in the Keychain, where a token would do.
struct UserPasswordPersisted: SwiftRule {
  static let metadata = RuleMetadata(
    id: "user-password-persisted",
    title: LocalizedText("The user's password is kept", ja: "利用者のパスワードを保存している"),
    why: LocalizedText(
      """
      A kept password opens the account for ever and often other accounts as well. A token can be limited to this \
      device and be taken back; a password that was read cannot.
      """,
      ja: """
        保存されたパスワードは、そのアカウントだけでなく他のアカウントにも使われるおそれがあり、漏えいしても無効に\
        できません。トークンであれば、デバイスに限定し、後から無効にできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Send the password once and keep the token that the server answers with: OmamoriAuth keeps sessions and renews \
        them; passkeys need no password at all.
        """,
        ja: """
          パスワードは一度だけ送信し、サーバーから受け取ったトークンを保存してください。OmamoriAuth はセッションの\
          保存と更新を行います。パスキーならパスワード自体が不要です。
          """),
      library: .auth),
    severity: .low, confidence: .low, cwe: [522], owaspMobile2024: [.m1], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func remember(_ password: String) {
          let item: [String: Any] = [
            kSecClass as String: kSecClassInternetPassword,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            kSecValueData as String: Data(password.utf8),
          ]
          SecItemAdd(item as CFDictionary, nil)
        }
        """,
      good: """
        func remember(_ token: String) {
          let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            kSecValueData as String: Data(token.utf8),
          ]
          SecItemAdd(item as CFDictionary, nil)
        }
        """))

  static let triggers: Set<String> = ["kSecValueData", "set", "add", "save", "setString", "setPassword"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // A password manager keeps passwords, that is what it is for.
    guard !source.facts.names("ASPasswordCredential"),
      !source.facts.names("ASCredentialProviderViewController")
    else { return }
    for item in items(in: source) {
      guard let found = source.taint(of: item.value, in: item.scope, .secret), isLoginPassword(found.name),
        !isKeeper(item.scope, source)
      else { continue }
      report.add(
        Self.self, at: item.range,
        LocalizedText(
          "\(found.name), the user's password, is kept in the Keychain.",
          ja: "利用者のパスワード \(found.name) が Keychain に保存されています。"),
        flow: source.flow(of: found, to: item.range))
    }
  }

  private struct Item {
    let value: ExprSyntax
    let scope: ScopeID
    let range: Range<Int>
  }

  /// What is written into items of the Keychain: by a query, or through a wrapper that is called one.
  private func items(in source: SwiftSource) -> [Item] {
    let entries = source.facts.entries.compactMap { entry -> Item? in
      guard let key = entry.key, Self.name(of: key) == "kSecValueData" else { return nil }
      return Item(value: entry.value, scope: entry.scope, range: entry.value.utf8Range)
    }
    let assigned = source.facts.assignments.compactMap { assignment -> Item? in
      guard let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let key = access.arguments.first?.expression, Self.name(of: key) == "kSecValueData"
      else { return nil }
      return Item(value: assignment.value, scope: assignment.scope, range: assignment.range)
    }
    let wrapped = ["set", "add", "save", "setString", "setPassword"].flatMap { name in
      source.facts.calls(name).compactMap { call -> Item? in
        guard let value = call.arguments.first?.value,
          (call.receiverPath + [call.receiver.flatMap { source.typeName(of: $0, in: call.scope) } ?? ""])
            .contains(where: StoredSecret.isStoreOfSecrets)
        else { return nil }
        return Item(value: value, scope: call.scope, range: call.range)
      }
    }
    return entries + assigned + wrapped
  }

  /// The name in `kSecValueData`, `kSecValueData as String` and `String(kSecValueData)`.
  private static func name(of key: ExprSyntax) -> String? {
    guard let key = SequenceParts.single(key) else { return nil }
    if let call = Call(key, scope: .file), let inner = call.arguments.first?.value {
      return NamePath.last(of: inner)
    }
    return NamePath.last(of: key)
  }

  /// Whether `name` means the password that a person signs in with.
  private func isLoginPassword(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains(where: Self.passwords.contains) && !words.contains(where: Self.others.contains)
  }

  /// Whether the code around keeps passwords for people, or for files and networks.
  private func isKeeper(_ scope: ScopeID, _ source: SwiftSource) -> Bool {
    source.facts.chain(from: scope).contains { scope in
      Words.of(source.facts.scopes[scope.index].name).contains(where: Self.keepers.contains)
    }
  }

  private static let passwords: Set = ["password", "passwd", "pwd", "パスワード"]
  /// Words of passwords that no person signs in with.
  private static let others: Set = [
    "database", "db", "wifi", "wi", "ssid", "network", "hotspot", "encryption", "master", "backup", "realm",
    "sqlcipher", "zip", "pdf", "file", "archive", "certificate", "p12", "pkcs12", "keystore", "generated",
    "random", "proxy", "hash", "hashed", "salt", "vault", "derived", "device", "store", "key", "printer",
    "encrypted", "sealed", "identity",
  ]
  /// Words of types and functions that keep passwords for people, or for files and networks.
  private static let keepers: Set = [
    "vault", "wifi", "hotspot", "database", "backup", "archive", "passwords", "credentials",
  ]
}
