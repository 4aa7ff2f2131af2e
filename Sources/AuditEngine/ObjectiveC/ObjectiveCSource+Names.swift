extension ObjectiveCSource {
  /// A value of the code with the name that says what it is.
  package struct NamedValue {
    /// The name, as far as it says something.
    package let name: String
    /// What it means.
    package let meaning: SensitiveLexicon.Meaning
  }

  /// The secret or personal value that `range` is, judged by its name.
  ///
  /// A name such as `passwordField.text` speaks of what the field holds; lengths, labels and questions do not count.
  package func sensitive(_ range: Range<Int>, in function: Int?) -> NamedValue? {
    for name in names(of: range, depth: 0) {
      if let meaning = SensitiveLexicon.meaning(of: name) { return NamedValue(name: name, meaning: meaning) }
    }
    return nil
  }

  /// The names that say what the value is, the best first.
  private func names(of range: Range<Int>, depth: Int) -> [String] {
    let range = bare(range)
    guard depth < 4, range.count <= 200, let last = range.last else { return [] }
    if let message = message(at: range) {
      if Self.sameValue.contains(message.selector) { return names(of: message.receiver, depth: depth + 1) }
      if message.selector == "stringForKey:" || message.selector == "objectForKey:"
        || message.selector == "valueForKey:" || message.selector == "objectForKeyedSubscript:"
      {
        return value(message.arguments[0], in: message.function)?.string.map { [$0] } ?? []
      }
      guard message.arguments.isEmpty else { return [] }
      if Self.contents.contains(message.selector) {
        return names(of: message.receiver, depth: depth + 1).map(Self.withoutField)
      }
      return [message.selector]
    }
    if tokens[last].isSign("]"), let open = partner(of: last), open > range.lowerBound {
      // `headers[@"X-Api-Key"]`
      return value((open + 1)..<last, in: nil)?.string.map { [$0] } ?? []
    }
    guard tokens[last].kind == .identifier, range.count == 1 || Self.isPath(tokens[range]) else { return [] }
    let name = Self.plain(tokens[last].text)
    guard range.count > 2, Self.contents.contains(name) || Self.sameValue.contains(name) else {
      return [name]
    }
    let inner = names(of: range.lowerBound..<(last - 1), depth: depth + 1)
    return Self.contents.contains(name) ? inner.map(Self.withoutField) : inner
  }

  private static func isPath(_ tokens: ArraySlice<CToken>) -> Bool {
    tokens.allSatisfy { $0.kind == .identifier || [".", "->"].contains($0.text) }
  }

  /// `_password` is the variable of the property `password`.
  package static func plain(_ name: String) -> String {
    name.hasPrefix("_") ? String(name.drop { $0 == "_" }) : name
  }

  private static func withoutField(_ name: String) -> String {
    Words.of(name).filter { !fieldWords.contains($0) }.joined(separator: "_")
  }

  private static let sameValue: Set = [
    "UTF8String", "copy", "mutableCopy", "description", "stringValue", "cString", "string", "c_str", "bytes",
    "lowercaseString", "uppercaseString", "autorelease", "retain",
  ]
  private static let contents: Set = ["text", "stringValue", "attributedText"]
  private static let fieldWords: Set = ["field", "text", "textfield", "input", "tf", "txt", "box"]
}

extension ObjectiveCSource {
  /// The places inside `range` where one of `names` stands.
  package func uses(of names: Set<String>, in range: Range<Int>) -> [Int] {
    guard !names.isDisjoint(with: self.names) else { return [] }
    return range.filter { tokens[$0].kind == .identifier && names.contains(tokens[$0].text) }
  }

  /// Whether the name at `index` is only compared or is a case of a `switch`.
  package func isCompared(_ index: Int) -> Bool {
    func sign(_ index: Int) -> String {
      tokens.indices.contains(index) && tokens[index].kind == .punctuation ? tokens[index].text : ""
    }
    if ["==", "!="].contains(sign(index - 1)) || ["==", "!="].contains(sign(index + 1)) { return true }
    if index > 0, tokens[index - 1].isName("case") { return true }
    return sign(index - 1) == ":" && index > 1 && tokens[index - 2].text.hasPrefix("isEqual")
  }

  /// Whether a plain name such as `code` is one that opens something: `openDrawerWithCode:`, `verifyPin:code:`.
  package func isAccessCode(_ name: String, in function: Int?) -> Bool {
    guard ["code", "codes"].contains(Words.of(name).last ?? ""), Words.of(name).count <= 2 else {
      return false
    }
    let about: Set = [
      "error", "status", "country", "zip", "postal", "key", "char", "response", "exit", "result", "region",
      "language", "currency", "bar", "qr", "return", "http", "type", "color", "op",
    ]
    guard about.isDisjoint(with: Words.of(name)) else { return false }
    let opening: Set = [
      "open", "unlock", "enter", "login", "signin", "authenticate", "authorize", "verify", "access",
    ]
    let words = words(of: function)
    return !opening.isDisjoint(with: words) && about.isDisjoint(with: words.subtracting(["open"]))
  }

  /// The body of the function with `index`.
  package func body(of function: Int?) -> Range<Int>? { function.map { functions[$0].body } }

  /// The words of the name of a function and of its class.
  package func words(of function: Int?) -> Set<String> {
    guard let function else { return [] }
    return Set(Words.of(functions[function].name) + Words.of(functions[function].className ?? ""))
  }
}

extension ObjectiveCSource {
  /// Whether `range` names a file of the app's bundle, which is signed, also through variables of `function`.
  package func isBundled(_ range: Range<Int>, in function: Int?) -> Bool {
    var (ranges, steps) = ([range], 0)
    while let range = ranges.popLast(), steps < 8 {
      steps += 1
      if mentionsBundle(range) { return true }
      for index in range.prefix(32) where tokens[index].kind == .identifier {
        guard let value = values(of: tokens[index].text, in: function), value.count == 1,
          value.first.value.upperBound <= range.lowerBound
        else { continue }
        ranges.append(value.first.value)
      }
    }
    return false
  }

  /// Whether a token of `range` asks a bundle for a file.
  func mentionsBundle(_ range: Range<Int>) -> Bool {
    tokens[range].prefix(200).contains { token in
      token.kind == .identifier
        && (token.text == "NSBundle" || token.text.hasPrefix("pathForResource")
          || token.text.hasPrefix("URLForResource") || token.text.lowercased().hasSuffix("bundle"))
    }
  }
}
