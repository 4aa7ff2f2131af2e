import AuditEngine
import SwiftSyntax

/// Functions whose name says that they decide who may go on.
enum AuthenticationFunction {
  /// Whether `name` asks whether somebody or something is genuine: `verifyPin`, `isAuthorized`, `login`.
  static func decides(_ name: String) -> Bool {
    guard beginnings.contains(where: name.hasPrefix) else { return false }
    let words = Words.of(name)
    guard let first = words.first, words.count <= 5, !words.contains(where: screens.contains) else {
      return false
    }
    if decisions.contains(words.joined()) { return true }
    guard verbs.contains(first) || first == "is" && words.count > 2 else { return false }
    return words.dropFirst().contains(where: subjects.contains)
  }

  /// Whether `function` checks something that a person typed: `verifyPassword(_:)`, `check(pin:)`.
  static func checksTyped(_ function: Function) -> Bool {
    guard beginnings.contains(where: function.name.hasPrefix) else { return false }
    var words = Words.of(function.name)
    // `check(pin:)`: the verb and what is checked stand apart.
    let isBare = words.count == 1 && ["check", "verify", "validate"].contains(words[0])
    for parameter in function.parameters ?? [] where isBare {
      words += Words.of((parameter.secondName ?? parameter.firstName).text)
    }
    guard let first = words.first, verbs.contains(first) || first == "is",
      !words.contains(where: screens.contains)
    else { return false }
    return words.contains(where: typed.contains)
  }

  /// Stand-ins for tests and previews, and protocols with their defaults.
  static func isDouble(_ function: Function, _ source: SwiftSource) -> Bool {
    guard let scope = source.facts.enclosing(.type, of: function.scope),
      let type = source.facts.type(opening: scope)
    else { return false }
    if Words.of(type.name).contains(where: doubles.contains) { return true }
    guard let declaration = function.node.ancestor(ExtensionDeclSyntax.self, within: 8) else { return false }
    return declaration.extendedType.writtenName.hasSuffix("Protocol")
      || declaration.ancestor(SourceFileSyntax.self)?.statements.contains {
        $0.item.as(ProtocolDeclSyntax.self)?.name.text == type.name
      } ?? false
  }

  private static let decisions: Set = [
    "login", "signin", "authenticate", "authenticateuser", "authorize", "authorise", "isauthenticated",
    "isauthorized",
    "isauthorised", "isloggedin", "issignedin", "isadmin", "isadministrator", "canaccess", "hasaccess",
    "isaccessallowed",
  ]
  /// How the names begin; asked first, since every function of a file is asked.
  private static let beginnings = [
    "is", "verify", "validate", "check", "authenticate", "authori", "matches", "log", "sign", "can", "has",
  ]
  private static let verbs: Set = [
    "verify", "validate", "check", "authenticate", "authorize", "authorise", "matches",
  ]
  private static let subjects: Set = [
    "password", "passwd", "passcode", "passphrase", "pin", "credential", "credentials", "token", "jwt",
    "signature",
    "otp", "totp", "user", "login", "session", "license", "licence", "receipt", "access", "identity",
    "authorization",
    "authentication", "permission", "permissions", "certificate", "purchase",
  ]
  private static let typed: Set = ["password", "passwd", "passcode", "passphrase", "pin", "pincode", "otp"]
  private static let screens: Set = [
    "view", "interface", "item", "menu", "toolbar", "field", "label", "button", "screen", "cell", "row",
    "input", "text", "form", "length", "format",
    "strength",
    "syntax", "layout", "should", "requirement", "requirements", "rules", "policy", "confirmation", "empty",
    "required",
    "enabled", "supported", "available", "needed", "expired", "visible",
  ]
  private static let doubles: Set = [
    "mock", "stub", "fake", "dummy", "noop", "preview", "spy", "null", "test", "tests", "testing", "example",
    "sample",
    "allow", "permissive", "placeholder", "default", "disabled", "empty", "demo",
  ]
}
