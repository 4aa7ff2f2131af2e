import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A format that holds text from outside, which is then read as instructions.
struct FormatString: SwiftRule {
  static let metadata = RuleMetadata(
    id: "format-string",
    title: LocalizedText("Text from outside used as a format", ja: "外部の文字列を書式として使用している"),
    why: LocalizedText(
      """
      A % in the text is read as an instruction for arguments that were never passed: the program \
      stops, or prints memory that is none of the reader's business.
      """,
      ja: """
        文字列中の % は、渡されていない引数への指示として解釈されます。アプリの異常終了や、本来見えない\
        メモリ内容の出力につながります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Write a literal format and pass the text as an argument: NSLog("%@", text). OmamoriAuditLog \
        takes fields, not formats.
        """,
        ja: """
          書式はリテラルで書き、文字列は引数として渡してください（NSLog("%@", text)）。OmamoriAuditLog \
          は書式ではなくフィールドを受け取ります。
          """),
      library: .auditLog),
    severity: .medium, confidence: .medium, cwe: [134], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "func show(_ field: UITextField) { NSLog(field.text!) }",
      good: """
        func show(_ field: UITextField) { NSLog("%@", field.text!) }
        """))

  static let triggers: Set<String> = [
    "NSLog", "NSLogv", "printf", "vprintf", "String", "NSString", "os_log", "fprintf",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls(named: Self.triggers.contains) {
      guard let format = format(of: call) else { continue }
      let known = source.fold(format, in: call.scope)
      guard known.string == nil, !known.isConstant else { continue }
      let outside = outsideName(in: format, call, source)
      let hole = source.holes(in: format, scope: call.scope).first {
        !InjectedPart.isHarmless($0, words: Self.ownWords, source)
      }
      guard outside != nil || hole != nil && call.name == "NSLog" else { continue }
      let part = outside ?? hole.map { source.quote($0.value) } ?? ""
      report.add(
        Self.self, at: format.utf8Range,
        LocalizedText(
          "\(part) is read as a part of the format of \(call.name).",
          ja: "\(part) が \(call.name) の書式の一部として解釈されます。"),
        confidence: outside == nil ? .low : .medium)
    }
  }

  private func format(of call: Call) -> ExprSyntax? {
    switch call.name {
    case "NSLog", "NSLogv", "printf", "vprintf": return call.arguments.first?.value
    case "String", "NSString": return call.argument("format")
    case "os_log", "fprintf":
      let candidate = call.arguments.first { $0.label == nil && !$0.value.is(DeclReferenceExprSyntax.self) }
      return call.name == "fprintf" && call.arguments.count > 1 ? call.arguments[1].value : candidate?.value
    default: return nil
    }
  }

  /// The outside text that `format` is or holds.
  private func outsideName(in format: ExprSyntax, _ call: Call, _ source: SwiftSource) -> String? {
    let parts = source.holes(in: format, scope: call.scope).map(\.value)
    let candidates = parts.isEmpty ? [format] : parts
    let names = source.facts.function(around: call.scope).map {
      ExternalInput.spreadNames(in: $0, source)
    }
    for candidate in candidates where Call(candidate, scope: call.scope)?.name != "NSLocalizedString" {
      if let member = ExternalInput.member(in: candidate) { return member }
      if candidate.is(DeclReferenceExprSyntax.self) || parts.contains(where: { $0.id == candidate.id }),
        let names, let name = NameFlow.use(of: names, in: candidate)
      {
        return name
      }
    }
    return nil
  }

  private static let ownWords: Set = [
    "format", "function", "file", "line", "error", "status", "code", "self", "type",
  ]
}

