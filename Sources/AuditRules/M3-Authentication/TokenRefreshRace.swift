import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A refresh that several requests may begin at once.
struct TokenRefreshRace: SwiftRule {
  static let metadata = RuleMetadata(
    id: "token-refresh-race",
    title: LocalizedText("Token refresh not limited to one at a time", ja: "同時に実行されうるトークン更新"),
    why: LocalizedText(
      """
      Two requests that meet an expired token each send the refresh token. Where refresh tokens rotate, the second use \
      counts as theft: the server ends the session, or keeps a token alive that nobody stores.
      """,
      ja: """
        期限切れに気付いた 2 つのリクエストが、それぞれリフレッシュトークンを送信します。ローテーション方式では\
        2 回目の使用が盗用と見なされ、セッションが無効になったり、保存されないトークンが有効なまま残ったりします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Keep the running refresh as a Task in an actor and have others wait for it; save before publishing. OmamoriAuth does.",
        ja: "実行中の更新を actor 内の Task として保持し、他の処理はそれを待ってください。公開前に保存します。OmamoriAuth はそのように動作します。"),
      library: .auth),
    severity: .low, confidence: .low, cwe: [362], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        final class Session {
          func refreshToken() async throws {
            let (data, _) = try await URLSession.shared.data(for: refreshRequest)
            tokens = try JSONDecoder().decode(Tokens.self, from: data)
          }
        }
        """,
      good: """
        actor Session {
          private var running: Task<Tokens, any Error>?
          func refreshToken() async throws {
            if let running { return tokens = try await running.value }
            let task = Task { try await exchange() }
            running = task
            tokens = try await task.value
          }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.facts.functions where refreshes(function, source) {
      guard let type = source.facts.enclosing(.type, of: function.scope),
        function.node.ancestor(ActorDeclSyntax.self, within: 8) == nil,
        let request = source.facts.calls(in: function.scope).first(where: { Self.sends($0) }),
        !isGuarded(type, function, source)
      else { continue }
      report.add(
        Self.self, at: function.nameRange,
        LocalizedText(
          "\(function.name) sends its request each time it is called; nothing keeps the one that is running.",
          ja: "\(function.name) は呼び出しのたびにリクエストを送信します。実行中の更新は保持されていません。"),
        related: [
          report.step(at: request.range, LocalizedText("The request.", ja: "リクエストの箇所です。"))
        ])
    }
  }

  /// Whether `function` trades a refresh token, by its own name or by what it sends.
  private func refreshes(_ function: Function, _ source: SwiftSource) -> Bool {
    let name = function.name
    guard name.hasPrefix("refresh") || name.hasPrefix("renew") else { return false }
    if name == "refresh" || name == "renew" {
      return source.facts.strings(in: function.scope).contains {
        ["\"refresh_token\"", "\"refreshToken\""].contains($0.node.trimmedDescription)
      }
    }
    let words = Words.of(name)
    return words.first == "refresh"
      && words.contains { ["token", "tokens", "session", "credentials"].contains($0) }
      || words.first == "renew" && words.contains { ["token", "tokens"].contains($0) }
  }

  private static func sends(_ call: Call) -> Bool {
    switch call.name {
    case "data", "upload": call.argument("for") != nil
    case "dataTask", "uploadTask": call.argument("with") != nil
    case "request": call.receiverPath.contains { ["AF", "Alamofire", "session"].contains($0) }
    default: false
    }
  }

  /// Whether the type keeps something that makes others wait.
  private func isGuarded(_ type: ScopeID, _ function: Function, _ source: SwiftSource) -> Bool {
    let range = source.facts.scopes[type.index].range
    let isKept = source.facts.bindings.contains { binding in
      range.contains(binding.range.lowerBound)
        && (Words.of(binding.name).contains(where: Self.guards.contains)
          || binding.type?.writtenName.hasPrefix("Task<") == true)
    }
    if isKept { return true }
    return source.facts.calls(in: function.scope).contains { call in
      ["sync", "withLock", "lock", "wait", "singleFlight", "synchronized"].contains(call.name)
    }
  }

  private static let guards: Set = [
    "refreshing", "lock", "mutex", "semaphore", "queue", "inflight", "flight", "ongoing", "pending",
    "running",
    "waiting", "waiters", "task", "continuations", "progress", "locked",
  ]
}
