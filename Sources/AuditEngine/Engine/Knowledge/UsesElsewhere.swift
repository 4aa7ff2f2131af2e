import OmamoriCore
package import SwiftSyntax

/// One use of a name that rules ask about in every file.
package struct NamedUse: Sendable, Hashable {
  /// The function, initialiser or computed property around the use; `nil` outside of all.
  package let function: String?
  /// The words of the names around the use: types, functions, what is assigned, labels, functions it is passed to.
  package let words: Set<String>
}

extension SwiftSource {
  /// The uses of `name`, one of ``AskedNames``, in this file and in the others.
  package func uses(of name: String) -> [NamedUse] {
    wants.record(.uses(of: name))
    return NamedUse.all(of: name, in: self) + project.uses(of: name)
  }
}

/// The names whose uses files tell each other.
package enum AskedNames {
  /// Whether the uses of `name` are told.
  package static func includes(_ name: String) -> Bool { names.contains(name) || isDigest(name) }

  /// Whether something called `name` computes a digest of a broken hash: `md5`, `sha1String`.
  package static func isDigest(_ name: String) -> Bool {
    guard name.utf8.count <= 40, name.holds(0x35) || name.holds(0x31) else { return false }
    let name = name.lowercased()
    return ["md5", "sha1"].contains { name.hasPrefix($0) || name.hasSuffix($0) || name.contains("_" + $0) }
      && !name.contains("sha12") && !name.hasPrefix("cc_") && !name.hasPrefix("evp_")
  }

  /// What shows how an app protects what it keeps.
  static let names: Set<String> = [
    "ASWebAuthenticationSession", "kSecUseAuthenticationContext", "authenticationContext",
    "biometryCurrentSet", "biometryAny",
    "touchIDCurrentSet", "touchIDAny", "userPresence", "devicePasscode", "authenticationPolicy",
    "kSecAccessControlBiometryCurrentSet", "kSecAccessControlBiometryAny", "kSecAccessControlUserPresence",
    "kSecAccessControlTouchIDCurrentSet", "kSecAccessControlTouchIDAny", "kSecAccessControlDevicePasscode",
  ]
}

extension NamedUse {
  /// How many uses of a name are kept of a file.
  private static let most = 32

  /// The uses that the other files may ask about.
  static func all(in source: SwiftSource) -> [String: [NamedUse]] {
    let facts = source.facts
    let labels = AskedNames.names.filter { !facts.calls(labelled: $0).isEmpty }
    let names = Set(facts.references.keys.filter(AskedNames.includes)).union(labels)
    return names.reduce(into: [:]) { $0[$1] = all(of: $1, in: source) }
  }

  /// The uses of `name` in `source`.
  static func all(of name: String, in source: SwiftSource) -> [NamedUse] {
    let facts = source.facts
    let named = (facts.references[name] ?? []).prefix(most).map { use(at: $0.node, $0.scope, facts) }
    let labelled = facts.calls(labelled: name).prefix(most).map { use(at: $0.node, $0.scope, facts) }
    return named + labelled
  }

  /// The words around `node`; what calls it and what it is called on belong to the use.
  package static func use(
    at node: some SyntaxProtocol, _ scope: ScopeID, _ facts: SwiftFacts
  ) -> NamedUse {
    var words: Set<String> = []
    for scope in facts.chain(from: scope) { words.formUnion(Words.of(facts.scopes[scope.index].name)) }
    var current = Syntax(node)
    for _ in 0..<24 {
      guard let parent = current.parent else { break }
      if parent.is(CodeBlockItemSyntax.self), parent.parent?.parent?.is(ClosureExprSyntax.self) != true {
        break
      }
      if let binding = parent.as(PatternBindingSyntax.self) {
        words.formUnion(Words.of(binding.pattern.trimmedDescription))
      } else if let argument = parent.as(LabeledExprSyntax.self) {
        if let label = argument.label { words.formUnion(Words.of(label.text)) }
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        for name in call.map({ NamePath.of($0.calledExpression) }) ?? [] { words.formUnion(Words.of(name)) }
      } else if let member = parent.as(MemberAccessExprSyntax.self), let base = member.base {
        words.formUnion(NamePath.of(base).suffix(2).flatMap { Words.of($0) })
      } else if let entry = parent.as(DictionaryElementSyntax.self) {
        words.formUnion(Words.of(entry.key.trimmedDescription))
      }
      current = parent
    }
    if let target = facts.assignment(around: node.utf8Range.lowerBound)?.target {
      words.formUnion(Words.of(String(target.trimmedDescription.prefix(120))))
    }
    return NamedUse(function: facts.function(around: scope)?.name, words: words)
  }
}

extension NamedUse: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(function) { $0.write($1) }
    writer.write(words.sorted())
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let function = try reader.optional { (reader) throws(CacheError) in try reader.text() }
    self.init(function: function, words: Set(try reader.texts()))
  }
}
