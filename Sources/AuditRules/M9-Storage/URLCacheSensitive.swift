import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Answers to signed-in requests kept in a disk cache.
struct URLCacheSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "url-cache-sensitive",
    title: LocalizedText("Authenticated responses in the URL cache", ja: "認証付き応答の URL キャッシュ"),
    why: LocalizedText(
      """
      A disk cache keeps what the server sent to this user as plain files, and serves it after signing out \
      or to the next user.
      """,
      ja: """
        ディスクキャッシュには、利用者宛ての応答が平文のファイルで残ります。サインアウト後や別の利用者にも表示されるおそれが\
        あります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use an ephemeral configuration or urlCache = nil with .reloadIgnoringLocalCacheData; SecureSession \
        caches nothing.
        """,
        ja: """
          ephemeral の構成、または urlCache = nil と .reloadIgnoringLocalCacheData を\
          使用してください。SecureSession はキャッシュしません。
          """),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [525], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        request.cachePolicy = .returnCacheDataElseLoad
        """,
      good: """
        request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        request.cachePolicy = .reloadIgnoringLocalCacheData
        """))

  static let triggers = policies.union(["URLRequest", "NSMutableURLRequest", "URLCache"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let isSignedIn = source.foldedStrings.contains { literal in
      let text = literal.value.prefix ?? ""
      return ["Authorization", "Cookie", "X-Api-Key"].contains(text) || text.hasPrefix("Bearer")
    }
    let confidence: Confidence = isSignedIn ? .high : .low
    for assignment in source.facts.assignments where Self.policies.contains(assignment.name ?? "") {
      addPolicy(assignment.value, assignment.scope, at: assignment.range, confidence, source, &report)
    }
    for call in source.facts.calls("URLRequest") + source.facts.calls("NSMutableURLRequest") {
      guard let policy = call.argument("cachePolicy") else { continue }
      addPolicy(policy, call.scope, at: policy.utf8Range, confidence, source, &report)
    }
    for call in source.facts.calls("URLCache") {
      guard let capacity = call.argument("diskCapacity"), isUsed(call),
        let size = source.fold(capacity, in: call.scope).integer, size > 0
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The session keeps up to \(size) bytes of responses on disk.",
          ja: "セッションが最大 \(size) バイトの応答をディスクに保存します。"),
        confidence: confidence)
    }
  }

  private func addPolicy(
    _ value: ExprSyntax, _ scope: ScopeID, at range: Range<Int>, _ confidence: Confidence,
    _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard let name = source.fold(value, in: scope).symbol, Self.caching.contains(name) else { return }
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) answers from the cache however old it is.", ja: "\(name) により古いキャッシュから応答します。"),
      confidence: confidence)
  }

  /// A cache that is given to a configuration, or to all of the app.
  private func isUsed(_ call: Call) -> Bool {
    let path = call.node.ancestor(CodeBlockItemSyntax.self, within: 8)?.description ?? ""
    return path.contains("urlCache") || path.contains("URLCache.shared")
  }

  private static let policies: Set<String> = ["requestCachePolicy", "cachePolicy"]
  private static let caching: Set = ["returnCacheDataElseLoad", "returnCacheDataDontLoad"]
}
