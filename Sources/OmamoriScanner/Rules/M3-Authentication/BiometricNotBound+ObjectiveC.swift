import OmamoriCore
import OmamoriReport

extension BiometricNotBound: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let evaluations = source.messages("evaluatePolicy:localizedReason:reply:")
    guard !evaluations.isEmpty else { return }
    let bound = source.uses(of: Self.bindings, in: source.tokens.indices)
    if let first = bound.first {
      report.note(
        .localAuthenticationBound, at: source.tokens[first].range,
        LocalizedText("Authentication releases a Keychain item.", ja: "認証によって Keychain の項目が取り出されます。"))
    }
    for message in evaluations {
      let place = source.bytes(of: message.tokens)
      report.note(
        .localAuthentication, at: place, LocalizedText("A person is authenticated.", ja: "利用者の認証が行われています。"))
      guard bound.isEmpty, source.words(of: message.function).isDisjoint(with: LocalAuthentication.settings)
      else { continue }
      let policy = source.value(message.arguments[0], in: message.function)?.symbol ?? "evaluatePolicy"
      report.add(
        Self.self, at: place,
        LocalizedText(
          "The answer of \(policy) is a BOOL that no Keychain item or key depends on.",
          ja: "\(policy) の結果は BOOL だけで、Keychain の項目や鍵は関与していません。"),
        confidence: Self.decides(message, source) ? .high : .medium)
    }
  }

  /// What hands an authentication to the Keychain or to a key.
  private static let bindings: Set = [
    "kSecUseAuthenticationContext", "SecAccessControlCreateWithFlags", "evaluateAccessControl",
    "kSecUseOperationPrompt",
  ]

  /// Whether the block asks for the answer itself: `^(BOOL success, NSError *error) { if (success) …`.
  private static func decides(_ message: MessageSend, _ source: ObjectiveCSource) -> Bool {
    let block = message.arguments[2]
    guard block.count > 4, let first = block.first, source.tokens[first].isSign("^"),
      source.tokens[first + 1].isSign("("), let close = source.partner(of: first + 1),
      let name = source.parts(of: (first + 2)..<close, by: ",").first?.last.map({ source.tokens[$0].text })
    else { return false }
    return block.dropFirst(close - first).contains { index in
      source.tokens[index].isName("if") && index + 2 < block.upperBound
        && source.partner(of: index + 1).map { source.use(of: [name], in: (index + 2)..<$0) != nil } ?? false
    }
  }
}
