import AuditEngine
import OmamoriCore
import OmamoriReport

/// A credential with its value in a comment, commented-out code included.
struct SecretInComment: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "secret-in-comment",
    title: LocalizedText("Credential in a comment", ja: "コメント内の認証情報"),
    why: LocalizedText(
      "Everyone who may read the repository, now or later, can use the credential.",
      ja: "現在または将来リポジトリを読める者全員が、その認証情報を使用できます。"),
    fix: RuleFix(
      LocalizedText(
        "Delete the comment and revoke the credential; the history of the repository keeps it.",
        ja: "コメントを削除し、認証情報を失効させてください。リポジトリの履歴には残ります。")),
    severity: .low, confidence: .medium, cwe: [615], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: "// review account, password: Momiji-2024kaede\nlet x = 1",
      good: "// review account: see the vault\nlet x = 1"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context != .test else { return }
    for comment in source.lineComments { check(source.text.bytes, comment, &report) }
  }

  /// Looks for `name: value` and `name = "value"` in one comment.
  private func check(_ bytes: [UInt8], _ comment: Range<Int>, _ report: inout FileReport) {
    for mark in comment where bytes[mark] == 0x3A || bytes[mark] == 0x3D {
      guard let name = Self.name(bytes, before: mark, from: comment.lowerBound + 2),
        SensitiveLexicon.meaning(of: name) == .secret,
        let range = Self.value(bytes, after: mark, to: comment.upperBound)
      else { continue }
      let value = String(decoding: bytes[range], as: UTF8.self)
      guard let literal = CredentialLiteral(value, name: name), literal.strength == .strong,
        ProviderTokens.first(in: value) == nil
      else { continue }
      report.add(
        Self.self, at: range,
        LocalizedText(
          "The comment gives “\(SecretMask.masked(value))” as “\(name)”.",
          ja: "コメントに「\(name)」の値「\(SecretMask.masked(value))」が書かれています。"),
        secrets: [value])
    }
  }

  /// The word before a mark.
  private static func name(_ bytes: [UInt8], before mark: Int, from start: Int) -> String? {
    var end = mark
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    var first = end
    while first > start, isNameByte(bytes[first - 1]) { first -= 1 }
    guard first < end, end - first <= 40 else { return nil }
    return String(decoding: bytes[first..<end], as: UTF8.self)
  }

  /// The word behind a mark; it ends the comment, stands in quotes, or is followed by white space.
  private static func value(_ bytes: [UInt8], after mark: Int, to end: Int) -> Range<Int>? {
    var start = mark + 1
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x3D { start += 1 }
    guard start < end else { return nil }
    if bytes[start] == 0x22 {
      guard let close = bytes[(start + 1)..<end].firstIndex(of: 0x22) else { return nil }
      return (start + 1)..<close
    }
    // Code such as `token = parser.next()` is no value.
    let stop = bytes[start..<end].firstIndex { $0 <= 0x20 || $0 == 0x2C || $0 == 0x3B } ?? end
    let isWord = bytes[start..<stop].allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"()[]{}<>\"'\\`".utf8.contains($0)
    }
    return isWord && stop > start ? start..<stop : nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
      || byte >= 0x80
  }
}
