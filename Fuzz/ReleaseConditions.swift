import OmamoriCore
@testable import AuditEngine
import SwiftSyntax

/// The answer about a compilation condition obeys the laws of logic with three values.
func fuzzReleaseConditions(_ bytes: [UInt8]) {
  let text = String(decoding: bytes.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  guard let plain = answer(text) else { return }
  guard let negated = answer("!(\(text))"), let or = answer("(\(text)) || true"),
    let and = answer("(\(text)) && false"), let twice = answer("(\(text)) && (\(text))")
  else {
    return
  }
  expect(negated == plain.map { !$0 }, "a negation is the opposite")
  expect(or == true, "anything or true is true")
  expect(and == false, "anything and false is false")
  expect(twice == plain, "a condition and itself is itself")
}

/// What is known about a condition, or `nil` when the text is not one condition.
private func answer(_ condition: String) -> Bool?? {
  let text = "#if \(condition)\nlet inside = 1\n#endif\n"
  // Not the parser itself, which never ends with some texts that nest deeply; the audit keeps them from it.
  let tree = SwiftSource(TextSource(path: "Condition.swift", bytes: Array(text.utf8))).tree
  guard !tree.hasError, !condition.contains("//"), !condition.contains("/*"), tree.statements.count == 1,
    let clauses = tree.statements.first?.item.as(IfConfigDeclSyntax.self)?.clauses, clauses.count == 1,
    let expression = clauses.first?.condition
  else {
    return nil
  }
  return .some(ReleaseConditions(conditions: ["RELEASE"]).holds(expression))
}
