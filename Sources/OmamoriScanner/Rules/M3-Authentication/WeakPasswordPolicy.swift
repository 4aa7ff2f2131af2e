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
    masvs: ["AUTH-1"], mastg: [],
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
      guard Self.isPasswordCount(comparison.left),
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
      guard let least, (2..<8).contains(least) else { continue }
      add(least, at: comparison.range, &report)
    }
  }

  /// Ranges: `(6...20).contains(password.count)`.
  private func checkRanges(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("contains") {
      guard let argument = call.arguments.first?.value, Self.isPasswordCount(argument),
        let receiver = call.receiver
      else { continue }
      let parts = SequenceParts.of(NamePath.unwrapped(receiver) ?? receiver)
      guard parts.count == 3, ["...", "..<"].contains(SequenceParts.operation(parts[1]) ?? ""),
        let least = source.fold(parts[0], in: call.scope).integer, (2..<8).contains(least)
      else { continue }
      add(least, at: call.range, &report)
    }
  }

  private func add(_ length: Int, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "Passwords of \(length) characters are accepted.", ja: "\(length) 文字のパスワードが受け付けられます。"))
  }

  private static func isPasswordCount(_ expression: ExprSyntax) -> Bool {
    guard let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "count",
      let base = member.base
    else { return false }
    var path = NamePath.of(base)
    if let last = path.last, ["text", "utf8", "unicodeScalars"].contains(last) { path.removeLast() }
    return path.last.map(isPassword) ?? false
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
    // Asked of every name of a file: most are too short to say it.
    guard name.utf8.count >= 11 else { return false }
    let words = Set(Words.of(name))
    return !words.isDisjoint(with: ["min", "minimum", "minimal"])
      && !words.isDisjoint(with: ["password", "passphrase"])
      && !words.isDisjoint(with: ["length", "count", "characters", "chars", "size", "len"])
  }

  // MARK: Truncation and keyboards

  /// Passwords that are cut off: `password = String(password.prefix(8))`.
  private func checkTruncation(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("prefix") where call.arguments.count == 1 {
      guard let receiver = call.receiver, let name = NamePath.last(of: receiver), Self.isPassword(name),
        let length = source.fold(call.arguments[0].value, in: call.scope).integer, (4..<64).contains(length),
        let sequence = call.node.ancestor(SequenceExprSyntax.self, within: 5),
        let target = sequence.elements.first.flatMap(NamePath.last), target == name || target == "text",
        sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
      else { continue }
      report.add(
        Self.self, at: sequence.byteRange,
        LocalizedText(
          "Passwords are cut off after \(length) characters.", ja: "パスワードが \(length) 文字で切り詰められます。"))
    }
  }

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
      addKeyboard(at: value.byteRange, &report)
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
