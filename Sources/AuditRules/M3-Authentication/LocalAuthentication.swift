import AuditEngine
import SwiftSyntax

/// What rules about biometrics know of LocalAuthentication.
enum LocalAuthentication {
  /// The calls that ask for a face, finger or passcode.
  static func evaluations(_ source: SwiftSource) -> [Call] {
    source.facts.calls("evaluatePolicy").filter { $0.labels.contains("localizedReason") }
  }

  /// The name of the policy that `call` asks for, if it is known.
  static func policy(of call: Call, _ source: SwiftSource) -> String? {
    call.arguments.first.flatMap { source.fold($0.value, in: call.scope).symbol }
  }

  /// Whether a Keychain item or key of this file is released by the authentication itself.
  static func isBound(_ source: SwiftSource) -> Bool { !boundUses(source).isEmpty }

  /// Where a context is handed to the Keychain or to a key.
  static func boundUses(_ source: SwiftSource) -> [Range<Int>] {
    let keys = (source.facts.references["kSecUseAuthenticationContext"] ?? []).map(\.range)
    let arguments = source.facts.calls(labelled: "authenticationContext").flatMap { call in
      call.arguments.filter { $0.label == "authenticationContext" }.map(\.value.utf8Range)
    }
    let evaluated = source.facts.calls("evaluateAccessControl").map(\.range)
    return keys + arguments + evaluated
  }

  /// Whether the answer only switches a setting, or guards something that makes data less, not more.
  static func isSetting(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let name = source.facts.function(around: call.scope)?.name else { return false }
    return Words.of(name).contains(where: settings.contains)
  }

  /// Whether the answer is acted upon here, not only handed on.
  static func decides(_ call: Call, _ source: SwiftSource) -> Bool {
    let inClosure =
      call.closures.first?.closure
      ?? call.argument("reply").flatMap { $0.as(ClosureExprSyntax.self) }
    if let closure = inClosure {
      guard let answer = firstParameter(of: closure) else { return false }
      return isTested(answer, in: closure)
    }
    if call.node.ancestor(ConditionElementSyntax.self, within: 8) != nil { return true }
    guard
      let name = call.node.ancestor(PatternBindingSyntax.self, within: 6)?.pattern
        .as(IdentifierPatternSyntax.self)?.identifier.text,
      let body = source.facts.function(around: call.scope)?.body
    else { return false }
    return isTested(name, in: body)
  }

  private static func firstParameter(of closure: ClosureExprSyntax) -> String? {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): names.first?.name.text
    case .parameterClause(let clause):
      clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }
    default: "$0"
    }
  }

  private static func isTested(_ name: String, in node: some SyntaxProtocol) -> Bool {
    let finder = TestFinder(name)
    finder.walk(node)
    return finder.found
  }

  static let settings: Set = [
    "setting", "settings", "enable", "disable", "toggle", "setup", "configure", "enrol", "enroll", "register",
    "erase", "wipe", "remove", "delete", "reset", "activate", "deactivate", "test",
  ]
}

/// Looks for a condition or `switch` that tests a name.
private final class TestFinder: SyntaxVisitor {
  private let name: String
  private(set) var found = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if NameFlow.use(of: [name], in: node) != nil { found = true }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    if NameFlow.use(of: [name], in: node.subject) != nil { found = true }
    return .visitChildren
  }
}
