import AuditEngine
import SwiftSyntax

/// One use of a symmetric cipher: a call of CommonCrypto or of a library, or a call of a wrapper of this file.
struct CipherCall {
  /// The call to point at.
  let call: Call
  /// The operation, such as `kCCEncrypt`.
  let operation: Value
  /// The names of the algorithm.
  let algorithm: Value
  /// The names of the options or of the mode.
  let options: Value
  /// The key.
  let key: ValueOrigin?
  /// The initialisation vector.
  let vector: ValueOrigin?

  /// Whether `name` is among the options.
  func hasOption(_ name: String) -> Bool { Self.symbols(in: options).contains(name) }

  /// Whether the options are known, so that the absence of one means something.
  var knowsOptions: Bool {
    switch options {
    case .integer, .symbol: true
    case .array(let values): !values.contains(.unknown)
    default: false
    }
  }

  /// The names in a value: itself or the members of a list.
  static func symbols(in value: Value) -> Set<String> {
    switch value {
    case .symbol(let name): [name]
    case .array(let values), .oneOf(let values): values.reduce(into: []) { $0.formUnion(symbols(in: $1)) }
    default: []
    }
  }

  // MARK: CommonCrypto

  /// The uses of CommonCrypto's ciphers; a wrapper in the same file counts where it is called.
  static func commonCrypto(in source: SwiftSource) -> [CipherCall] {
    ["CCCrypt", "CCCryptorCreate", "CCCryptorCreateWithMode"].flatMap { name in
      source.facts.calls(name).flatMap { uses(of: $0, in: source) }
    }
  }

  private static func uses(of call: Call, in source: SwiftSource) -> [CipherCall] {
    let arguments = call.arguments.map(\.value)
    guard arguments.count >= 6 else { return [] }
    let places =
      call.name == "CCCryptorCreateWithMode"
      ? (operation: 0, algorithm: 2, options: 1, key: 5, vector: 4)
      : (operation: 0, algorithm: 1, options: 2, key: 3, vector: 5)
    let wrapper = source.facts.function(around: call.scope)
    let sites = wrapper.map(source.calls(of:)) ?? []
    let passes = { (index: Int) in wrapper.flatMap { parameter(arguments[index], of: $0, in: source) } }
    let indices = [places.algorithm, places.options, places.key, places.vector]
    let isWrapped = !sites.isEmpty && indices.contains { passes($0) != nil }
    return (isWrapped ? sites : [call]).map { site in
      func operand(_ index: Int) -> ValueOrigin? {
        guard isWrapped, let name = passes(index) else {
          return ValueOrigin(
            expression: arguments[index], scope: call.scope, range: arguments[index].utf8Range)
        }
        return argument(for: name, of: wrapper, in: site).map {
          ValueOrigin(expression: $0, scope: site.scope, range: $0.utf8Range)
        }
      }
      func value(_ index: Int) -> Value {
        operand(index).map { source.fold($0.expression, in: $0.scope) } ?? .unknown
      }
      return CipherCall(
        call: site, operation: value(places.operation), algorithm: value(places.algorithm),
        options: value(places.options), key: operand(places.key), vector: operand(places.vector))
    }
  }

  /// The name of the parameter of `function` that `expression` hands on, casts aside.
  private static func parameter(
    _ expression: ExprSyntax, of function: Function, in source: SwiftSource
  ) -> String? {
    var expression = SequenceParts.single(expression) ?? expression
    while true {
      if let inner = NamePath.unwrapped(expression) {
        expression = inner
      } else if let call = Call(expression, scope: function.scope), call.arguments.count == 1 {
        expression = call.arguments[0].value
      } else {
        break
      }
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    return source.facts.binding(name, in: function.scope)?.kind == .parameter ? name : nil
  }

  private static func argument(for name: String, of function: Function?, in call: Call) -> ExprSyntax? {
    guard let parameters = function?.parameters else { return nil }
    for (index, parameter) in parameters.enumerated()
    where (parameter.secondName ?? parameter.firstName).text == name {
      if parameter.firstName.text != "_" { return call.argument(parameter.firstName.text) }
      guard index < call.arguments.count, call.arguments[index].label == nil else { return nil }
      return call.arguments[index].value
    }
    return nil
  }

  // MARK: CryptoSwift

  /// The block modes of CryptoSwift with an initialisation vector: `CBC(iv:)`, `CTR(iv:)`.
  static func modes(_ names: Set<String>, in source: SwiftSource) -> [Call] {
    guard source.facts.imports.contains("CryptoSwift") else { return [] }
    return names.sorted().flatMap { source.facts.calls($0) }.filter { $0.argument("iv") != nil }
  }
}
