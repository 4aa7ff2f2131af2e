import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A migration that goes on whatever fails, and then never runs again.
struct MigrationBestEffort: SwiftRule {
  static let metadata = RuleMetadata(
    id: "migration-best-effort",
    title: LocalizedText("Migration that loses what fails", ja: "失敗したデータを失う移行処理"),
    why: LocalizedText(
      """
      An error in a step is thrown away, and the version is raised all the same: the step never runs again. \
      A device that was locked at that moment loses its keys or leaves the old plaintext behind.
      """,
      ja: """
        途中のエラーを無視したままバージョンを更新すると、その処理は二度と実行されません。\
        実行時にデバイスがロックされていると、鍵を失ったり、古い平文が残ったりします。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Let errors end the migration, raise the version only after all steps succeeded, and remove the old \
        item only after the new one was read back.
        """,
        ja: """
          エラー時は移行を中止し、すべての手順が成功した後でのみバージョンを更新してください。\
          古い項目は、新しい項目を読み出せることを確認してから削除してください。
          """),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [755], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func migrate() {
          try? keychain.set(oldToken, for: "token")
          UserDefaults.standard.set(2, forKey: "storageVersion")
        }
        """,
      good: """
        func migrate() throws {
          try keychain.set(oldToken, for: "token")
          UserDefaults.standard.set(2, forKey: "storageVersion")
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where Self.migrates(function.name) {
      let attempts = attempts(in: function)
      guard !attempts.isEmpty, let raise = versionChange(in: function, source) else { continue }
      guard let attempt = attempts.first(where: { $0.utf8Range.lowerBound < raise.lowerBound }) else {
        continue
      }
      report.add(
        Self.self, at: attempt.utf8Range,
        LocalizedText(
          "An error here is ignored, and \(function.name) is marked as done all the same.",
          ja: "ここでエラーが起きても無視され、\(function.name) は完了したものとして記録されます。"),
        related: [
          report.step(at: raise, LocalizedText("Marked as done here.", ja: "ここで完了と記録されます。"))
        ])
    }
  }

  private static let migrations: Set = ["migrate", "migration", "migrates", "migrating"]

  private static func migrates(_ name: String) -> Bool {
    Words.of(name).contains(where: migrations.contains)
  }

  /// Every `try?` of the function whose result nobody looks at, and that saves or moves something.
  private func attempts(in function: Function) -> [TryExprSyntax] {
    let finder = AttemptFinder(viewMode: .sourceAccurate)
    finder.walk(function.body)
    return finder.found
  }

  /// The place at which the function writes down that it is done: a version or a flag.
  private func versionChange(in function: Function, _ source: SwiftSource) -> Range<Int>? {
    let calls = ["set", "setValue", "setBool", "setInteger"].flatMap {
      source.facts.calls($0, in: function.scope)
    }
    for call in calls {
      guard let key = call.argument("forKey"), let value = call.arguments.first?.value,
        Self.isMark(source.fold(key, in: call.scope).string ?? NamePath.last(of: key) ?? "")
          || Self.isMark(NamePath.last(of: value) ?? "")
      else { continue }
      return call.range
    }
    let assignments = source.facts.assignments.filter { function.range.contains($0.range.lowerBound) }
    return assignments.first { Self.isMark($0.name ?? "") && $0.target.is(MemberAccessExprSyntax.self) }?
      .range
      ?? assignments.first { Self.isMark($0.name ?? "") && $0.operation == "=" && !isLocal($0, source) }?
      .range
  }

  private func isLocal(_ assignment: Assignment, _ source: SwiftSource) -> Bool {
    guard let name = assignment.name, let binding = source.binding(named: name, from: assignment.scope) else {
      return false
    }
    return source.facts.scopes[binding.scope.index].kind != .type
  }

  private static func isMark(_ name: String) -> Bool {
    let words = Set(Words.of(name))
    return !words.isDisjoint(with: ["version", "migrated", "migration"])
      || words.isSuperset(of: ["did", "migrate"]) || words.isSuperset(of: ["has", "migrated"])
  }
}

/// Collects `try?` whose value is thrown away.
private final class AttemptFinder: SyntaxVisitor {
  private(set) var found: [TryExprSyntax] = []
  private var hasUnsureSource = false

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.questionOrExclamationMark?.text == "?" else { return .visitChildren }
    guard isDiscarded(node), changes(node) else {
      // `let old = try? load()`: without it nothing is brought over, and all goes on.
      if node.parent?.is(InitializerClauseSyntax.self) == true,
        node.ancestor(OptionalBindingConditionSyntax.self, within: 3) == nil
      {
        hasUnsureSource = true
      }
      return .visitChildren
    }
    found.append(node)
    return .skipChildren
  }

  private func isDiscarded(_ node: TryExprSyntax) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.is(CodeBlockItemSyntax.self) { return true }
    guard let sequence = parent.parent?.as(SequenceExprSyntax.self) else { return false }
    return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true
  }

  /// Whether the call saves, moves or rewrites; cleaning up may fail, unless what it removes may not have arrived.
  private func changes(_ node: TryExprSyntax) -> Bool {
    guard let call = Call(node.expression, scope: .file) else { return false }
    if hasUnsureSource, ["removeItem", "removeObject", "delete", "remove"].contains(call.name) {
      return true
    }
    return Words.of(call.name).contains {
      [
        "save", "set", "store", "add", "write", "move", "copy", "insert", "migrate", "encrypt", "import",
        "convert", "update", "replace", "execute", "run",
      ].contains($0)
    }
  }
}
