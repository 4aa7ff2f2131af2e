import AuditEngine
import SwiftSyntax

/// Finds the secret in values that are written as a whole: dictionaries, and types of the file that hold one.
enum SecretBearer {
  /// The secret that `expression` is or holds, by its name, its entries or the properties of its type.
  static func secret(in expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    if let entry = entry(in: expression, scope, source) { return entry }
    if let value = source.sensitive(expression, in: scope), value.meaning == .secret,
      StoredSecret(value: expression, key: nil, in: scope, source) != nil
    {
      return value.name
    }
    guard let type = typeName(of: expression, scope, source) else { return nil }
    return source.once(Self.self, of: type) { property(of: type, source) }
  }

  /// The sensitive key of a dictionary that can be followed.
  private static func entry(in expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    source.dictionary(expression, in: scope)?.entries.first { entry in
      guard entry.value.boolean == nil, entry.value.string?.isEmpty != true, entry.value != .none else {
        return false
      }
      return StoredSecret.meaning(of: entry.key) == .secret
    }?.key
  }

  /// The type of this file that `expression` has, when its declaration or its initialiser says so.
  private static func typeName(of expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String?
  {
    if let call = Call(expression, scope: scope) {
      return call.name.first?.isUppercase == true ? call.name : nil
    }
    guard let name = NamePath.last(of: expression), let binding = source.binding(named: name, from: scope)
    else {
      return nil
    }
    if let type = binding.type?.writtenName {
      return type.filter { !["?", "!", "[", "]"].contains($0) }
    }
    guard let value = binding.value, binding.kind != .parameter, value != expression else { return nil }
    return Call(value, scope: binding.scope).flatMap { $0.name.first?.isUppercase == true ? $0.name : nil }
  }

  /// The stored property of the type called `type` that is a secret, if the type can be encoded.
  private static func property(of type: String, _ source: SwiftSource) -> String? {
    let declarations = source.facts.types.filter { $0.name == type }
    let isEncoded = declarations.contains { !Set($0.inherited).isDisjoint(with: encodable) }
    guard isEncoded else { return nil }
    let scopes = Set(declarations.map(\.scope))
    return source.facts.bindings.first { binding in
      [.constant, .variable].contains(binding.kind) && scopes.contains(binding.scope) && holdsText(binding)
        && StoredSecret.meaning(of: binding.name) == .secret
    }?.name
  }

  private static func holdsText(_ binding: Binding) -> Bool {
    guard let type = binding.type?.writtenName.filter({ $0 != "?" && $0 != "!" }) else {
      return binding.value?.is(StringLiteralExprSyntax.self) == true
    }
    return ["String", "NSString", "Data", "[UInt8]"].contains(type)
  }

  private static let encodable: Set = ["Codable", "Encodable", "NSCoding", "NSSecureCoding"]
}
