import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A rule for passwords that lets short ones in or cuts long ones off.
struct WeakPasswordPolicy: SwiftRule {
  static let metadata = RuleMetadata(
    id: "weak-password-policy",
    title: LocalizedText("Weak rule for passwords", ja: "弱いパスワード規則"),
    why: LocalizedText(
      """
      Short passwords are guessed, and one that is cut off is shorter than its owner believes. Eight characters are the \
      least that current guidance (NIST SP 800-63B) accepts.
      """,
      ja: """
        短いパスワードは推測され、切り詰められたパスワードは本人が思うより短くなります。\
        現在の指針（NIST SP 800-63B）では 8 文字以上が必要です。
        """),
    fix: RuleFix(
      LocalizedText(
        "Ask for eight characters or more, allow at least 64 of any kind, and refuse known ones; or use passkeys.",
        ja: "8 文字以上を求め、64 文字以上・あらゆる文字を許可し、流出済みのものを拒否するか、パスキーを使用してください。"),
      library: .auth),
    severity: .low, confidence: .medium, cwe: [521], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: "guard password.count >= 6 else { throw SignUpError.tooShort }",
      good: "guard password.count >= 12 else { throw SignUpError.tooShort }"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    checkLimits(source, &report)
    checkComparisons(source, &report)
    checkRanges(source, &report)
    checkTruncation(source, &report)
    checkKeyboards(source, &report)
  }

  // MARK: Lengths

  /// Named limits: `let minimumPasswordLength = 6`.
  private func checkLimits(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings where binding.kind == .constant || binding.kind == .variable {
      guard Self.isMinimum(binding.name), let length = source.fold(binding.value, in: binding.scope).integer,
        (2..<8).contains(length)
      else { continue }
      add(length, at: binding.range, &report)
    }
  }

  private func checkComparisons(_ source: SwiftSource, _ report: inout FileReport) {
    for comparison in source.facts.comparisons {
      guard let limit = Self.limit(ofCount: comparison.left),
        NamePath.last(of: comparison.right).map(Self.isMinimum) != true,
        let number = source.fold(comparison.right, in: comparison.scope).integer
      else { continue }
      // `count >= 6` lets six in, `count < 6` keeps five out, `count > 5` lets six in.
      let least: Int? =
        switch comparison.operation {
        case ">=", "<": number
        case ">", "<=": number + 1
        default: nil
        }
      // Less than two is a question whether something was typed at all.
      guard let least, (2..<limit).contains(least) else { continue }
      add(least, at: comparison.range, &report)
    }
  }

  /// Ranges: `(6...20).contains(password.count)`.
  private func checkRanges(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("contains") {
      guard let argument = call.arguments.first?.value, let limit = Self.limit(ofCount: argument),
        let receiver = call.receiver
      else { continue }
      let parts = SequenceParts.of(NamePath.unwrapped(receiver) ?? receiver)
      guard parts.count == 3, ["...", "..<"].contains(SequenceParts.operation(parts[1]) ?? ""),
        let least = source.fold(parts[0], in: call.scope).integer, (2..<limit).contains(least)
      else { continue }
      add(least, at: call.range, &report)
    }
  }

  private func add(_ length: Int, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(length) characters are accepted as a password or PIN.", ja: "\(length) 文字のパスワードや PIN が受け付けられます。"))
  }

  /// The least length that is good enough for what is counted: eight characters of a password, six digits of a PIN.
  private static func limit(ofCount expression: ExprSyntax) -> Int? {
    guard let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "count",
      let base = member.base
    else { return nil }
    var path = NamePath.of(base)
    if let last = path.last, ["text", "utf8", "unicodeScalars"].contains(last) { path.removeLast() }
    guard let name = path.last else { return nil }
    if isPassword(name) { return 8 }
    return ["pin", "passcode", "pincode"].contains(Words.of(name).joined()) ? 6 : nil
  }

