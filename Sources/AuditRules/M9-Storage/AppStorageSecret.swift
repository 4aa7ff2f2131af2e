import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret bound to the preferences by a property wrapper.
struct AppStorageSecret: SwiftRule {
  static let metadata = RuleMetadata(
    id: "appstorage-secret",
    title: LocalizedText("Secret in @AppStorage", ja: "@AppStorage に保存された秘密情報"),
    why: LocalizedText(
      """
      @AppStorage and @SceneStorage write to plain files in the app's container, which backups and \
      file-reading tools copy.
      """,
      ja: """
        @AppStorage と @SceneStorage はアプリのコンテナ内の平文ファイルに書き込みます。\
        バックアップやファイル取得ツールで読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Keep the value in the Keychain (Keychain.set) and only what is no secret in @AppStorage.
        """,
        ja: """
          値は Keychain（Keychain.set）に保存し、@AppStorage には秘密でないものだけを\
          置いてください。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        struct ProfileView: View {
          @AppStorage("accessToken") private var accessToken = ""
        }
        """,
      good: """
        struct ProfileView: View {
          @AppStorage("theme") private var theme = "night"
        }
        """))

  static let triggers: Set<String> = wrappers

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings {
      guard
        let attribute = binding.attributes.first(where: {
          Self.wrappers.contains($0.attributeName.writtenName)
        }),
        !isFlag(binding, source), let secret = secret(attribute, binding, source)
      else { continue }
      let declaration = attribute.ancestor(VariableDeclSyntax.self, within: 4)
      report.add(
        Self.self, at: declaration?.utf8Range ?? binding.range,
        LocalizedText(
          "@\(attribute.attributeName.writtenName) keeps \(secret) as clear text.",
          ja: "@\(attribute.attributeName.writtenName) が \(secret) を平文で保存しています。"))
    }
  }

  /// The name that says that the property is a secret: of the entry or of the property.
  private func secret(_ attribute: AttributeSyntax, _ binding: Binding, _ source: SwiftSource) -> String? {
    var names = [binding.name]
    if case .argumentList(let arguments)? = attribute.arguments, let key = arguments.first, key.label == nil {
      names.append(
        source.fold(key.expression, in: binding.scope).string ?? NamePath.last(of: key.expression) ?? "")
    }
    return names.first { StoredSecret.meaning(of: $0) == .secret }
  }

  private func isFlag(_ binding: Binding, _ source: SwiftSource) -> Bool {
    if let type = binding.type?.writtenName, ["Bool", "Date", "Double", "TimeInterval"].contains(type) {
      return true
    }
    return source.fold(binding.value, in: binding.scope).boolean != nil
  }

  private static let wrappers: Set = ["AppStorage", "SceneStorage"]
}
