import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A whole request or response that is written to a log.
struct LogResponseBody: SwiftRule {
  static let metadata = RuleMetadata(
    id: "log-response-body",
    title: LocalizedText("Whole request or response in a log", ja: "リクエストやレスポンス全体のログ出力"),
    why: LocalizedText(
      "Bodies, headers and cookies carry tokens and personal data; in a log they outlive the request.",
      ja: "本文、ヘッダー、Cookie にはトークンや個人情報が含まれます。ログに出力するとリクエスト後も残り続けます。"),
    fix: RuleFix(
      LocalizedText(
        "Log status, path and duration only; keep body logs inside #if DEBUG.",
        ja: "ステータス、パス、所要時間だけを記録し、本文のログは #if DEBUG の中に限ってください。"),
      library: .auditLog),
    severity: .low, confidence: .medium, cwe: [532], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "print(request.allHTTPHeaderFields ?? [:])", good: "print(request.httpMethod ?? \"\")"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for logged in LoggedValues.all(in: source) where logged.log.privacy == .open && logged.values.isEmpty {
      let log = logged.log
      guard let (name, confidence) = body(of: log, source) else { continue }
      report.add(
        Self.self, at: log.call.range,
        LocalizedText(
          "`\(log.call.name)` writes “\(name)” to the log.", ja: "`\(log.call.name)` が「\(name)」をログに出力しています。"),
        confidence: confidence)
    }
  }

  private func body(of log: LogCall, _ source: SwiftSource) -> (String, Confidence)? {
    for value in log.values {
      for operand in Self.operands(value) {
        if let found = Self.judge(operand, log.call.scope, source) { return found }
      }
    }
    return nil
  }

  /// The value itself, or what is interpolated into it.
  private static func operands(_ value: ExprSyntax) -> [ExprSyntax] {
    guard let literal = value.as(StringLiteralExprSyntax.self) else {
      return SequenceParts.of(value).filter { SequenceParts.operation($0) == nil }.prefix(1).map { $0 }
    }
    return literal.segments.compactMap { segment in
      guard case .expressionSegment(let hole) = segment, let value = hole.expressions.first?.expression else {
        return nil
      }
      return SequenceParts.of(value).first
    }
  }

  private static func judge(
    _ operand: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> (String, Confidence)? {
    var value = operand
    while let inner = NamePath.unwrapped(value) { value = inner }
    if let name = NamePath.last(of: value), !value.is(SubscriptCallExprSyntax.self) {
      if certain.contains(name) { return (name, .medium) }
      return likely.contains(name) ? (name, .low) : nil
    }
    guard let call = Call(value, scope: scope), ["String", "NSString"].contains(call.name),
      let data = call.argument("data") ?? call.argument("decoding"), let name = NamePath.last(of: data)
    else { return nil }
    let isReply =
      !source.facts.calls("dataTask").isEmpty || !source.facts.calls("data").isEmpty
      || !source.facts.calls("upload").isEmpty
    return isReply ? (name, .low) : nil
  }

  private static let certain: Set = [
    "httpBody", "allHTTPHeaderFields", "allHeaderFields", "cookies", "responseBody", "responseString",
    "requestBody",
    "rawResponse",
  ]
  private static let likely: Set = [
    "response", "httpResponse", "responseData", "responseJSON", "headers", "body",
  ]
}
