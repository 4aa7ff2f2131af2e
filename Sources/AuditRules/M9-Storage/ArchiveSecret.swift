import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An object with a secret archived to a file.
struct ArchiveSecret: SwiftRule {
  static let metadata = RuleMetadata(
    id: "archive-secret",
    title: LocalizedText("Secret in an archived object", ja: "アーカイブされた秘密情報"),
    why: LocalizedText(
      """
      Archives and JSON spell every property out. Written to a file, the secret in the object can be read \
      from backups and by whoever gets hold of the unlocked device.
      """,
      ja: """
        アーカイブや JSON には、すべてのプロパティがそのまま書き出されます。ファイルに保存すると、\
        バックアップやロック解除されたデバイスから秘密情報を読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Leave the secret out of the object and keep it in the Keychain, or seal the archive (FileEncryptor).",
        ja: "秘密情報はオブジェクトに含めず Keychain に保存するか、アーカイブを暗号化（FileEncryptor）してください。"),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        struct Session: Codable { let user: String; let accessToken: String }
        func keep(_ session: Session) throws {
          try JSONEncoder().encode(session).write(to: file)
        }
        """,
      good: """
        struct Session: Codable { let user: String; let started: Date }
        func keep(_ session: Session) throws {
          try JSONEncoder().encode(session).write(to: file)
        }
        """))

  static let triggers: Set<String> = [
    "archivedData", "archiveRootObject", "encode", "NSKeyedArchiver", "JSONEncoder",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let writes = FileWrite.all(in: source)
    for call in source.facts.calls("archiveRootObject") {
      guard call.argument("toFile") != nil, let object = call.arguments.first?.value,
        let name = SecretBearer.secret(in: object, call.scope, source)
      else { continue }
      add(name, at: call.range, &report)
    }
    for call in source.facts.calls("archivedData") {
      guard let object = call.argument("withRootObject"), let place = write(of: call, writes, source),
        let name = SecretBearer.secret(in: object, call.scope, source)
      else { continue }
      add(name, at: place, &report)
    }
    for call in source.facts.calls("encode") {
      guard let receiver = call.receiver, isJSONEncoder(receiver, call.scope, source),
        let object = call.arguments.first, object.label == nil, let place = write(of: call, writes, source),
        let name = SecretBearer.secret(in: object.value, call.scope, source)
      else { continue }
      add(name, at: place, &report)
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The archived object holds \(name), and the archive is written as it is.",
        ja: "アーカイブされるオブジェクトに \(name) が含まれ、暗号化されずに書き込まれます。"))
  }

  private func isJSONEncoder(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if Call(expression, scope: scope)?.name == "JSONEncoder" { return true }
    guard let name = NamePath.last(of: expression), let binding = source.binding(named: name, from: scope)
    else {
      return false
    }
    return binding.type?.writtenName == "JSONEncoder"
      || binding.value.flatMap { Call($0, scope: scope)?.name } == "JSONEncoder"
  }

  /// The call by which what `call` makes goes to a file or to the preferences without being sealed.
  private func write(of call: Call, _ writes: [FileWrite], _ source: SwiftSource) -> Range<Int>? {
    // `encode(session).write(to: file)`
    if let member = call.node.ancestor(MemberAccessExprSyntax.self, within: 4),
      member.declName.baseName.text == "write",
      member.base?.utf8Range.contains(call.range.lowerBound) == true
    {
      return member.parent?.utf8Range
    }
    guard let function = source.facts.function(around: call.scope),
      let pattern = call.node.ancestor(PatternBindingSyntax.self, within: 8)?.pattern
        ?? call.node.ancestor(OptionalBindingConditionSyntax.self, within: 8)?.pattern,
      let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    let file = writes.first { write in
      source.facts.isWithin(write.call.scope, function.scope) && NamePath.last(of: write.data) == name
    }
    let preference = source.facts.calls("set", in: function.scope).first {
      $0.argument("forKey") != nil && $0.arguments.first.flatMap { NamePath.last(of: $0.value) } == name
        && $0.receiver.map { $0.trimmedDescription.lowercased().contains("defaults") } == true
    }
    return file?.call.range ?? preference?.range
  }
}
