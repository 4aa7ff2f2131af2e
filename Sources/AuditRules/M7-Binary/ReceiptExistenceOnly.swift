import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A purchase that counts as made because a file is there.
struct ReceiptExistenceOnly: SwiftRule {
  static let metadata = RuleMetadata(
    id: "receipt-existence-only",
    title: LocalizedText(
      "Receipt only tested for existence",
      ja: "レシートの存在だけで購入済みと判断している"),
    why: LocalizedText(
      """
      Anyone can put a file at the place of the receipt, and sandbox and re-signed apps have one of \
      their own. Its existence says nothing about a purchase.
      """,
      ja: """
        レシートの場所には誰でもファイルを置けます。サンドボックスや再署名されたアプリにも独自のレシート\
        があり、存在は購入の証明になりません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Ask Transaction.currentEntitlements for verified transactions, or have the server validate the \
        purchase.
        """,
        ja: """
          Transaction.currentEntitlements で検証済みの取引を確認するか、サーバーで購入を検証してください。
          """),
      library: .device),
    severity: .low, confidence: .medium, cwe: [347], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: """
        var isSupporter: Bool {
          guard let receipt = Bundle.main.appStoreReceiptURL else { return false }
          return FileManager.default.fileExists(atPath: receipt.path)
        }
        """,
      good: """
        func isSupporter() async -> Bool {
          for await result in Transaction.currentEntitlements { if case .verified = result { return true } }
          return false
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.references["appStoreReceiptURL"]?.isEmpty == false, !validates(source) else { return }
    var known: [ScopeID: Set<String>] = [:]
    for name in [
      "fileExists", "checkResourceIsReachable", "checkResourceIsReachableAndReturnError", "fileExistsAtPath",
    ] {
      for call in source.facts.calls(name) {
        guard let function = source.facts.function(around: call.scope) else { continue }
        let names = known[function.scope] ?? receiptNames(in: function)
        known[function.scope] = names
        guard !reads(function, source), !isRefreshed(call) else { continue }
        let operands = call.arguments.map(\.value) + (call.receiver.map { [$0] } ?? [])
        guard operands.contains(where: { uses(names, $0) }) else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(function.name) takes the existence of the receipt for a purchase.",
            ja: "\(function.name) はレシートが存在するだけで購入済みと判断しています。"))
      }
    }
  }

  /// The names that the URL of the receipt is bound to.
  private func receiptNames(in function: Function) -> Set<String> {
    let finder = ReceiptNames(viewMode: .sourceAccurate)
    finder.walk(function.body)
    return NameFlow.spread(["appStoreReceiptURL"], in: function.body)
      .union(NameFlow.spread(finder.names, in: function.body))
  }

  private func uses(_ names: Set<String>, _ expression: ExprSyntax) -> Bool {
    NameFlow.use(of: names, in: expression) != nil
      || expression.trimmedDescription.contains("appStoreReceiptURL")
  }

  /// Whether the function reads the receipt, to send or to check it.
  private func reads(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope, "reads") {
      source.facts.calls(in: function.scope).contains { $0.labels.first == "contentsOf" }
    }
  }

  /// `if !fileExists { refresh() }`: a receipt that is not there is asked for.
  private func isRefreshed(_ call: Call) -> Bool {
    guard let choice = call.node.ancestor(IfExprSyntax.self, within: 8),
      choice.conditions.trimmedDescription.hasPrefix("!")
    else { return false }
    return choice.body.tokens(viewMode: .sourceAccurate).contains {
      !Set(Words.of($0.text)).isDisjoint(with: ["sync", "refresh", "request", "restore", "fetch"])
    }
  }

  /// Whether the file does more with a receipt than to look whether it is there.
  private func validates(_ source: SwiftSource) -> Bool {
    source.facts.calls.contains { call in
      call.name.contains("PKCS7")
        || call.name == "SKReceiptRefreshRequest"
        || Words.of(call.name).contains { ["validate", "verify", "refresh"].contains($0) }
    }
  }
}

/// Collects the names that are bound to `appStoreReceiptURL`.
private final class ReceiptNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  private func add(_ pattern: PatternSyntax, _ value: ExprSyntax?) {
    guard let value, value.trimmedDescription.contains("appStoreReceiptURL"),
      let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return }
    names.insert(name)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    add(node.pattern, node.initializer?.value)
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    add(node.pattern, node.initializer?.value)
    return .visitChildren
  }
}
