import AuditEngine
import OmamoriReport
import SwiftSyntax

/// One use of a cryptographic library in a Swift file: a call of ``CryptoCall/all`` or an assignment of ``CryptoProperty/all``.
struct CryptoUse: Sendable {
  /// What kind of call it is.
  let kind: CryptoCall.Kind
  /// What is called or assigned to.
  let name: String
  /// The call; `nil` for an assignment.
  let call: Call?
  /// What the arguments are for.
  let arguments: [CryptoRole: ExprSyntax]
  /// Where it stands.
  let scope: ScopeID
  /// The bytes of it.
  let range: Range<Int>

  /// Those in `source`, found once for all rules.
  static func all(in source: SwiftSource) -> [CryptoUse] {
    source.once(all: CryptoUse.self) {
      let called =
        names.flatMap { name in
          source.facts.references[name] == nil && source.facts.typeReferences[name] == nil
            ? [] : source.facts.calls(name).compactMap { CryptoUse($0, in: source) }
        } + source.facts.calls("init").compactMap { CryptoUse(implicit: $0) }
      return (called + properties(in: source)).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private static let names = CryptoCall.byName.keys.sorted()

  /// Names of which one stands in every file with a use.
  static let triggers: Set<String> = Set(CryptoCall.byName.keys).union(CryptoProperty.all.map(\.name))

  private init?(_ call: Call, in source: SwiftSource) {
    var found: (kind: CryptoCall.Kind, arguments: [CryptoRole: ExprSyntax])?
    for entry in CryptoCall.byName[call.name] ?? [] where Self.means(call, entry, source) {
      var arguments: [CryptoRole: ExprSyntax] = [:]
      for (role, place) in entry.roles { arguments[role] = Self.argument(place, of: call) }
      guard !arguments.isEmpty else { continue }
      if found == nil {
        found = (entry.kind, arguments)
      } else {
        found?.arguments.merge(arguments) { old, _ in old }
      }
    }
    guard let found else { return nil }
    (kind, arguments, self.call) = (found.kind, found.arguments, call)
    (name, scope, range) = (call.name, call.scope, call.range)
  }

  /// `.init(data: key)` where a key or a nonce of CryptoKit is wanted.
  private init?(implicit call: Call) {
    guard call.receiver == nil, let data = call.argument("data"),
      let label = call.node.parent?.as(LabeledExprSyntax.self)?.label?.text,
      let role: CryptoRole = ["using": .key, "key": .key, "inputKeyMaterial": .key, "nonce": .nonce][label]
    else { return nil }
    (kind, name, self.call) = (
      role == .key ? .object : .cipher, role == .key ? "SymmetricKey" : "Nonce", call
    )
    (arguments, scope, range) = ([role: data], call.scope, call.range)
  }

  private init(_ property: CryptoProperty, _ value: ExprSyntax, _ scope: ScopeID, _ range: Range<Int>) {
    (kind, name, call) = (property.role == .rounds ? .pbkdf : .cipher, property.name, nil)
    (arguments, self.scope, self.range) = ([property.role: value], scope, range)
  }

  private static func argument(_ place: ArgumentPlace, of call: Call) -> ExprSyntax? {
    switch place {
    case .at(let index):
      index < call.arguments.count && call.arguments[index].label == nil ? call.arguments[index].value : nil
    case .label(let label): call.argument(label)
    }
  }

  private static func means(_ call: Call, _ entry: CryptoCall, _ source: SwiftSource) -> Bool {
    guard call.arguments.count >= entry.fewest else { return false }
    if !entry.modules.isEmpty, entry.modules.isDisjoint(with: source.facts.imports) { return false }
    if entry.receivers.isEmpty { return true }
    guard let receiver = call.receiver else { return false }
    let path = NamePath.of(receiver)
    return !entry.receivers.isDisjoint(with: path)
      || NamePath.last(of: receiver).map(entry.receivers.contains) == true
  }

  private static func properties(in source: SwiftSource) -> [CryptoUse] {
    let known = CryptoProperty.all.filter { source.facts.references[$0.name] != nil }
    guard !known.isEmpty else { return [] }
    return source.facts.assignments.compactMap { assignment in
      guard assignment.operation == "=", assignment.target.is(MemberAccessExprSyntax.self),
        let property = known.first(where: { $0.name == assignment.name }),
        !property.modules.isDisjoint(with: source.facts.imports)
      else { return nil }
      return CryptoUse(property, assignment.value, assignment.scope, assignment.range)
    }
  }

  /// Where the argument for `role` is reported: from the beginning of a call of several lines on, otherwise the argument.
  func place(_ role: CryptoRole, in source: SwiftSource) -> Range<Int> {
    guard let argument = arguments[role]?.utf8Range else { return range }
    let lines = source.text.lines
    let isFarther = lines.region(of: argument).startLine > lines.region(of: range).startLine
    return isFarther ? range.lowerBound..<argument.upperBound : argument
  }

  // MARK: Values

  /// The constants that the argument for `role` may be: texts, bytes and numbers, no names.
  func constants(_ role: CryptoRole, in source: SwiftSource) -> [KnownConstant] {
    guard let argument = arguments[role] else { return [] }
    return source.constants(reaching: argument, in: scope)
  }

  /// The bytes or texts among them.
  func data(_ role: CryptoRole, in source: SwiftSource) -> [KnownConstant] {
    constants(role, in: source).filter { constant in
      switch constant.value {
      case .string, .bytes, .array, .computed, .bundled: true
      default: false
      }
    }
  }

  /// The numbers among them.
  func numbers(_ role: CryptoRole, in source: SwiftSource) -> [(number: Int, constant: KnownConstant)] {
    constants(role, in: source).compactMap { constant in
      constant.value.integer.map { ($0, constant) }
    }
  }

  /// The names that the argument for `role` may be: algorithms, modes, options.
  func symbols(_ role: CryptoRole, in source: SwiftSource, followsCallers: Bool = true) -> Set<String> {
    guard let argument = arguments[role] else { return [] }
    let folded = CipherCall.symbols(in: source.fold(argument, in: scope))
    if !folded.isEmpty { return folded }
    if let call = Call(argument, scope: scope), call.arguments.isEmpty { return [call.name] }
    return source.constants(
      reaching: argument, in: scope, followsCallers: followsCallers, followsSymbols: true
    )
    .reduce(into: []) { $0.formUnion(CipherCall.symbols(in: $1.value)) }
  }
}
