import OmamoriCore
import OmamoriReport

extension DeviceFingerprint: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard !Self.identifiers.isDisjoint(with: source.names) else { return }
    var seen: Set<Int> = []
    for index in source.uses(of: Self.identifiers, in: source.tokens.indices).prefix(
      ObjectiveCSource.closeLooks)
    {
      guard let whole = Self.collection(around: index, source), seen.insert(whole.lowerBound).inserted else {
        continue
      }
      let words = Set(whole.filter { source.tokens[$0].kind == .identifier }.map { source.tokens[$0].text })
      var found = Self.signals.filter { !$0.value.isDisjoint(with: words) }.keys.sorted()
      if whole.contains(where: { Self.isDeviceName($0, source) }) { found.append("name") }
      // Two are enough where the function sends something.
      let function = source.functions.first { $0.body.contains(index) }
      let isSent = function.map { !source.uses(of: Self.senders, in: $0.body).isEmpty } ?? false
      guard found.count >= (isSent ? 2 : 3) else { continue }
      let (anchor, names) = (source.tokens[index].text, found.joined(separator: ", "))
      report.add(
        Self.self, at: source.bytes(of: whole),
        LocalizedText(
          "`\(anchor)` is put together with \(names).", ja: "`\(anchor)` が \(names) と組み合わされています。"))
    }
  }

  private static let senders: Set = [
    "NSURLSession", "dataTaskWithURL", "dataTaskWithRequest", "uploadTaskWithRequest", "NSURLConnection",
    "NSMutableURLRequest", "NSURLRequest",
  ]

  /// Looks at `UIDevice.currentDevice.name` and `[UIDevice currentDevice].name`.
  private static func isDeviceName(_ index: Int, _ source: ObjectiveCSource) -> Bool {
    guard index > 4, source.tokens[index].isName("name") else { return false }
    return source.tokens[(index - 3)..<index].contains { $0.isName("currentDevice") }
  }

  /// The literal list, dictionary or text that puts several values together.
  private static func collection(around index: Int, _ source: ObjectiveCSource) -> Range<Int>? {
    let formats = source.messages(
      "stringWithFormat:", "dictionaryWithObjectsAndKeys:", "arrayWithObjects:", "initWithFormat:")
    if let message = formats.first(where: { $0.tokens.contains(index) }) { return message.tokens }
    var at = index
    for _ in 0..<400 where at > 0 {
      at -= 1
      let token = source.tokens[at]
      if token.isSign(";") { return nil }
      guard token.isSign("{") || token.isSign("["), at > 0, source.tokens[at - 1].isSign("@"),
        let close = source.partner(of: at), close > index
      else { continue }
      return (at - 1)..<(close + 1)
    }
    return nil
  }
}
