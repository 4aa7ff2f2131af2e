import OmamoriCore
import SwiftSyntax

/// Writes down what a file says about names that other files use.
struct ExportCollector {
  private let source: SwiftSource
  private var facts: SwiftFacts { source.facts }

  /// What `source` says.
  static func exports(of source: SwiftSource) -> FileExports {
    ExportCollector(source: source).exports
  }

  private var exports: FileExports {
    var exports = FileExports()
    for binding in facts.bindings where isShared(binding.scope) { add(binding, to: &exports) }
    let evaluatesTrust = TrustEvaluation.evaluations.contains(where: facts.names)
    for function in facts.functions {
      guard exports.functions.count < FileExports.most else { break }
      guard let parent = facts.scopes[function.scope.index].parent, isShared(parent), !isPrivate(function)
      else { continue }
      if let exported = exported(function, evaluatesTrust: evaluatesTrust) {
        exports.functions.append(exported)
      } else if function.parameters == nil, !isPrivate(function.node), mayBeConstant(function) {
        let name = QualifiedName(types: source.typePath(around: parent), member: function.name)
        if exports.constants[name] == nil {
          exports.constants[name] = Self.kept(source.constants(returnedBy: function))
        }
      }
    }
    for call in facts.calls {
      add(call, to: &exports)
      addConstants(of: call, to: &exports)
    }
    exports.uses = NamedUse.all(in: source)
    return exports
  }

  /// Whether what is declared in `scope` can be seen from other files.
  private func isShared(_ scope: ScopeID) -> Bool {
    [.file, .type].contains(facts.scopes[scope.index].kind)
  }

  // MARK: Constants

  private func add(_ binding: Binding, to exports: inout FileExports) {
    guard binding.kind != .parameter, binding.kind != .optionalBinding,
      exports.constants.count < FileExports.most
    else { return }
    let name = QualifiedName(types: source.typePath(around: binding.scope), member: binding.name)
    if let type = binding.type.flatMap(TypeNames.simple), Self.askedTypes.contains(type) {
      exports.memberTypes[name] = type
    }
    guard let expression = binding.value, !isPrivate(expression) else { return }
    // An instance's own value may be another one in every instance.
    source.budget.begin()
    let value = source.constant(binding, 0)
    if Self.isKept(value) {
      exports.constants[name] = value
    } else if Self.mayBeComputed(expression) {
      exports.constants[name] = Self.kept(
        source.constants(reaching: expression, in: binding.scope, followsCallers: false, asksOthers: false))
    }
  }

