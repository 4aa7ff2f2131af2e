import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret written into a property list.
struct PlistSecretWritten: SwiftRule {
  static let metadata = RuleMetadata(
    id: "plist-secret-written",
    title: LocalizedText("Secret in a property list", ja: "プロパティリストに書き込まれた秘密情報"),
    why: LocalizedText(
      """
      A property list is a plain file in the app's container: backups contain it, and any tool shows its \
      keys and values.
      """,
      ja: """
        プロパティリストはアプリのコンテナ内にある平文のファイルです。バックアップにも含まれ、\
        キーと値は一般のツールで表示できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Keep the secret in the Keychain (Keychain.set(_:for:)) and write only what is no secret.",
        ja: "秘密情報は Keychain（Keychain.set(_:for:)）に保存し、秘密でない値だけを書き込んでください。"),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func save(_ password: String) {
          let account: NSDictionary = ["user": name, "password": password]
          account.write(to: file, atomically: true)
        }
        """,
      good: """
        func save(_ password: String) throws {
          try keychain.set(password, for: "password")
          let account: NSDictionary = ["user": name, "theme": theme]
          account.write(to: file, atomically: true)
        }
        """))

  static let triggers: Set<String> = [
    "write", "PropertyListEncoder", "PropertyListSerialization", "writePropertyList",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("write") {
      guard let receiver = call.receiver, ["to", "toFile"].contains(call.arguments.first?.label ?? ""),
        let known = source.dictionary(Self.withoutCasts(receiver), in: call.scope), !known.entries.isEmpty,
        let name = SecretBearer.secret(in: Self.withoutCasts(receiver), call.scope, source)
      else { continue }
      add(name, at: call.range, &report)
    }
    for name in ["data", "writePropertyList"] {
      for call in source.facts.calls(name) where call.receiverPath.last == "PropertyListSerialization" {
        guard let list = call.arguments.first?.value, name == "writePropertyList" || isWritten(call, source),
          let name = SecretBearer.secret(in: Self.withoutCasts(list), call.scope, source)
        else { continue }
        add(name, at: call.range, &report)
      }
    }
    for call in source.facts.calls("encode") {
      guard let receiver = call.receiver, isPropertyListEncoder(receiver, call.scope, source),
        let value = call.arguments.first?.value, isWritten(call, source),
        let name = SecretBearer.secret(in: value, call.scope, source)
      else { continue }
      add(name, at: call.range, &report)
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) is written to a property list as it is.", ja: "\(name) がそのままプロパティリストに書き込まれています。"))
  }

  /// Whether the function that makes the data also writes a file, and seals nothing before.
  private func isWritten(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: call.scope) else { return false }
    let calls = source.facts.calls(in: function.scope)
    guard !calls.contains(where: { ["seal", "encrypt"].contains($0.name) }) else { return false }
    return calls.contains {
      $0.name == "createFile" || $0.name == "write" && $0.arguments.first?.label != nil
    }
  }

  private func isPropertyListEncoder(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource)
    -> Bool
  {
    if Call(expression, scope: scope)?.name == "PropertyListEncoder" { return true }
    guard let name = NamePath.last(of: expression), let binding = source.binding(named: name, from: scope)
    else {
      return false
    }
    return binding.type?.writtenName == "PropertyListEncoder"
      || binding.value.flatMap { Call($0, scope: scope)?.name } == "PropertyListEncoder"
  }

  /// `(values as NSDictionary)` and `NSDictionary(dictionary: values)` are `values`.
  private static func withoutCasts(_ expression: ExprSyntax) -> ExprSyntax {
    var expression = expression
    for _ in 0..<8 {
      if let call = Call(expression, scope: .file),
        ["NSDictionary", "NSMutableDictionary"].contains(call.name),
        let inner = call.argument("dictionary")
      {
        expression = inner
      } else if let single = SequenceParts.single(expression), single != expression {
        expression = single
      } else if let inner = NamePath.unwrapped(expression) {
        expression = inner
      } else {
        break
      }
    }
    return expression
  }
}
