package import SwiftSyntax

/// A named place that is given a value, calls aside.
package struct CredentialSlot {
  /// What kind of place it is.
  package enum Kind {
    case declaration
    case enumCase
    case assignment
    case result
    case entry
  }

  /// What kind of place it is.
  package let kind: Kind
  /// The name of the place.
  package let name: String
  /// The value it is given.
  package let value: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID

  /// Every named place of a file.
  package static func all(in source: SwiftSource) -> [CredentialSlot] {
    source.once(all: Self.self) {
      declarations(source) + assignments(source) + results(source) + entries(source)
    }
  }

  /// Constants, variables, default arguments and raw values of cases.
  private static func declarations(_ source: SwiftSource) -> [CredentialSlot] {
    source.facts.bindings.compactMap { binding in
      guard let value = binding.value, binding.kind != .optionalBinding else { return nil }
      if binding.kind == .enumCase {
        // Coding keys and keys of stores are names by their type.
        let type = source.facts.type(opening: binding.scope)
        if type?.inherited.contains("CodingKey") == true || isListOfNames(type?.name ?? "") { return nil }
      } else if isListOfNames(source.facts.typeName(around: binding.scope) ?? ""),
        !isRandom(source.fold(value, in: binding.scope).string ?? "")
      {
        return nil
      }
      return CredentialSlot(
        kind: binding.kind == .enumCase ? .enumCase : .declaration, name: binding.name, value: value,
        scope: binding.scope)
    }
  }

  /// `enum Keys`, `struct HeaderNames`, `enum StorageKey`: what they hold are names.
  private static func isListOfNames(_ type: String) -> Bool {
    guard let last = Words.of(type).last else { return false }
    return [
      "keys", "key", "names", "name", "identifiers", "identifier", "headers", "header", "parameters",
      "fields",
    ]
    .contains(last) && SensitiveLexicon.meaning(of: type) == nil && Words.of(type).first != "api"
  }

  /// Letters of both cases and digits, long and without a break: nobody gives that as a name.
  private static func isRandom(_ text: String) -> Bool {
    text.count >= 16 && text.count(where: \.isNumber) >= 3 && text.contains(where: \.isUppercase)
      && text.contains(where: \.isLowercase)
      && text.allSatisfy { $0.isLetter || $0.isNumber || "+/=".contains($0) }
  }

  private static func assignments(_ source: SwiftSource) -> [CredentialSlot] {
    source.facts.assignments.compactMap { assignment in
      guard assignment.operation == "=", let name = name(of: assignment, source) else { return nil }
      let kind = assignment.target.is(SubscriptCallExprSyntax.self) ? Kind.entry : .assignment
      return CredentialSlot(kind: kind, name: name, value: assignment.value, scope: assignment.scope)
    }
  }

  /// `headers["X-Api-Key"]` is named by its key, `config.apiKey` by its last name.
  private static func name(of assignment: Assignment, _ source: SwiftSource) -> String? {
    guard let access = assignment.target.as(SubscriptCallExprSyntax.self) else { return assignment.name }
    return access.arguments.first.flatMap { source.fold($0.expression, in: assignment.scope).string }
  }

  /// What computed properties and functions return.
  private static func results(_ source: SwiftSource) -> [CredentialSlot] {
    source.facts.functions
      .filter { $0.name != "init" && SensitiveLexicon.meaning(of: $0.name) == .secret }
      .flatMap { function in
        source.returns(of: function).map {
          CredentialSlot(kind: .result, name: function.name, value: $0, scope: function.scope)
        }
      }
  }

  private static func entries(_ source: SwiftSource) -> [CredentialSlot] {
    source.facts.entries.compactMap { entry in
      guard let name = entry.label ?? entry.key.flatMap({ source.fold($0, in: entry.scope).string }) else {
        return nil
      }
      return CredentialSlot(kind: .entry, name: name, value: entry.value, scope: entry.scope)
    }
  }
}
