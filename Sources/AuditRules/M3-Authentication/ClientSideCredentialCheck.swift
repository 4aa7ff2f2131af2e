import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A typed password that is compared with one the app itself brings along or keeps.
struct ClientSideCredentialCheck: SwiftRule {
  static let metadata = RuleMetadata(
    id: "client-side-credential-check",
    title: LocalizedText("Password checked against a stored copy", ja: "デバイス内の値と比較されるパスワード"),
    why: LocalizedText(
      """
      The right password lies on the device: in the bundle, the preferences or a database. It is read from a backup, or \
      the comparison is patched; no server ever learns of it.
      """,
      ja: """
        正しいパスワードが、バンドル、UserDefaults、データベースなどの形でデバイス内にあります。バックアップから読み取られたり、\
        比較処理を書き換えられたりしても、サーバーには分かりません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Let the server decide. For a PIN of the device keep a salted verifier in the Keychain (PasswordHasher of \
        OmamoriCrypto) and count the attempts.
        """,
        ja: """
          判定はサーバーで行ってください。デバイスの PIN であれば、ソルト付きの検証値を Keychain に保存し（OmamoriCrypto の \
          PasswordHasher）、試行回数を数えてください。
          """),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [603], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        func login() {
          let stored = UserDefaults.standard.string(forKey: "password")
          if passwordField.text == stored { showHome() }
        }
        """,
      good: """
        func login() async throws {
          try await server.signIn(userField.text, passwordField.text)
          showHome()
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for comparison in source.facts.comparisons where comparison.isEquality {
      // Most comparisons are with something that stands there; asking that is cheap.
      guard !Self.isFixed(comparison.left), !Self.isFixed(comparison.right) else { continue }
      let left = Self.beforeCast(comparison.left)
      for (typed, stored) in [(left, comparison.right), (comparison.right, left)] {
        guard let name = secret(typed, comparison.scope, source), !source.isMadeUp(comparison.left) else {
          continue
        }
        guard let origin = StoredCredential(of: stored, comparison.scope, source) else {
          // Read by a function further away.
          guard let read = source.taint(of: stored, in: comparison.scope, .file) else { continue }
          report.add(
            Self.self, at: left.utf8Range.lowerBound..<comparison.range.upperBound,
            LocalizedText(
              "“\(name)” is compared with a value that is read from a file.",
              ja: "「\(name)」がファイルから読み取った値と比較されています。"), flow: read.steps)
          break
        }
        report.add(
          Self.self, at: left.utf8Range.lowerBound..<comparison.range.upperBound,
          LocalizedText(
            "“\(name)” is compared with a value out of \(origin.place.english).",
            ja: "「\(name)」が\(origin.place.japanese)の値と比較されています。"),
          related: [
            report.step(at: origin.range, LocalizedText("The value is read here.", ja: "ここで値が読み取られます。"))
          ])
        break
      }
    }
  }

  /// The operand that a cast belongs to: `users[name]` in `users[name] as? String == password`.
  private static func beforeCast(_ left: ExprSyntax) -> ExprSyntax {
    guard left.is(TypeExprSyntax.self), let list = left.parent?.as(ExprListSyntax.self) else { return left }
    let parts = Array(list)
    guard let index = parts.firstIndex(where: { $0.id == left.id }), index >= 2,
      parts[index - 1].is(UnresolvedAsExprSyntax.self)
    else { return left }
    return parts[index - 2]
  }

  /// A literal, or a case such as `.active`.
  private static func isFixed(_ expression: ExprSyntax) -> Bool {
    if let member = expression.as(MemberAccessExprSyntax.self) { return member.base == nil }
    return expression.is(StringLiteralExprSyntax.self) || expression.is(IntegerLiteralExprSyntax.self)
      || expression.is(NilLiteralExprSyntax.self) || expression.is(BooleanLiteralExprSyntax.self)
  }

  /// The name of a password or PIN that somebody typed.
  private func secret(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    guard let found = source.sensitive(expression, in: scope), found.meaning == .secret,
      Words.of(found.name).contains(where: Self.typed.contains),
      StoredCredential(of: expression, scope, source) == nil
    else { return nil }
    return found.name
  }

  static let typed: Set = [
    "password", "passwd", "pwd", "passcode", "passphrase", "pin", "code", "otp", "pincode", "secret",
  ]
}

/// A value that is read out of a place on the device which others can read, too.
private struct StoredCredential {
  let place: LocalizedText
  let range: Range<Int>

