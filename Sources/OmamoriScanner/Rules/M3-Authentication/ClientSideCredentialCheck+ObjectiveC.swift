import OmamoriCore
import OmamoriReport

extension ClientSideCredentialCheck: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for message in source.messages("isEqualToString:", "isEqual:", "compare:") {
      check(message.receiver, message.arguments[0], message.tokens, message.function, source, &report)
    }
    for call in source.calls("strcmp") where call.arguments.count == 2 {
      check(call.arguments[0], call.arguments[1], call.tokens, call.function, source, &report)
    }
  }

  private func check(
    _ left: Range<Int>, _ right: Range<Int>, _ whole: Range<Int>, _ function: Int?,
    _ source: ObjectiveCSource,
    _ report: inout FileReport
  ) {
    for (typed, stored) in [(left, right), (right, left)] {
      guard let named = source.sensitive(typed, in: function), named.meaning == .secret,
        Words.of(named.name).contains(where: Self.typed.contains),
        Self.place(of: typed, function, source, depth: 0) == nil,
        let place = Self.place(of: stored, function, source, depth: 0)
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: whole),
        LocalizedText(
          "“\(named.name)” is compared with a value out of \(place.english).",
          ja: "「\(named.name)」が\(place.japanese)の値と比較されています。"))
      return
    }
  }

  /// Where a value is read from, if others can read it there too.
  private static func place(
    of range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource, depth: Int
  ) -> LocalizedText? {
    let range = source.bare(range)
    guard depth < 6, let last = range.last else { return nil }
    if let message = source.message(at: range) {
      if reads.contains(message.selector) {
        if message.receiver.contains(where: { source.tokens[$0].isName("NSUserDefaults") }) {
          return LocalizedText("the preferences", ja: "環境設定")
        }
        return place(of: message.receiver, function, source, depth: depth + 1)
      }
      return files.contains(message.selector) ? LocalizedText("a file of the app", ja: "アプリのファイル") : nil
    }
    if source.tokens[last].isSign("]"), let open = source.partner(of: last), open > range.lowerBound {
      return place(of: range.lowerBound..<open, function, source, depth: depth + 1)
    }
    guard range.count == 1, source.tokens[last].kind == .identifier else { return nil }
    let made = source.assignments(to: source.tokens[last].text).filter {
      $0.function == function && $0.key == nil
    }
    return made.count == 1 ? place(of: made[0].value, function, source, depth: depth + 1) : nil
  }

  private static let reads: Set = [
    "stringForKey:", "objectForKey:", "valueForKey:", "objectForKeyedSubscript:", "copy", "firstObject",
    "lastObject", "objectAtIndex:", "UTF8String", "description",
  ]
  private static let files: Set = [
    "dictionaryWithContentsOfFile:", "dictionaryWithContentsOfURL:", "dictionaryWithContentsOfURL:error:",
    "initWithContentsOfFile:", "initWithContentsOfURL:", "arrayWithContentsOfFile:",
    "arrayWithContentsOfURL:",
    "stringWithContentsOfFile:encoding:error:",
  ]
}
