import AuditEngine

/// A place in Objective-C at which a text is compared with a regular expression.
struct CRegexUse {
  /// The tokens of the pattern.
  let pattern: Range<Int>
  /// The function it stands in.
  let function: Int?
  let options: RegexPattern.Options
  /// Whether the characters of the pattern stand for themselves.
  let isLiteral: Bool
  let manner: RegexUse.Manner
  /// The texts that are compared.
  let subjects: [(range: Range<Int>, function: Int?)]
  /// The literal of a constant.
  var token: CToken?

  /// The text of the pattern, if it is known.
  func text(_ source: ObjectiveCSource) -> String? {
    token?.text ?? source.value(pattern, in: function)?.string
  }

  /// The bytes of the literal: of the constant, when the pattern is one.
  func place(_ source: ObjectiveCSource) -> Range<Int> {
    if let token { return token.range }
    let bare = source.bare(pattern)
    if bare.count == 1, let first = bare.first, source.tokens[first].kind == .identifier {
      let name = source.tokens[first].text
      if let given = source.values(of: name, in: function) ?? source.values(of: name, in: nil),
        given.count == 1
      {
        return source.bytes(of: given.first.value)
      }
    }
    return source.bytes(of: pattern)
  }

  /// All of a file.
  static func all(in source: ObjectiveCSource) -> [CRegexUse] {
    let uses =
      names.isDisjoint(with: source.names)
      ? [] : compiled(in: source) + searches(in: source) + predicates(in: source)
    return uses + constants(in: source, without: Set(uses.map { $0.place(source) }))
  }

  /// The constants and macros of the file that can hardly be anything but patterns.
  private static func constants(in source: ObjectiveCSource, without known: Set<Range<Int>>) -> [CRegexUse] {
    guard !source.isPlainC || source.text.path.hasSuffix(".h") else { return [] }
    let values = source.assignments.filter { $0.function == nil && $0.type != nil }.compactMap {
      given -> CToken? in
      let range = source.bare(given.value)
      return range.count == 1 ? range.first.map { source.tokens[$0] } : nil
    }
    let macros = source.defines.compactMap { $0.value.count == 1 ? $0.value.first : nil }
    return (values + macros).filter {
      $0.isString && RegexUse.isPattern($0.text) && !known.contains($0.range)
    }
    .map {
      CRegexUse(
        pattern: 0..<0, function: nil, options: [], isLiteral: false, manner: .constant, subjects: [],
        token: $0)
    }
  }

  private static let names: Set = [
    "regularExpressionWithPattern", "initWithPattern", "NSRegularExpressionSearch", "predicateWithFormat",
  ]

  private static let matching: [String: RegexUse.Manner] = [
    "firstMatchInString:options:range:": .search, "numberOfMatchesInString:options:range:": .search,
    "matchesInString:options:range:": .search, "rangeOfFirstMatchInString:options:range:": .search,
    "enumerateMatchesInString:options:range:usingBlock:": .search,
    "stringByReplacingMatchesInString:options:range:withTemplate:": .replacement,
    "replaceMatchesInString:options:range:withTemplate:": .replacement,
  ]

  private static func compiled(in source: ObjectiveCSource) -> [CRegexUse] {
    let made = source.messages(
      "regularExpressionWithPattern:options:error:", "initWithPattern:options:error:")
    guard !made.isEmpty else { return [] }
    let matches = matching.keys.sorted().flatMap { source.messages($0) }
    return made.prefix(ObjectiveCSource.closeLooks).map { message in
      let own = matches.filter { match in
        if match.receiver.contains(message.tokens.lowerBound) { return true }
        guard let name = match.receiver.last.map({ source.tokens[$0].text }) else { return false }
        return source.assignments(to: name).contains { $0.value.contains(message.tokens.lowerBound) }
      }
      let isReplaced = own.contains { matching[$0.selector] == .replacement }
      let written = names(message.arguments[1], source)
      return CRegexUse(
        pattern: message.arguments[0], function: message.function, options: options(written),
        isLiteral: written.contains("NSRegularExpressionIgnoreMetacharacters"),
        manner: own.isEmpty ? .other : isReplaced ? .replacement : .search,
        subjects: own.map { ($0.arguments[0], $0.function) })
    }
  }

  private static func searches(in source: ObjectiveCSource) -> [CRegexUse] {
    guard source.names.contains("NSRegularExpressionSearch") else { return [] }
    let selectors: [(String, Int, RegexUse.Manner)] = [
      ("rangeOfString:options:", 1, .search), ("rangeOfString:options:range:", 1, .search),
      ("rangeOfString:options:range:locale:", 1, .search),
      ("stringByReplacingOccurrencesOfString:withString:options:range:", 2, .replacement),
      ("replaceOccurrencesOfString:withString:options:range:", 2, .replacement),
    ]
    return selectors.flatMap { selector, place, manner in
      source.messages(selector).compactMap { message in
        let written = names(message.arguments[place], source)
        guard written.contains("NSRegularExpressionSearch") else { return nil }
        return CRegexUse(
          pattern: message.arguments[0], function: message.function, options: options(written),
          isLiteral: false,
          manner: manner, subjects: [(message.receiver, message.function)])
      }
    }
  }

  private static func predicates(in source: ObjectiveCSource) -> [CRegexUse] {
    let evaluations = source.messages("evaluateWithObject:")
    return source.messages("predicateWithFormat:").compactMap { message in
      guard message.arguments.count > 1,
        let format = source.value(message.arguments[0], in: message.function)?.string?.uppercased(),
        let place = format.firstRange(of: "MATCHES")?.lowerBound
      else { return nil }
      let before = format[..<place].split(separator: "%", omittingEmptySubsequences: false).count
      guard before < message.arguments.count else { return nil }
      let own = evaluations.filter { evaluation in
        if evaluation.receiver.contains(message.tokens.lowerBound) { return true }
        guard let name = evaluation.receiver.last.map({ source.tokens[$0].text }) else { return false }
        return source.assignments(to: name).contains { $0.value.contains(message.tokens.lowerBound) }
      }
      return CRegexUse(
        pattern: message.arguments[before], function: message.function,
        options: format.contains("MATCHES[C") ? .ignoresCase : [], isLiteral: false, manner: .whole,
        subjects: own.map { ($0.arguments[0], $0.function) })
    }
  }

  private static func names(_ range: Range<Int>, _ source: ObjectiveCSource) -> Set<String> {
    Set(source.tokens[range].map(\.text))
  }

  private static func options(_ names: Set<String>) -> RegexPattern.Options {
    var options: RegexPattern.Options = []
    if names.contains("NSRegularExpressionCaseInsensitive") || names.contains("NSCaseInsensitiveSearch") {
      options.insert(.ignoresCase)
    }
    if names.contains("NSRegularExpressionDotMatchesLineSeparators") { options.insert(.dotMatchesLineEnds) }
    if names.contains("NSRegularExpressionAllowCommentsAndWhitespace") { options.insert(.isExtended) }
    if names.contains("NSRegularExpressionAnchorsMatchLines") { options.insert(.anchorsMatchLines) }
    return options
  }
}
