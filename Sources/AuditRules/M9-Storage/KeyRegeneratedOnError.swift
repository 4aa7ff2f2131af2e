import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A new key made whenever the old one cannot be read.
struct KeyRegeneratedOnError: SwiftRule {
  static let metadata = RuleMetadata(
    id: "key-regenerated-on-error",
    title: LocalizedText("Key replaced on any error", ja: "エラー時の鍵の作り直し"),
    why: LocalizedText(
      """
      A locked device or a passing error makes the load fail. Treated as if there were no key, a new one \
      overwrites the old, and everything encrypted with it is lost.
      """,
      ja: """
        デバイスのロックや一時的なエラーでも鍵の読み出しは失敗します。それを「鍵がない」とみなすと、新しい鍵が古い鍵を\
        上書きし、暗号化したデータがすべて失われます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make a key only when the load says errSecItemNotFound, and throw on every other error; \
        Keychain.getOrCreate(_:make:) does so.
        """,
        ja: """
          errSecItemNotFound の場合だけ鍵を生成し、それ以外のエラーは呼び出し元に伝えてください。\
          Keychain.getOrCreate(_:make:) はそのように動作します。
          """),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [755], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func journalKey() -> SymmetricKey {
          if let data = try? store.load("journalKey") { return SymmetricKey(data: data) }
          let key = SymmetricKey(size: .bits256)
          store.save(key.rawBytes, as: "journalKey")
          return key
        }
        """,
      good: """
        func journalKey() throws -> SymmetricKey {
          if let data = try store.load("journalKey") { return SymmetricKey(data: data) }
          let key = SymmetricKey(size: .bits256)
          try store.save(key.rawBytes, as: "journalKey")
          return key
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let generating = Set(
      source.facts.calls(named: Self.mayGenerate).filter { isGeneration($0) }.compactMap {
        source.facts.enclosing(.function, of: $0.scope)
      })
    guard !generating.isEmpty else { return }
    for function in source.facts.functions where generating.contains(function.scope) {
      let calls = source.facts.calls(in: function.scope).filter { call in
        source.facts.function(around: call.scope)?.scope == function.scope
      }
      guard let generation = calls.last(where: { isGeneration($0) }), calls.contains(where: { isSave($0) }),
        source.facts.references("errSecItemNotFound", in: function.scope).isEmpty,
        let load = calls.first(where: {
          isLoad($0) && ignoresError($0) && $0.range.lowerBound < generation.range.lowerBound
        })
      else { continue }
      report.add(
        Self.self, at: load.range,
        LocalizedText(
          "Any error of \(load.name) makes \(function.name) store a new key.",
          ja: "\(load.name) がどのエラーで失敗しても、\(function.name) が新しい鍵を保存します。"),
        related: [
          report.step(at: generation.range, LocalizedText("The new key.", ja: "新しい鍵です。"))
        ])
    }
  }

  private func isGeneration(_ call: Call) -> Bool {
    switch call.name {
    case "SymmetricKey": call.argument("size") != nil
    case "SecKeyCreateRandomKey", "SecRandomCopyBytes": true
    case "PrivateKey": call.arguments.isEmpty
    default: Self.mayGenerate(call.name)
    }
  }

  private static func mayGenerate(_ name: String) -> Bool {
    if generators.contains(name) { return true }
    let words = Words.of(name)
    return words.contains("key") && words.contains { ["generate", "make", "create", "new"].contains($0) }
  }

  private static let generators: Set = [
    "SymmetricKey", "SecKeyCreateRandomKey", "SecRandomCopyBytes", "PrivateKey",
  ]

  private func isSave(_ call: Call) -> Bool {
    ["save", "store", "set", "add", "SecItemAdd", "persist", "write", "insert"].contains(
      Words.of(call.name).first ?? "")
      || call.name == "SecItemAdd"
  }

  private func isLoad(_ call: Call) -> Bool {
    !Set(Words.of(call.name)).isDisjoint(with: [
      "load", "read", "get", "fetch", "retrieve", "find", "restore",
    ])
      && call.name.first?.isLowercase == true
  }

  /// `try?`, or a `catch` that does not look at the error.
  private func ignoresError(_ call: Call) -> Bool {
    var node = Syntax(call.node)
    for _ in 0..<16 {
      guard let parent = node.parent else { return false }
      if let attempt = parent.as(TryExprSyntax.self) {
        if attempt.questionOrExclamationMark?.text == "?" { return true }
        if attempt.questionOrExclamationMark != nil { return false }
      }
      if let statement = parent.as(DoStmtSyntax.self) {
        guard node.id == statement.body.id, statement.catchClauses.count == 1,
          let only = statement.catchClauses.first,
          only.catchItems.isEmpty
        else { return false }
        return !only.body.tokens(viewMode: .sourceAccurate).contains { ["error", "throw"].contains($0.text) }
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(ClosureExprSyntax.self) { return false }
      node = parent
    }
    return false
  }
}
