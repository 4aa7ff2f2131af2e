import OmamoriCore
import OmamoriReport

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
  private static func outside(_ range: Range<Int>, _ function: Int, _ source: ObjectiveCSource) -> String? {
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
