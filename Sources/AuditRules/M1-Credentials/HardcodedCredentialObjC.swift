import AuditEngine
import OmamoriCore
import OmamoriReport

/// A password, key or token that is written into Objective-C, or that something is compared with.
struct HardcodedCredentialObjC: ObjectiveCRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-credential-objc",
    title: LocalizedText("Hard-coded credential (Objective-C)", ja: "ソースコードに埋め込まれた認証情報（Objective-C）"),
    why: LocalizedText(
      """
      A literal is in every copy of the app and readable with `strings`. Whoever extracts it acts as the app or as \
      the account, or enters what it guards.
      """,
      ja: """
        リテラルは配布されるすべてのアプリに含まれ、strings コマンドで読み取れます。取り出した者はアプリやアカウントになりすまし、\
        保護された機能に入ることができます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Let the server decide, or fetch the secret for the signed-in user and keep it in the Keychain \
        (Keychain.set(_:for:) from Swift, SecItemAdd from Objective-C); revoke the one that has shipped.
        """,
        ja: """
          判定はサーバーで行うか、秘密情報を利用者ごとに取得して Keychain に保存してください（Swift では Keychain.set(_:for:)、\
          Objective-C では SecItemAdd）。配布済みの値は失効させてください。
          """),
      library: .keychain),
    severity: .high, confidence: .medium, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      language: "objc",
      bad: #"static NSString *const kWeatherApiKey = @"wx9f27c41b7d3e8820a6";"#,
      good: #"static NSString *const kWeatherApiKeyItem = @"weather.api-key";"#))

  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test, source.text.context != .example else { return }
    var seen: Set<Int> = []
    for assignment in source.assignments {
      check(assignment, source, &seen, &report)
    }
    checkDefines(source, &seen, &report)
    checkComparisons(source, &seen, &report)
    checkMessages(source, &seen, &report)
  }

  private func add(
    _ name: String, _ token: CToken, isCompared: Bool, judgedAs: String? = nil, _ seen: inout Set<Int>,
    _ report: inout FileReport
  ) {
    guard let literal = CredentialLiteral(token.text, name: judgedAs ?? ObjectiveCSource.plain(name)),
      literal.strength > .word,
      ProviderTokens.first(in: token.text) == nil, PrivateKeyText.blocks(in: Array(token.text.utf8)).isEmpty,
      seen.insert(token.range.lowerBound).inserted
    else { return }
    let shown = SecretMask.masked(token.text)
    let message =
      isCompared
      ? LocalizedText(
        "“\(name)” is compared with the literal “\(shown)”.", ja: "「\(name)」をリテラル「\(shown)」と比較しています。")
      : LocalizedText(
        "“\(name)” holds the literal “\(shown)”, which every copy of the app contains.",
        ja: "「\(name)」にリテラル「\(shown)」が入っており、配布されるすべてのアプリに含まれます。")
    report.add(Self.self, at: token.range, message, secrets: [token.text])
  }

  /// The literal that `range` is, casts, brackets and `copy` aside.
  private static func literal(_ range: Range<Int>, _ source: ObjectiveCSource) -> CToken? {
    let range = source.bare(range)
    guard let first = range.first, range.count <= 64 else { return nil }
    if range.count == 1 {
      let token = source.tokens[first]
      return token.isString || token.kind == .number ? token : nil
    }
    if source.tokens[first].isSign("@"), range.count == 2, source.tokens[first + 1].kind == .number {
      return source.tokens[first + 1]
    }
    // `[NSString stringWithFormat:@"literal"]`, `[@"literal" copy]`, `CFSTR("literal")`
    let strings = range.filter { source.tokens[$0].isString }
    guard strings.count == 1, let only = strings.first else { return nil }
    let isCall = source.tokens[first].isName("CFSTR")
    guard isCall || source.message(at: range).flatMap({ source.value($0.tokens, in: $0.function) }) != nil
    else {
      return nil
    }
    return source.tokens[only]
  }

  // MARK: Places

  private func check(
    _ assignment: CAssignment, _ source: ObjectiveCSource, _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    var name = ObjectiveCSource.plain(assignment.name)
    if let key = assignment.key {
      // `headers[@"X-Api-Key"] = @"…"`; `char key[16] = "…"` has a number there.
      if let text = source.value(key, in: assignment.function)?.string { name = text }
    } else if ["text", "stringValue"].contains(name), assignment.path.count > 1 {
      // `passwordField.text = @"…"` fills a field.
      name = Words.of(assignment.path[assignment.path.count - 2])
        .filter { !["field", "text", "input", "tf", "txt"].contains($0) }.joined(separator: "_")
    }
    guard SensitiveLexicon.meaning(of: name) == .secret else { return }
    // `a ? b : c` gives two.
    for part in source.parts(of: assignment.value, by: "?").flatMap({ source.parts(of: $0, by: ":") }) {
      guard let token = Self.literal(part, source), token.isString || assignment.type == nil else { continue }
      // A number is a PIN only where it is called one.
      if token.kind == .number, !Self.isNumericName(name) || Self.isMask(token) { continue }
      add(name, token, isCompared: false, &seen, &report)
    }
  }

  /// Nobody types a PIN in hexadecimal digits; such numbers are bits.
  private static func isMask(_ token: CToken) -> Bool { token.text.lowercased().hasPrefix("0x") }

  private static func isNumericName(_ name: String) -> Bool {
    let words = Words.of(name)
    return !words.isEmpty && words.contains { ["pin", "passcode", "password", "pincode"].contains($0) }
      && SensitiveLexicon.meaning(of: name) == .secret
  }

  private func checkDefines(
    _ source: ObjectiveCSource, _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    for define in source.defines where SensitiveLexicon.meaning(of: define.name) == .secret {
      let value = define.value.filter { !$0.isSign("(") && !$0.isSign(")") }
      guard value.count == 1, value[0].isString else { continue }
      add(define.name, value[0], isCompared: false, &seen, &report)
    }
  }

  /// Looks at `[password isEqualToString:@"…"]`, `strcmp(password, "…")`, `pin == 1234`.
  private func checkComparisons(
    _ source: ObjectiveCSource, _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    for message in source.messages(
      "isEqualToString:", "isEqual:", "compare:", "caseInsensitiveCompare:", "isEqualToNumber:", "hasPrefix:")
    {
      let argument = message.arguments[0]
      compare(message.receiver, with: argument, message.function, source, &seen, &report)
      compare(argument, with: message.receiver, message.function, source, &seen, &report)
    }
    for call in source.calls("strcmp", "strncmp", "strcasecmp", "memcmp") where call.arguments.count >= 2 {
      compare(call.arguments[0], with: call.arguments[1], call.function, source, &seen, &report)
      compare(call.arguments[1], with: call.arguments[0], call.function, source, &seen, &report)
    }
    for index in source.tokens.indices
    where source.tokens[index].isSign("==") || source.tokens[index].isSign("!=") {
      guard index > 0, index + 1 < source.tokens.count, source.tokens[index + 1].kind == .number else {
        continue
      }
      let number = source.tokens[index + 1]
      guard let name = Self.numericSubject(before: index, source),
        number.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        number.text.utf8.count >= 4
      else { continue }
      add(name, number, isCompared: true, &seen, &report)
    }
  }

  /// The PIN that stands before `==`: `pin`, `self.pin`, `[pinField.text intValue]`.
  private static func numericSubject(before index: Int, _ source: ObjectiveCSource) -> String? {
    var start = index - 1
    if source.tokens[start].isSign("]") || source.tokens[start].isSign(")") {
      guard let open = source.partner(of: start) else { return nil }
      start = open
    } else {
      while start > 1, [".", "->"].contains(source.tokens[start - 1].text) { start -= 2 }
    }
    guard start >= 0, start < index, let named = source.sensitive(start..<index, in: nil),
      named.meaning == .secret || Words.of(named.name).contains("code")
    else {
      return source.tokens[index - 1].isName("accessCode")
        ? "accessCode" : numericContent(start..<index, source)
    }
    return named.name
  }

  /// Looks at `[self.pinField.text integerValue]`.
  private static func numericContent(_ range: Range<Int>, _ source: ObjectiveCSource) -> String? {
    guard let message = source.message(at: range),
      ["intValue", "integerValue", "longLongValue", "unsignedIntegerValue"].contains(message.selector),
      let named = source.sensitive(message.receiver, in: message.function), named.meaning == .secret
    else { return nil }
    return named.name
  }

  private func compare(
    _ value: Range<Int>, with other: Range<Int>, _ function: Int?, _ source: ObjectiveCSource,
    _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    guard let token = Self.literal(other, source), token.isString || token.kind == .number else { return }
    if let named = source.sensitive(value, in: function), named.meaning == .secret {
      // Readers of formats written in C call each word of a text so.
      if source.isPlainC, named.name.lowercased() == "token" { return }
      return add(named.name, token, isCompared: true, &seen, &report)
    }
    let bare = source.bare(value)
    guard bare.count == 1, source.isAccessCode(source.tokens[bare.lowerBound].text, in: function) else {
      return
    }
    add(source.tokens[bare.lowerBound].text, token, isCompared: true, judgedAs: "pin", &seen, &report)
  }

  /// Looks at `[item setPassword:@"…"]`, `[request setValue:@"…" forHTTPHeaderField:@"X-Api-Key"]`.
  private func checkMessages(
    _ source: ObjectiveCSource, _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    for message in source.messages where !message.arguments.isEmpty {
      let parts = message.selector.split(separator: ":", omittingEmptySubsequences: true).map(String.init)
      for (index, part) in parts.enumerated() where index < message.arguments.count {
        guard let token = Self.literal(message.arguments[index], source), token.isString else { continue }
        var name = Self.argumentName(part)
        if Self.keyed.contains(part), index == 0, parts.count > 1, message.arguments.count > 1,
          ["forKey", "forHTTPHeaderField", "forKeyedSubscript"].contains(parts[1]),
          let key = source.value(message.arguments[1], in: message.function)?.string
        {
          name = key
        }
        guard SensitiveLexicon.meaning(of: name) == .secret else { continue }
        add(name, token, isCompared: false, &seen, &report)
      }
    }
    checkLiteralDictionaries(source, &seen, &report)
  }

  private static let keyed: Set = ["setObject", "setValue", "addValue"]

  /// `initWithUser:password:` gives `password`, `setApiKey:` gives `apiKey`.
  private static func argumentName(_ part: String) -> String {
    for start in ["set", "initWith", "loginWith", "with", "startWith", "configureWith", "signInWith"]
    where part.hasPrefix(start) && part.count > start.count {
      let rest = part.dropFirst(start.count)
      if rest.first?.isUppercase ?? false { return String(rest) }
    }
    return part
  }

  /// Looks at `@{@"password": @"…"}`.
  private func checkLiteralDictionaries(
    _ source: ObjectiveCSource, _ seen: inout Set<Int>, _ report: inout FileReport
  ) {
    for index in source.tokens.indices.dropLast()
    where source.tokens[index].isSign("@") && source.tokens[index + 1].isSign("{") {
      guard let close = source.partner(of: index + 1),
        let dictionary = source.dictionary(index..<(close + 1), in: nil)
      else { continue }
      for entry in dictionary.entries where SensitiveLexicon.meaning(of: entry.key) == .secret {
        guard let token = Self.literal(entry.value, source), token.isString else { continue }
        add(entry.key, token, isCompared: false, &seen, &report)
      }
    }
  }
}