  private static func isPassword(_ name: String) -> Bool {
    let words = Words.of(name)
    guard words.contains(where: { ["password", "passwd", "pwd", "passphrase"].contains($0) }) else {
      return false
    }
    return !words.contains {
      ["passwords", "manager", "list", "entries", "items", "hint", "wifi"].contains($0)
    }
  }

  private static func isMinimum(_ name: String) -> Bool {
    // Asked of every name of a file: most are too short or begin with something else.
    guard name.utf8.count >= 11, limitNames.contains(where: name.hasPrefix) else { return false }
    let words = Set(Words.of(name))
    return !words.isDisjoint(with: ["min", "minimum", "minimal"])
      && !words.isDisjoint(with: ["password", "passphrase"])
      && !words.isDisjoint(with: ["length", "count", "characters", "chars", "size", "len"])
  }

  private static let limitNames = [
    "min", "Min", "MIN", "kMin", "password", "Password", "PASSWORD", "passphrase",
  ]

  // MARK: Truncation and keyboards

  /// Passwords that are cut off: `password = String(password.prefix(8))`.
  private func checkTruncation(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("prefix") where call.arguments.count == 1 {
      guard let receiver = call.receiver, isPasswordText(receiver, call.scope, source),
        let length = source.fold(call.arguments[0].value, in: call.scope).integer, (6..<64).contains(length),
        let whole = call.node.ancestor(FunctionCallExprSyntax.self, within: 3), whole.arguments.count == 1,
        NamePath.last(of: whole.calledExpression) == "String",
        let range = Self.keeping(whole)
      else { continue }
      report.add(
        Self.self, at: range,
        LocalizedText(
          "Passwords are cut off after \(length) characters.", ja: "パスワードが \(length) 文字で切り詰められます。"))
    }
  }

  /// Whether `expression` is a password by its name or by what callers pass.
  private func isPasswordText(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if let name = NamePath.last(of: expression), Self.isPassword(name) { return true }
    return source.origins(of: expression, in: scope).contains { origin in
      NamePath.of(origin.expression).suffix(2).contains(where: Self.isPassword)
    }
  }

  /// The bytes of the declaration or assignment that keeps what `call` makes, unless it is only shown.
  private static func keeping(_ call: FunctionCallExprSyntax) -> Range<Int>? {
    if let clause = call.parent?.as(InitializerClauseSyntax.self),
      let binding = clause.parent?.as(PatternBindingSyntax.self)
    {
      let words = Words.of(binding.pattern.trimmedDescription)
      return words.contains(where: shown.contains) ? nil : binding.utf8Range
    }
    guard let sequence = call.parent?.parent?.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
      let target = sequence.elements.first.flatMap(NamePath.last)
    else { return nil }
    return isPassword(target) || target == "text" ? sequence.utf8Range : nil
  }

  private static let shown: Set = [
    "shown", "mask", "masked", "preview", "hint", "redacted", "label", "title",
  ]

  private func checkKeyboards(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments(to: "keyboardType", in: .file, from: 0) {
      guard let owner = NamePath.of(assignment.target).dropLast().last, Self.isPassword(owner),
        Self.isDigits(source.fold(assignment.value, in: assignment.scope))
      else { continue }
      addKeyboard(at: assignment.range, &report)
    }
    for call in source.facts.calls("keyboardType") {
      guard let value = call.arguments.first?.value, Self.isDigits(source.fold(value, in: call.scope)),
        let field = call.receiver.flatMap({ Call($0, scope: call.scope) }), field.name == "SecureField",
        let text = field.argument("text"),
        text.tokens(viewMode: .sourceAccurate).contains(where: { Self.isPassword($0.text) })
      else { continue }
      addKeyboard(at: value.utf8Range, &report)
    }
  }

  private func addKeyboard(at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The keyboard of the password field has digits only.", ja: "パスワード欄のキーボードが数字だけになっています。"))
  }

  private static func isDigits(_ value: Value) -> Bool {
    ["numberPad", "asciiCapableNumberPad", "decimalPad", "phonePad"].contains(value.symbol ?? "")
  }
}
