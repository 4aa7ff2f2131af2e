import AuditEngine
import SwiftSyntax

/// What the names around a piece of cryptography say it is for.
enum CryptoNames {
  /// The words of the names around `scope`: functions, types, and the name a result is given.
  static func words(around call: some SyntaxProtocol, in scope: ScopeID, _ source: SwiftSource) -> Set<String>
  {
    var words: Set<String> = []
    for scope in source.facts.chain(from: scope) {
      words.formUnion(Words.of(source.facts.scopes[scope.index].name))
    }
    var node = Syntax(call)
    for _ in 0..<32 {
      guard let parent = node.parent else { break }
      // The statements of a closure belong to what the closure computes.
      if parent.is(CodeBlockItemSyntax.self), parent.parent?.parent?.is(ClosureExprSyntax.self) != true {
        break
      }
      if let binding = parent.as(PatternBindingSyntax.self) {
        words.formUnion(Words.of(binding.pattern.trimmedDescription))
      } else if let label = parent.as(LabeledExprSyntax.self)?.label {
        words.formUnion(Words.of(label.text))
      }
      node = parent
    }
    if let name = source.facts.assignment(around: call.utf8Range.lowerBound)?.name {
      words.formUnion(Words.of(name))
    }
    return words
  }

  /// Whether the name stands for a choice among several, as in `switch` over the cipher of a file format.
  static func isTableEntry(_ reference: some SyntaxProtocol) -> Bool {
    reference.ancestor(SwitchCaseSyntax.self, within: 8) != nil
      || reference.ancestor(DictionaryElementSyntax.self, within: 3) != nil
  }

  /// Whether `reference` is only compared, matched or asked about.
  static func isCompared(_ reference: some SyntaxProtocol) -> Bool {
    if reference.ancestor(SwitchCaseItemSyntax.self, within: 6) != nil { return true }
    guard let sequence = reference.ancestor(SequenceExprSyntax.self, within: 8) else { return false }
    return sequence.elements.contains {
      ["==", "!=", "~="].contains(SequenceParts.operation($0) ?? "")
    }
  }

  /// What a person would call a password: short, chosen and remembered.
  static func isPassword(_ name: String) -> Bool {
    // The text of a control is called `passwordField.text`.
    if let dot = name.firstIndex(of: ".") {
      let words = Words.of(name[..<dot]).filter {
        !["field", "text", "textfield", "input", "box"].contains($0)
      }
      return isPassword(words.joined(separator: "_"))
    }
    return Words.of(name).contains(where: passwords.contains)
      && SensitiveLexicon.meaning(of: name.replacing("Text", with: "")) == .secret
  }

  private static let passwords: Set = [
    "password", "passwd", "passcode", "passphrase", "pwd", "pin", "passwords", "パスワード", "暗証番号",
  ]
}
