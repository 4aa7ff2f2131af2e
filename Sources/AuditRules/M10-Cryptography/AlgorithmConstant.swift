import AuditEngine
import SwiftSyntax

/// Where an algorithm of `SecKey` is named in order to be used.
struct AlgorithmConstant {
  /// The name as it is written.
  let name: String
  /// The bytes of the name with the type before it.
  let range: Range<Int>
  /// Where the table begins that the name is an entry of, if it is one.
  let table: Int?

  /// The uses of `name`, which Swift or Objective-C writes, in `source`; questions and comparisons are none.
  static func uses(of name: String, in source: SwiftSource) -> [AlgorithmConstant] {
    let constant = constant(name)
    let references = (source.facts.references[name] ?? []) + (source.facts.references[constant] ?? [])
    return references.compactMap { reference in
      guard !CryptoNames.isCompared(reference.node), !isAskedAbout(reference.node) else { return nil }
      let member = reference.node.parent?.as(MemberAccessExprSyntax.self)
      let isMember = member?.declName.id == reference.node.id
      guard isMember || reference.node.baseName.text == constant else { return nil }
      return AlgorithmConstant(
        name: reference.node.baseName.text,
        range: isMember ? member?.utf8Range ?? reference.range : reference.range,
        table: table(around: reference, source))
    }
  }

  /// What Objective-C calls the algorithm `name`.
  static func constant(_ name: String) -> String {
    "kSecKeyAlgorithm" + (name.hasPrefix("rsa") ? "RSA" + name.dropFirst(3) : "ECDSA" + name.dropFirst(5))
  }

  /// Whether the name is handed to a function that only answers a question: `SecKeyIsAlgorithmSupported`,
  /// `isAlgorithm`, `supports`, `contains`.
  private static func isAskedAbout(_ reference: DeclReferenceExprSyntax) -> Bool {
    guard
      let call = reference.ancestor(FunctionCallExprSyntax.self, within: 4),
      let name = NamePath.last(of: call.calledExpression)
    else { return false }
    let words = Words.of(name)
    return name == "SecKeyIsAlgorithmSupported" || words.first.map(questions.contains) ?? false
  }

  /// The function, dictionary or list around `reference`, if it names so many algorithms that something else chooses.
  private static func table(around reference: Reference, _ source: SwiftSource) -> Int? {
    if let list = reference.node.ancestor(DictionaryExprSyntax.self, within: 5) {
      return list.utf8Range.lowerBound
    }
    if let list = reference.node.ancestor(ArrayExprSyntax.self, within: 4), list.elements.count >= fewest {
      return list.utf8Range.lowerBound
    }
    let function = source.facts.function(around: reference.scope)
    if let function, choosesAmongMany(function, source) { return function.range.lowerBound }
    return reference.node.ancestor(SwitchExprSyntax.self, within: 10)?.utf8Range.lowerBound
  }

  /// Whether `function` names so many algorithms that it maps one notation to another.
  private static func choosesAmongMany(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(AlgorithmConstant.self, function.scope) {
      let named = source.facts.references.keys.filter { name in
        beginnings.contains(where: name.hasPrefix)
          && !source.facts.references(name, in: function.scope).isEmpty
      }
      return named.count >= fewest
    }
  }

  /// So many algorithms make a table.
  private static let fewest = 3
  private static let questions: Set = [
    "is", "supports", "support", "can", "contains", "has", "allows", "accepts", "matches",
  ]
  private static let beginnings = [
    "rsaSignature", "rsaEncryption", "ecdsaSignature", "ecdhKeyExchange", "eciesEncryption",
    "kSecKeyAlgorithmRSA", "kSecKeyAlgorithmEC",
  ]
}