  init?(of expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) {
    self.init(expression, scope, source, depth: 0)
  }

  private init?(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int) {
    guard depth < 8 else { return nil }
    if depth == 0, let kept = Self.kept(expression) {
      (place, range) = (
        LocalizedText("\(kept), a copy that the app keeps", ja: "アプリが保持する \(kept) "), expression.utf8Range
      )
      return
    }
    for part in SequenceParts.of(expression).prefix(8) {
      var inner = part
      while let next = NamePath.unwrapped(inner) { inner = next }
      if let found = Self(operand: inner, scope, source, depth: depth) {
        self = found
        return
      }
    }
    return nil
  }

  private init?(operand: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int) {
    if let call = Call(operand, scope: scope) {
      if let place = Self.place(of: call) {
        (self.place, range) = (place, call.range)
        return
      }
      let isAccess = ["value", "object", "string", "decode", "jsonObject", "propertyList", "first"].contains(
        call.name)
      guard isAccess || ["String", "Data"].contains(call.name) else { return nil }
      let next =
        call.argument("with") ?? call.argument("from") ?? call.receiver ?? call.arguments.first?.value
      guard let next, let found = Self(next, scope, source, depth: depth + 1) else { return nil }
      self = found
    } else if let access = operand.as(SubscriptCallExprSyntax.self) {
      if Self.isDefaults(access.calledExpression) {
        (place, range) = (Self.preferences, access.utf8Range)
        return
      }
      guard let found = Self(access.calledExpression, scope, source, depth: depth + 1) else { return nil }
      self = found
    } else if let name = operand.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
        let value = binding.value, let found = Self(value, binding.scope, source, depth: depth + 1)
      else { return nil }
      self = found
    } else if let member = operand.as(MemberAccessExprSyntax.self), let base = member.base,
      base.as(DeclReferenceExprSyntax.self)?.baseName.text != "self" || depth == 0
    {
      // `account.password`, where the account was decoded out of a file.
      guard let found = Self(base, scope, source, depth: depth + 1) else { return nil }
      self = found
    } else {
      return nil
    }
  }

  /// `Session.password`, `Account.current.pin`: a password that a type or its one instance holds.
  private static func kept(_ expression: ExprSyntax) -> String? {
    let path = NamePath.of(expression)
    guard (2...3).contains(path.count), path[0].first?.isUppercase == true,
      path.count == 2 || ["shared", "current", "default", "instance"].contains(path[1]),
      Words.of(path[path.count - 1]).contains(where: ["password", "passcode", "pin", "passwd"].contains),
      SensitiveLexicon.meaning(of: path[path.count - 1]) == .secret
    else { return nil }
    return path.joined(separator: ".")
  }

  private static let preferences = LocalizedText("the preferences", ja: " UserDefaults ")

  private static func place(of call: Call) -> LocalizedText? {
    if ["string", "object", "value", "data", "integer"].contains(call.name), call.labels == ["forKey"],
      let receiver = call.receiver, isDefaults(receiver)
    {
      return preferences
    }
    let label = call.arguments.first?.label
    if ["NSDictionary", "NSArray", "NSMutableDictionary", "Data", "String"].contains(call.name),
      ["contentsOfFile", "contentsOf"].contains(label)
    {
      return LocalizedText("a file", ja: "ファイル")
    }
    if call.name == "object", label == "forInfoDictionaryKey" {
      return LocalizedText("the property list of the app", ja: "アプリのプロパティリスト")
    }
    if ["fetch", "objects"].contains(call.name), call.receiverPath.contains(where: isDatabase) {
      return LocalizedText("the database of the app", ja: "アプリのデータベース")
    }
    return nil
  }

  private static func isDefaults(_ receiver: ExprSyntax) -> Bool {
    if let call = Call(receiver, scope: .file) {
      return ["UserDefaults", "standardUserDefaults"].contains(call.name)
    }
    let path = NamePath.of(receiver)
    if path.contains(where: { ["UserDefaults", "NSUserDefaults"].contains($0) }) { return true }
    return path.last.map { Words.of($0).contains { ["defaults", "preferences", "prefs"].contains($0) } }
      ?? false
  }

  private static func isDatabase(_ name: String) -> Bool {
    Words.of(name).contains { ["realm", "context", "moc", "database", "db"].contains($0) }
  }
}

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
          return LocalizedText("the preferences", ja: " UserDefaults ")
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