extension FormatString: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for (name, place) in Self.functions where source.names.contains(name) {
      for call in source.calls(name) where call.arguments.count == place + 1 && !call.hasReceiver {
        check(call.arguments[place], of: name, call.function, source, &report)
      }
    }
    for message in source.messages(
      "stringWithFormat:", "initWithFormat:", "localizedStringWithFormat:", "appendFormat:",
      "stringByAppendingFormat:", "raise:format:")
    {
      let place = message.selector == "raise:format:" ? 1 : 0
      guard message.arguments.count == place + 1 else { continue }
      check(message.arguments[place], of: message.selector, message.function, source, &report)
    }
  }

  /// Functions with a format, with its place among their arguments; only calls without values are judged.
  private static let functions: [(String, Int)] = [
    ("NSLog", 0), ("printf", 0), ("fprintf", 1), ("syslog", 1), ("os_log", 1),
  ]

  private func check(
    _ format: Range<Int>, of name: String, _ function: Int?, _ source: ObjectiveCSource,
    _ report: inout FileReport
  ) {
    let bare = source.bare(format)
    guard let function, !bare.isEmpty, source.value(format, in: function)?.string == nil,
      !bare.contains(where: { source.tokens[$0].isString && !Self.isKey($0, source) }),
      !source.tokens[bare.lowerBound].text.contains("Localized")
    else { return }
    let outside = Self.outside(bare, function, source)
    if outside == nil {
      // A constant of another file, a format by its own name, a number.
      guard bare.count == 1, source.tokens[bare.lowerBound].kind == .identifier,
        source.functions[function].parameters.contains(where: {
          $0.name == source.tokens[bare.lowerBound].text && $0.type == "NSString"
        }), Words.of(source.tokens[bare.lowerBound].text).allSatisfy({ !Self.formats.contains($0) })
      else { return }
    }
    let part = outside ?? source.quote(bare)
    report.add(
      Self.self, at: source.bytes(of: format),
      LocalizedText(
        "\(part) is read as a part of the format of \(name).", ja: "\(part) が \(name) の書式の一部として解釈されます。"),
      confidence: outside == nil ? .low : .medium)
  }

  private static let formats: Set = ["format", "fmt", "template", "pattern"]

  /// Whether the text at `index` is the key of a look-up: `info[@"title"]`, `objectForKey:@"title"`.
  private static func isKey(_ index: Int, _ source: ObjectiveCSource) -> Bool {
    index > 0 && (source.tokens[index - 1].isSign("[") || source.tokens[index - 1].isSign(":"))
  }

  /// What comes from outside in `range`: the text of a field, a pasteboard, a link, an answer of a server.
  static func outside(_ range: Range<Int>, _ function: Int, _ source: ObjectiveCSource) -> String? {
    if let name = external(range, source) { return name }
    guard range.count == 1 else { return nil }
    let name = source.tokens[range.lowerBound].text
    return source.assignments(to: name).filter { $0.function == function && $0.key == nil }
      .compactMap { external(source.bare($0.value), source) }.first.map { "\(name) (\($0))" }
  }

  private static func external(_ range: Range<Int>, _ source: ObjectiveCSource) -> String? {
    guard range.count > 2 else { return nil }
    let last = source.tokens[range.upperBound - 1]
    if last.isName("text"), source.tokens[range.upperBound - 2].isSign(".") {
      let owner = Words.of(source.tokens[range.upperBound - 3].text)
      return owner.contains { ["field", "textfield", "input", "view"].contains($0) }
        ? source.quote(range) : nil
    }
    guard let message = source.message(at: range) else { return nil }
    switch message.selector {
    case "text":
      let owner = Words.of(source.tokens[message.receiver.upperBound - 1].text)
      return owner.contains { ["field", "textfield", "input"].contains($0) } ? source.quote(range) : nil
    case "string": return source.quote(message.receiver).contains("asteboard") ? source.quote(range) : nil
    case "host", "path", "query", "fragment", "resourceSpecifier", "absoluteString", "lastPathComponent":
      let owner = Words.of(source.tokens[message.receiver.upperBound - 1].text)
      return owner.contains("url") ? source.quote(range) : nil
    case "stringWithContentsOfURL:encoding:error:", "initWithContentsOfURL:encoding:error:",
      "initWithData:encoding:":
      return source.quote(range)
    default: return nil
    }
  }
}

extension FormatString: FlowRule {
  static let places: FlowSinkClass = .format

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) is used as a format by \(arrival.sink); a “%@” in it stops the app or reads memory.",
      ja: "\(arrival.origin.japanese)が \(arrival.sink) の書式として使われ、含まれる「%@」でアプリの停止やメモリの読み取りが起こります。")
  }
}
