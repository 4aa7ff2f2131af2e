import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// An answer to an authorization request that is believed as it comes.
struct OAuthCallbackUnchecked: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-callback-unchecked",
    title: LocalizedText("Authorization answer not checked", ja: "認可レスポンスの確認不足"),
    why: LocalizedText(
      """
      The callback can be opened by others. An app that takes whatever code comes may finish a sign-in that an \
      attacker began, or one with another service.
      """,
      ja: """
        コールバックはほかの者も開くことができます。届いた code をそのまま使用すると、攻撃者が始めたサインインや\
        別のサービスとのサインインを完了させてしまうことがあります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Compare state with the one that was sent, then look at error and iss, refuse parameters that come twice, and \
        only then take the code. OmamoriAuth does all of it.
        """,
        ja: """
          送信した state との一致、error、iss を確認し、重複したパラメータを拒否してから code を取り出してください。\
          OmamoriAuth はこれらをすべて行います。
          """),
      library: .auth),
    severity: .low, confidence: .medium, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { callback, _ in
          let code = items(of: callback).first { $0.name == "code" }?.value
        }
        """,
      good: """
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { callback, _ in
          let items = items(of: callback)
          guard items.first(where: { $0.name == "state" })?.value == state else { return }
          let code = items.first { $0.name == "code" }?.value
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let codes = source.facts.strings.filter { $0.node.knownText == "code" }
    guard !codes.isEmpty, speaksOfSignIn(source), !looksAt("state", source) else { return }
    // A challenge keeps foreign codes out by itself.
    guard !(looksAt("error", source) && OAuthParameter.names("code_challenge", in: source)) else { return }
    for string in codes {
      guard let range = reading(string, source) else { continue }
      report.add(
        Self.self, at: range,
        LocalizedText(
          "The code is taken from the callback; nothing in this file compares the state that came with it.",
          ja: "コールバックから code を取り出していますが、このファイルでは一緒に届いた state を比較していません。"))
    }
  }

  /// Whether the file signs in by OAuth; a `code` may as well be a voucher's.
  private func speaksOfSignIn(_ source: SwiftSource) -> Bool {
    let facts = source.facts
    let sessions = ["ASWebAuthenticationSession", "SFAuthenticationSession", "WebAuthenticationSession"]
    return sessions.contains { !facts.calls($0).isEmpty }
      || facts.strings.contains {
        ["authorization_code", "response_type"].contains($0.node.knownText)
      }
  }

  /// Whether a parameter of the answer called `name` is read, by its name or as a member.
  private func looksAt(_ name: String, _ source: SwiftSource) -> Bool {
    if source.facts.strings.contains(where: {
      $0.node.knownText == name && (reading($0, source) != nil || isLookedUp($0, source))
    }) {
      return true
    }
    guard name == "state" else { return false }
    return source.facts.comparisons.contains { comparison in
      [comparison.left, comparison.right].contains {
        Words.of(NamePath.last(of: $0) ?? "").last == "state" && !$0.is(DeclReferenceExprSyntax.self)
          || Words.of(NamePath.last(of: $0) ?? "").first.map { ["expected", "sent", "oauth"].contains($0) }
            ?? false
      }
    }
  }

  /// Whether the text is handed to a function that finds values, as in `value("state")` or `value(of: "state", in: url)`.
  private func isLookedUp(_ string: StringFact, _ source: SwiftSource) -> Bool {
    guard let call = string.node.ancestor(FunctionCallExprSyntax.self, within: 4),
      let called = Call(call, scope: string.scope)
    else { return false }
    return called.name != "URLQueryItem"
      && called.arguments.contains { $0.value.utf8Range == string.range }
  }

  /// The bytes of the expression that finds the parameter: `items.first { $0.name == "code" }`, `query["code"]`.
  private func reading(_ string: StringFact, _ source: SwiftSource) -> Range<Int>? {
    if let access = string.node.ancestor(SubscriptCallExprSyntax.self, within: 3),
      access.arguments.first?.expression.utf8Range == string.range
    {
      // An assignment to the element writes a request.
      let writes = source.facts.assignments.contains { $0.target.utf8Range == access.utf8Range }
      let words = Words.of(NamePath.last(of: access.calledExpression) ?? "")
      return !writes && words.contains(where: Self.queries.contains) ? access.utf8Range : nil
    }
    let compared = source.facts.comparisons.contains { comparison in
      comparison.operation == "=="
        && (comparison.right.utf8Range == string.range && NamePath.last(of: comparison.left) == "name"
          || comparison.left.utf8Range == string.range && NamePath.last(of: comparison.right) == "name")
    }
    guard compared else { return nil }
    guard let closure = string.node.ancestor(ClosureExprSyntax.self, within: 8),
      let call = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
      let name = Call(call, scope: string.scope)?.name, ["first", "filter", "last"].contains(name)
    else { return string.range }
    return call.utf8Range
  }

  private static let queries: Set = ["query", "params", "parameters", "items", "parameter"]
}