  private static func mayBeComputed(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .sequenceExpr, .arrayExpr: return true
    case .functionCallExpr, .forceUnwrapExpr, .tryExpr:
      guard let call = Call(expression, scope: .file) else {
        return expression.is(FunctionCallExprSyntax.self)
      }
      return ["Data", "Array", "String", "SymmetricKey", "Nonce", "NSData", "Bytes"].contains(call.name)
        || ["joined", "data", "map", "compactMap", "hash", "prefix", "reversed", "object"].contains(call.name)
        || call.name.lowercased().contains("hex")
    case .memberAccessExpr(let member): return ["utf8", "bytes"].contains(member.declName.baseName.text)
    default: return false
    }
  }

  /// What others are told of the constants that a name may be.
  private static func kept(_ constants: [KnownConstant]) -> Value? {
    let values = constants.filter { !$0.isEmpty }.prefix(4).map { constant -> Value in
      isKept(constant.value) ? constant.value : .computed
    }
    return values.count > 1 ? .oneOf(values) : values.first
  }

  private static func isKept(_ value: Value) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= 4096
    case .bytes(let bytes): bytes.count <= 4096
    case .integer, .boolean, .computed, .bundled: true
    case .symbol(let name): ["kSec", "kCC", "rsaSignature", "ecdsaSignature"].contains(where: name.hasPrefix)
    case .array(let values): values.count <= 64 && values.allSatisfy(isKept)
    case .dictionary(let dictionary): !dictionary.entries.isEmpty && dictionary.entries.count <= 64
    default: false
    }
  }

  private func isPrivate(_ node: some SyntaxProtocol) -> Bool {
    let modifiers = node.ancestor(VariableDeclSyntax.self, within: 4)?.modifiers
    return modifiers.map(Self.isPrivate) ?? false
  }

  private func isPrivate(_ function: Function) -> Bool {
    function.node.as(FunctionDeclSyntax.self).map { Self.isPrivate($0.modifiers) } ?? false
  }

  private static func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind) }
  }

  // MARK: Functions

  private func exported(_ function: Function, evaluatesTrust: Bool) -> ExportedFunction? {
    guard function.name != "init", let parameters = function.parameters, let key = source.key(of: function)
    else { return nil }
    var exported = ExportedFunction(
      key: key, isOptional: parameters.map { $0.defaultValue != nil || $0.ellipsis != nil })
    if evaluatesTrust {
      exported.summary.evaluatesTrust = TrustEvaluation.isEvaluated(in: function.scope, source)
    }
    guard let type = function.returnType else { return exported }
    let kind = Self.resultKind(type)
    if kind == .dictionary {
      source.budget.begin()
      exported.dictionary = source.dictionary(returnedBy: function)
    }
    if mayBeConstant(function) { exported.constant = Self.kept(source.constants(returnedBy: function)) }
    guard kind != .other else { return exported }
    let place = FlowPlace(scope: function.scope, offset: function.range.upperBound)
    source.flowBudget.begin()
    let direct = FlowAnalysis(
      source: source, kinds: .outside, harmless: [], parameters: .whatTheSystemPasses)
    exported.summary.source = direct.value(returnedBy: function, call: nil, at: place)
    for (index, parameter) in parameters.enumerated().prefix(8) {
      let probe = FlowAnalysis(
        source: source, kinds: .parameter, harmless: [], parameters: .oneOf(parameter.utf8Range))
      source.flowBudget.begin()
      if probe.value(returnedBy: function, call: nil, at: place) != nil {
        exported.summary.passes.insert(index)
      }
    }
    return exported
  }

  /// Whether a function may return the same value in every run that others ask about: it is short, and of such a type.
  private func mayBeConstant(_ function: Function) -> Bool {
    guard let type = function.returnType, function.body.count <= 12 else { return false }
    if Self.resultKind(type) == .text { return true }
    let name = TypeNames.simple(type)
    return name.map(Self.constantTypes.contains) ?? false
  }

  private static let constantTypes: Set = [
    "Int", "UInt32", "UInt", "Int32", "UInt64", "Int64", "SymmetricKey", "Nonce", "Bytes", "CCAlgorithm",
    "CCOptions", "CCMode",
  ]

  private enum ResultKind {
    case text
    case dictionary
    case other
  }

  /// Whether a result can carry text or data, or is a dictionary.
  private static func resultKind(_ type: TypeSyntax) -> ResultKind {
    if let optional = type.as(OptionalTypeSyntax.self) { return resultKind(optional.wrappedType) }
    if type.is(DictionaryTypeSyntax.self) { return .dictionary }
    if type.is(ArrayTypeSyntax.self) || type.is(TupleTypeSyntax.self) { return .text }
    guard let name = TypeNames.simple(type) else { return .other }
    if ["CFDictionary", "NSDictionary", "NSMutableDictionary", "Dictionary"].contains(name) {
      return .dictionary
    }
    return textTypes.contains(name) ? .text : .other
  }

  private static let textTypes: Set = [
    "String", "Substring", "Data", "URL", "NSString", "NSData", "NSURL", "URLComponents", "URLRequest", "Any",
    "AnyObject", "Array", "Set", "AttributedString", "NSAttributedString",
  ]
  /// Types of properties that rules ask about.
  private static let askedTypes: Set<String> = TaintSources.controlTypes.union([
    "UIPasteboard", "UserDefaults", "WKWebView", "FileHandle", "NSUbiquitousKeyValueStore", "URLSession",
    "WKScriptMessage", "UIWebView", "Logger",
  ])

  // MARK: Calls

  /// Writes down what `call` passes to a function of another file.
  private func add(_ call: Call, to exports: inout FileExports) {
    guard !call.arguments.isEmpty, call.name.first?.isLowercase == true,
      exports.passed.count < Self.mostPassed,
      !facts.hasFunction(call.name)
    else { return }
    for (position, argument) in call.arguments.enumerated().prefix(8) where Self.mayCarry(argument.value) {
      guard
        var value = source.taint(
          of: argument.value, in: call.scope, [.outside, .secret, .personal])
      else { continue }
      value.add(
        source.step(
          at: call.range,
          LocalizedText("It is passed to \(call.name).", ja: "\(call.name) に渡されます。")))
      exports.passed.append(
        PassedValue(
          name: call.name, labels: call.labels, owner: source.owner(of: call), closures: call.closures.count,
          position: position, value: value))
    }
  }

  private static let mostPassed = 512

  /// Writes down which constants `call` passes to a function or initialiser of another file.
  ///
  /// Bytes always, texts and numbers where the name of the function or of the parameter speaks of cryptography: most
  /// constants in calls are texts for people.
  private func addConstants(of call: Call, to exports: inout FileExports) {
    guard !call.arguments.isEmpty, exports.passedConstants.count < Self.mostPassed,
      !isDeclared(call), !KnownConstant.isOfSystem(call.name)
    else { return }
    guard call.arguments.contains(where: { Self.mayBeConstant($0.value) }) else { return }
    let isAbout = Words.of(call.name).contains(where: Self.cryptoWords.contains)
    for (position, argument) in call.arguments.enumerated().prefix(8) where Self.mayBeConstant(argument.value)
    {
      let isNamed = isAbout || Words.of(argument.label ?? "").contains(where: Self.cryptoWords.contains)
      guard isNamed || Self.mayBeBytes(argument.value),
        let constant = passedConstant(argument, call.scope),
        isNamed || constant.bytes != nil && constant.value.string == nil
          || [.computed, .bundled].contains(constant.value)
      else { continue }
      exports.passedConstants.append(
        PassedConstant(
          name: call.name, labels: call.labels, owner: source.owner(of: call), position: position,
          value: Self.isKept(constant.value) || Self.isOfSymbols(constant.value) ? constant.value : .computed,
          step: source.step(
            at: argument.value.utf8Range, LocalizedText("The constant is passed here.", ja: "定数がここで渡されます。"))))
    }
  }

  /// The constant that `argument` is; algorithms and modes are names.
  private func passedConstant(_ argument: Argument, _ scope: ScopeID) -> KnownConstant? {
    let words = Words.of(argument.label ?? "")
    let isChoice = words.contains {
      ["algorithm", "mode", "options", "option", "cipher", "digest", "prf"].contains($0)
    }
    let found = source.constants(
      reaching: argument.value, in: scope, followsCallers: false, followsSymbols: isChoice
    ).filter { !$0.isEmpty }
    guard isChoice, found.count > 1 else { return found.first }
    return KnownConstant(value: .array(found.prefix(8).map(\.value)))
  }

  private static func isOfSymbols(_ value: Value) -> Bool {
    switch value {
    case .symbol: true
    case .array(let values): values.allSatisfy(isOfSymbols)
    default: false
    }
  }

  private func isDeclared(_ call: Call) -> Bool {
    guard call.name.first?.isUppercase == true else { return facts.hasFunction(call.name) }
    return source.declaredTypes.contains(call.name)
  }

  private static func mayBeConstant(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .stringLiteralExpr, .integerLiteralExpr, .arrayExpr, .declReferenceExpr, .memberAccessExpr,
      .functionCallExpr,
      .sequenceExpr, .forceUnwrapExpr, .tryExpr:
      true
    default: false
    }
  }

  private static func mayBeBytes(_ expression: ExprSyntax) -> Bool {
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.count >= 8 }
    guard let call = expression.as(FunctionCallExprSyntax.self), let name = Call(call, scope: .file)?.name
    else {
      return false
    }
    return ["Data", "Array", "SymmetricKey", "Nonce"].contains(name)
  }

  /// Words of the names of functions and parameters to which keys, passwords and the like are passed.
  private static let cryptoWords: Set = [
    "key", "keys", "iv", "nonce", "salt", "password", "passphrase", "passcode", "pwd", "pin", "secret",
    "vector", "seed",
    "rounds", "iterations", "iteration", "cost", "round", "factor", "crypt", "encrypt", "decrypt", "cipher",
    "crypto",
    "aes", "des", "seal", "unseal", "derive", "hmac", "mac", "sign", "signer", "hash", "hasher", "pbkdf2",
    "pbkdf", "kdf",
    "encryptor", "decryptor", "encryption", "encrypted", "vault", "token", "cryptor", "bits", "algorithm",
    "mode",
    "options", "credentials", "credential", "stretch", "unlock", "obfuscator", "box",
  ]

  private static func mayCarry(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .declReferenceExpr, .memberAccessExpr, .functionCallExpr, .sequenceExpr, .forceUnwrapExpr,
      .subscriptCallExpr, .optionalChainingExpr, .tryExpr, .awaitExpr:
      true
    case .stringLiteralExpr: expression.as(StringLiteralExprSyntax.self)?.segments.count ?? 0 > 1
    default: false
    }
  }
}
