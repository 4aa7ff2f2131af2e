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

  /// Whether the app has an item or key that an authentication releases, and hands the context of `call` on to it.
  ///
  /// The context is handed on when it is an argument somewhere in the file, or comes from a caller, who keeps it.
  static func isBoundElsewhere(_ call: Call, _ source: SwiftSource) -> Bool {
    guard isHandedOn(call, source) else { return false }
    let reads = ["kSecUseAuthenticationContext", "authenticationContext"]
    return reads.contains { !source.uses(of: $0).isEmpty }
      && flags.contains { !source.uses(of: $0).isEmpty }
  }

  private static func isHandedOn(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let receiver = call.receiver, let name = NamePath.last(of: receiver), name != "self" else {
      return call.receiver.map { NamePath.last(of: $0) == "self" } ?? true
    }
    guard name != "LAContext" else { return false }
    if source.binding(named: name, from: call.scope)?.kind == .parameter { return true }
    return (source.facts.references[name] ?? []).contains { reference in
      let member = reference.node.parent?.as(MemberAccessExprSyntax.self)
      let whole = member?.declName.id == reference.node.id ? member.map(Syntax.init) : Syntax(reference.node)
      return whole?.parent?.is(LabeledExprSyntax.self) ?? false
    }
  }

  /// Whether `biometric-not-bound` speaks about `call` in a file that binds nothing.
  static func isReported(_ call: Call, _ source: SwiftSource) -> Bool {
    !isSetting(call, source) && !isWrapped(call, source) && !isBoundElsewhere(call, source)
  }

  /// Whether `call` stands in a function of the same name, whose callers are judged.
  static func isWrapped(_ call: Call, _ source: SwiftSource) -> Bool {
    source.facts.function(around: call.scope)?.name == call.name
  }

  /// Whether something that people keep secret stands behind the answer: the app is a wallet or keeps passwords, or the
  /// same function reads a secret.
  static func guardsSecrets(_ call: Call, _ source: SwiftSource) -> Bool {
    var words = Set(Words.of(source.text.path))
    for scope in source.facts.chain(from: call.scope) {
      words.formUnion(Words.of(source.facts.scopes[scope.index].name))
    }
    if !words.isDisjoint(with: valuable) { return true }
    guard let function = source.facts.function(around: call.scope) else { return false }
    return source.facts.calls(in: function.scope).contains { inner in
      inner.range != call.range
        && (inner.receiverPath + [inner.name]).contains { !valuable.isDisjoint(with: Words.of($0)) }
    }
  }

  private static let valuable: Set = [
    "wallet", "wallets", "vault", "vaults", "password", "passwords", "passphrase", "seed", "mnemonic",
    "keychain",
    "secret", "secrets", "credential", "credentials", "bank", "banking", "payment", "pay", "transfer",
  ]
  private static let flags = [
    "biometryCurrentSet", "biometryAny", "touchIDCurrentSet", "touchIDAny", "userPresence", "devicePasscode",
    "authenticationPolicy", "kSecAccessControlBiometryCurrentSet", "kSecAccessControlBiometryAny",
    "kSecAccessControlUserPresence", "kSecAccessControlTouchIDCurrentSet", "kSecAccessControlTouchIDAny",
    "kSecAccessControlDevicePasscode",
  ]

  /// Whether the answer only switches a setting, or guards something that makes data less, not more.
  static func isSetting(_ call: Call, _ source: SwiftSource) -> Bool {
    if let name = source.facts.function(around: call.scope)?.name,
      Words.of(name).contains(where: settings.contains)
    {
      return true
    }
    return source.facts.typeName(around: call.scope).map {
      Words.of($0).contains(where: permissions.contains)
    }
      ?? false
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

  /// Types that ask for leave to use the sensor at all.
  private static let permissions: Set = ["permission", "permissions", "onboarding"]
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
