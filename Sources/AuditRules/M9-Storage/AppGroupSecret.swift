import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret in a container that other apps or devices share.
struct AppGroupSecret: SwiftRule {
  static let metadata = RuleMetadata(
    id: "app-group-secret",
    title: LocalizedText("Secret in a shared container", ja: "共有コンテナに保存された秘密情報"),
    why: LocalizedText(
      """
      Every app and extension of the group reads the container, and iCloud copies its own to all devices of \
      the user. A keyboard or widget with a weakness then gives the secret away.
      """,
      ja: """
        共有コンテナはグループ内のすべてのアプリと拡張機能から読み取れ、iCloud のコンテナは利用者のすべてのデバイスに\
        コピーされます。弱点のあるキーボードやウィジェットから秘密情報が漏れます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Share secrets through a Keychain access group (Keychain(service:accessGroup:)) with a device-only \
        class, and only with the extension that needs them.
        """,
        ja: """
          秘密情報は、デバイス限定の保護クラスを指定した Keychain アクセスグループ（Keychain(service:accessGroup:)）で、\
          必要な拡張機能とだけ共有してください。
          """),
      library: .keychain),
    severity: .medium, confidence: .medium, cwe: [922], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func share(_ accessToken: String) throws {
          let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tsukimi")!
          try accessToken.write(to: folder.appendingPathComponent("token"), atomically: true, encoding: .utf8)
        }
        """,
      good: """
        func share(_ accessToken: String) throws {
          try Keychain(service: "tsukimi", accessGroup: "TEAM.tsukimi").set(accessToken, for: "token")
        }
        """))

  static let triggers: Set<String> = ["containerURL", "url", "UserDefaults"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkFiles(source, &report)
    checkPreferences(source, &report)
  }

  private func checkFiles(_ source: SwiftSource, _ report: inout FileReport) {
    let hasContainer =
      source.facts.calls("containerURL").contains {
        $0.argument("forSecurityApplicationGroupIdentifier") != nil
      }
      || source.facts.calls("url").contains { $0.argument("forUbiquityContainerIdentifier") != nil }
    guard hasContainer else { return }
    for write in FileWrite.all(in: source) {
      guard let destination = write.destination, let secret = write.secret(in: source), secret.isGrave,
        !write.isSealed(in: source), leadsToContainer(destination, write.call.scope, source)
      else { continue }
      add(secret.name, at: write.call.range, &report)
    }
  }

  private func checkPreferences(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["set", "setValue"] {
      for call in source.facts.calls(name) {
        guard let key = call.argument("forKey"), let value = call.arguments.first?.value,
          let receiver = call.receiver, isGroupSuite(receiver, call.scope, source),
          let secret = StoredSecret(value: value, key: key, in: call.scope, source), secret.isGrave
        else { continue }
        add(secret.name, at: call.range, &report)
      }
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) is put where every app and extension of the group reads it.",
        ja: "\(name) が、グループ内のすべてのアプリと拡張機能から読める場所に保存されています。"))
  }

  /// Whether the path is built from a shared container, through names of this file.
  private func leadsToContainer(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    StoragePlace.parts(of: expression, in: scope, source).names.contains {
      ["forSecurityApplicationGroupIdentifier", "forUbiquityContainerIdentifier"].contains($0)
    }
  }

  /// `UserDefaults(suiteName: "group.…")`, directly or through a name of this file.
  private func isGroupSuite(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    source.origins(of: expression, in: scope).contains { origin in
      guard let call = Call(origin.expression, scope: origin.scope), call.name == "UserDefaults",
        let suite = call.argument("suiteName")
      else { return false }
      return source.fold(suite, in: origin.scope).string?.hasPrefix("group.") == true
    }
  }
}
