import OmamoriCore
import OmamoriReport
import SwiftSyntax

// Members, calls and elements.

extension ConstantTracer {
  // MARK: Members

  func trace(_ member: MemberAccessExprSyntax, _ place: Place) -> [KnownConstant] {
    let name = member.declName.baseName.text
    guard let base = member.base else { return followsSymbols ? [KnownConstant(value: .symbol(name))] : [] }
    if name == "infoDictionary", NamePath.of(base).first == "Bundle" {
      return [KnownConstant(value: .bundled)]
    }
    if name == "rawValue" { return trace(place.at(base)) }
    if let part = element(name, of: base, place) { return trace(part) }
    if let owner = owner(base, place) {
      if owner.isOwnType, let binding = facts.member(name, of: owner.name) {
        var next = place
        next.depth += 1
        if !isSelf(base) { next.frame = nil }
        return trace(declared: binding, next)
      }
      let path = NamePath.of(base)
      let isTypeName = path.last == owner.name
      if asksOthers,
        let value = source.constant(
          name, of: isTypeName ? path : [owner.name], usedAt: place.expression.utf8Range)
      {
        return value.alternatives.filter(isKnown).map { KnownConstant(value: $0) }
      }
      if isTypeName { return followsSymbols ? [KnownConstant(value: .symbol(name))] : [] }
    }
    guard Words.of(name).contains(where: Self.viewWords.contains) else { return [] }
    return trace(place.at(base))
  }

  /// The part `name` of the tuple that `base` is, or the tuple as a whole where its parts are not seen.
  private func element(_ name: String, of base: ExprSyntax, _ place: Place) -> Place? {
    guard let reference = base.as(DeclReferenceExprSyntax.self),
      case .binding(let binding)? = facts.declaration(
        of: reference.baseName.text, from: place.scope, at: reference.utf8Range.lowerBound)
    else { return nil }
    if let tuple = binding.value?.as(TupleExprSyntax.self), tuple.elements.count > 1,
      binding.kind == .constant
    {
      let found = tuple.elements.enumerated().first {
        $0.element.label?.text == name || String($0.offset) == name
      }
      return found.map { place.at($0.element.expression, binding.scope) }
    }
    return binding.type?.is(TupleTypeSyntax.self) == true ? place.at(base) : nil
  }

  private func isSelf(_ base: ExprSyntax) -> Bool {
    ["self", "Self"].contains(base.as(DeclReferenceExprSyntax.self)?.baseName.text ?? "")
  }

  private func owner(_ base: ExprSyntax, _ place: Place) -> (name: String, isOwnType: Bool)? {
    if isSelf(base) { return facts.typeName(around: place.scope).map { ($0, true) } }
    if let last = NamePath.last(of: base), last.first?.isUppercase == true,
      !base.is(FunctionCallExprSyntax.self)
    {
      return (last, true)
    }
    return source.typeName(of: base, in: place.scope).map { ($0, true) }
  }

  // MARK: Elements

  func trace(_ access: SubscriptCallExprSyntax, _ place: Place) -> [KnownConstant] {
    if NamePath.last(of: access.calledExpression) == "infoDictionary"
      || Call(access.calledExpression, scope: place.scope)?.name == "object"
    {
      return NamePath.of(access.calledExpression).first == "Bundle"
        ? [KnownConstant(value: .bundled)] : []
    }
    if NamePath.last(of: access.calledExpression) == "environment" { return [] }
    let indices = access.arguments.prefix(4).map { place.at($0.expression) }
    let isNeutral = indices.allSatisfy { Self.isNeutral($0.expression) }
    guard isNeutral || !computed(indices).isEmpty else { return [] }
    return computed([place.at(access.calledExpression)])
  }

  // MARK: Calls

  func trace(_ node: FunctionCallExprSyntax, _ place: Place) -> [KnownConstant] {
    if let closure = node.calledExpression.as(ClosureExprSyntax.self), node.arguments.isEmpty {
      let scope = facts.innermost(at: closure.statements.utf8Range.lowerBound, within: place.scope)
      return result(of: closure.statements, place.at(place.expression, scope))
    }
    guard let call = Call(node, scope: place.scope) else { return [] }
    if call.arguments.isEmpty, call.closures.isEmpty, Self.containers.contains(call.name) {
      return [KnownConstant(value: .bytes([]))]
    }
    if call.name == "object", call.labels == ["forInfoDictionaryKey"] {
      return [KnownConstant(value: .bundled)]
    }
    if ["url", "path"].contains(call.name), call.argument("forResource") != nil {
      return [KnownConstant(value: .bundled)]
    }
    if Self.loading.contains(where: { call.argument($0) != nil })
      || ["propertyList", "jsonObject"].contains(call.name)
    {
      // What is read from a file of the app comes with the app.
      return trace(place.at(call.arguments[0].value)).filter(\.isFromBundle)
    }
    if let function = source.function(calledBy: call) {
      let found = returned(by: function, place, frame(of: call, for: function, place))
      if !found.isEmpty { return found }
      if let made = computed(by: function, call, place) { return made }
      return Self.decodes(call.name) ? carried(call, place) : []
    }
    if Self.carries(call) { return carried(call, place) }
    guard asksOthers, let exported = source.exportedFunction(calledBy: call) else { return [] }
    if let constant = exported.constant, constant.isConstant {
      return constant.alternatives.map { KnownConstant(value: $0) }
    }
    guard !exported.summary.passes.isEmpty || Self.decodes(call.name)
    else { return [] }
    // `Random.bytes(16)` gives back as many bytes as it is told, not what it is told.
    let isMadeOfData = call.arguments.contains { argument in
      trace(place.at(argument.value)).contains { $0.bytes != nil }
    }
    return isMadeOfData ? carried(call, place) : []
  }

  /// What `function` returns to whoever calls it with the arguments in `frame`.
  func returned(by function: Function, _ place: Place, _ frame: Frame) -> [KnownConstant] {
    guard place.calls < Self.mostCalls else { return [] }
    var next = place
    (next.frame, next.calls) = (frame, place.calls + 1)
    let returns = source.returns(of: function)
    let values = returns.isEmpty ? [] : returns.prefix(8).map { $0 }
    guard !values.isEmpty else { return result(of: function.body, next.at(place.expression, function.scope)) }
    return values.flatMap { value in
      let scope = facts.innermost(at: value.utf8Range.lowerBound, within: function.scope)
      return standing(trace(next.at(value, scope)), at: value.utf8Range)
    }
  }

  /// The result of a function that computes with nothing but its arguments, all of which are constant.
  private func computed(by function: Function, _ call: Call, _ place: Place) -> [KnownConstant]? {
    guard !call.arguments.isEmpty, function.body.count <= 16, place.calls < Self.mostCalls else { return nil }
    let finder = OutsideNames(viewMode: .sourceAccurate)
    finder.walk(function.body)
    guard !finder.isRandom, !finder.callsOthers, finder.names.count <= 64 else { return nil }
    for name in finder.names {
      let scope = facts.innermost(at: name.utf8Range.lowerBound, within: function.scope)
      switch facts.declaration(of: name.baseName.text, from: scope, at: name.utf8Range.lowerBound) {
      case .local?: continue
      case .binding(let binding)? where facts.isWithin(binding.scope, function.scope): continue
      default: guard !trace(place.at(ExprSyntax(name), scope)).isEmpty else { return nil }
      }
    }
    let inputs = call.arguments.filter { !Self.isNeutral($0.value) }.map { place.at($0.value) }
    let made = inputs.isEmpty ? [] : computed(inputs)
    return made.isEmpty ? nil : made
  }

  private static let loading = ["contentsOf", "contentsOfFile", "contentsOfURL"]

  /// What `call` passes for the parameters of `function`.
  func frame(of call: Call, for function: Function, _ place: Place) -> Frame {
    var arguments: [Int: Place] = [:]
    var rest = call.arguments[...]
    for parameter in function.parameters ?? [] {
      guard let next = rest.first else { break }
      let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text
      guard next.label == label else { continue }
      rest.removeFirst()
      arguments[parameter.utf8Range.lowerBound] = place.at(next.value, call.scope)
    }
    return Frame(arguments)
  }

  /// The result of a conversion or of a function that adds nothing of its own: constant when all that goes in is.
  private func carried(_ call: Call, _ place: Place) -> [KnownConstant] {
    var inputs: [Place] = []
    let isDecoder = Self.decodes(call.name) && !call.arguments.isEmpty
    if let receiver = call.receiver, !Self.isType(receiver), !isDecoder { inputs.append(place.at(receiver)) }
    for (index, argument) in call.arguments.enumerated() where !argument.value.is(ClosureExprSyntax.self) {
      if Self.isNeutral(argument.value) || isDecoder && index > 0 { continue }
      // How many bytes there are does not matter.
      if ["count", "length", "upToLength"].contains(argument.label ?? "") {
        if call.arguments.count > 1 { continue }
        return [KnownConstant(value: .computed)]
      }
      inputs.append(place.at(argument.value))
    }
    guard !inputs.isEmpty, call.closures.allSatisfy({ isFixed($0.closure, place) }),
      call.arguments.allSatisfy({ $0.value.as(ClosureExprSyntax.self).map { isFixed($0, place) } ?? true })
    else { return [] }
    if inputs.count == 1, Self.keeps(call) {
      var found = trace(inputs[0])
      for index in found.indices where !Self.isPlain(call) && !found[index].isEmpty {
        if found[index].value.string == nil, !found[index].isFromBundle { found[index].value = .computed }
      }
      return found
    }
    let value = source.fold(ExprSyntax(call.node), place.scope, depth: 0)
    var found = computed(inputs)
    if value.isConstant, value != .none, !found.isEmpty { found[0].value = value }
    return found
  }

  /// Whether a closure computes with nothing but what it is given.
  private func isFixed(_ closure: ClosureExprSyntax, _ place: Place) -> Bool {
    let finder = OutsideNames(viewMode: .sourceAccurate)
    finder.walk(closure)
    guard !finder.isRandom else { return false }
    let scope = facts.innermost(at: closure.statements.utf8Range.lowerBound, within: .file)
    return finder.names.prefix(16).allSatisfy { name in
      if case .local? = facts.declaration(
        of: name.baseName.text, from: scope, at: name.utf8Range.lowerBound)
      {
        return true
      }
      return !trace(place.at(ExprSyntax(name), scope)).isEmpty
    }
  }

  // MARK: Tables

  private static func isType(_ expression: ExprSyntax) -> Bool {
    if expression.is(FunctionCallExprSyntax.self) { return false }
    return NamePath.of(expression).last?.first?.isUppercase == true
      || expression.is(GenericSpecializationExprSyntax.self)
  }

  /// Whether an argument chooses how, and not what: `.utf8`, `UInt8.self`, `String.Encoding.utf8`, `false`.
  private static func isNeutral(_ expression: ExprSyntax) -> Bool {
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base == nil || member.declName.baseName.text == "self"
        || ["String", "Encoding", "Data", "NSString"].contains(NamePath.of(expression).first ?? "")
          && ["utf8", "ascii", "utf16", "unicode", "rawValue"].contains(member.declName.baseName.text)
    }
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    return expression.is(BooleanLiteralExprSyntax.self) || expression.is(NilLiteralExprSyntax.self)
      || NamePath.last(of: expression)?.hasPrefix("NSUTF8") == true
      || NamePath.last(of: expression)?.hasPrefix("kCFString") == true
  }

  /// Whether the result is the only input in another type.
  private static func keeps(_ call: Call) -> Bool {
    conversions.contains(call.name) || rebinding.contains(call.name) || call.name == "data"
      || call.name == "Nonce"
  }

  /// Whether the letters of the input are those of the result.
  private static func isPlain(_ call: Call) -> Bool {
    call.arguments.allSatisfy {
      [nil, "data", "string", "using", "utf8String", "decoding"].contains($0.label)
    }
  }

  private static func carries(_ call: Call) -> Bool {
    if rebinding.contains(call.name) { return true }
    if conversions.contains(call.name) {
      return call.arguments.allSatisfy { $0.label.map(labels.contains) ?? true }
    }
    if carrying.contains(call.name) {
      // `Random.bytes(16)` makes something of its own, `SHA256.hash(data:)` does not.
      if call.receiver.map(isType) == true { return call.name == "hash" && call.argument("data") != nil }
      return call.receiver != nil || free.contains(call.name)
    }
    let words = Words.of(call.name) + (call.arguments.first?.label.map(Words.of) ?? [])
    return (decodes(call.name) || decodes(call.arguments.first?.label ?? ""))
      && !words.contains { refused.contains($0) }
  }

  /// Whether a function with such a name turns the spelling of bytes into bytes, or back.
  private static func decodes(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["hex", "base64", "base32", "base58", "utf8"].contains { name.contains($0) }
  }

  /// Words of members that show the same value in another type.
  private static let viewWords: Set = [
    "utf", "bytes", "data", "hex", "base", "array", "encoded", "decoded", "address", "scalars",
    "string", "unicode", "hexadecimal", "reversed", "lazy",
  ]
  private static let refused: Set = ["random", "load", "read", "fetch", "contents"]

  private static let containers: Set = [
    "Data", "Array", "String", "NSData", "NSMutableData", "ContiguousArray",
  ]

  private static let conversions: Set = [
    "Data", "NSData", "Array", "String", "NSString", "Substring", "UInt8", "Int", "UInt", "UInt32", "Int32",
    "UInt64", "Int64", "UInt16", "Int16", "CChar", "Int8", "NSNumber", "ContiguousArray", "SymmetricKey",
    "Nonce", "Bytes",
    "UnsafeRawPointer", "UnsafePointer", "UnsafeRawBufferPointer", "UnsafeBufferPointer", "ArraySlice",
    "NSMutableData", "CFString", "CFData", "Character", "UnicodeScalar", "Double", "CCOptions", "CCAlgorithm",
    "CCPseudoRandomAlgorithm", "CCMode", "CCPadding", "CCOperation", "CCPBKDFAlgorithm", "CUnsignedInt",
    "CInt",
    "SharedSecret", "Salt",
  ]
  /// Labels of conversions whose result follows from the arguments.
  private static let labels: Set = [
    "repeating", "count", "hex", "hexString", "hexEncoded", "fromHex", "fromHexString", "hexadecimal",
    "hexadecimalString", "base64Encoded", "base64EncodedString", "base64", "bytes", "length", "decoding",
    "as",
    "encoding", "using", "utf8String", "cString", "string", "data", "of", "format", "arguments", "options",
    "radix", "truncatingIfNeeded", "bitPattern", "start", "validating", "value", "array", "base64URLEncoded",
    "clamping", "exactly", "utf8", "from",
  ]
  private static let rebinding: Set = ["bindMemory", "assumingMemoryBound", "withMemoryRebound"]
  private static let free: Set = ["zip", "stride", "min", "max", "repeatElement"]
  /// Functions whose result follows from what goes in.
  private static let carrying: Set = [
    "hash", "data", "prefix", "suffix", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "lowercased",
    "uppercased", "replacingOccurrences", "padding", "reversed", "joined", "map", "compactMap", "flatMap",
    "base64EncodedString", "base64EncodedData", "appending", "dropFirst", "dropLast", "padded", "components",
    "split", "trimmingCharacters", "enumerated", "zip", "stride", "withUnsafeBytes", "withCString",
    "toHexString", "cString", "subdata", "subarray", "substring", "index", "filter", "sorted",
    "appendingFormat", "copy", "propertyListFromStringsFileFormat", "leftPadding", "rightPadding", "leftPad",
    "rightPad", "pad", "repeatElement", "dataUsingEncoding", "min", "max", "Array", "advanced",
  ]
}

/// Finds names in a closure that come from outside of it.
private final class OutsideNames: SyntaxVisitor {
  private(set) var names: [DeclReferenceExprSyntax] = []
  private(set) var isRandom = false
  /// Whether something is called that is not known to compute with its arguments only.
  private(set) var callsOthers = false
  private static let plain: Set = [
    "stride", "zip", "min", "max", "abs", "strtoul", "Self", "precondition", "assert",
  ]
  private static let types: Set = [
    "UInt8", "Int", "UInt", "UInt32", "UInt64", "UInt16", "Int8", "Int32", "Data", "String", "Array",
    "Character",
    "Unicode", "Substring", "UnicodeScalar", "Bool", "Double", "Float", "Optional", "NSString",
    "NSMutableData", "Scanner",
    "NSRegularExpression", "NSRange", "Range", "Bytes", "ArraySlice", "Set", "Dictionary", "StringEncoding",
  ]

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let words = Words.of(name)
    if words.contains(where: {
      ["random", "arc4random", "rand", "drand48", "now", "date", "uuid"].contains($0)
    }) {
      isRandom = true
    }
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      return .skipChildren
    }
    if name.first?.isUppercase == true, !Self.types.contains(name) { callsOthers = true }
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id {
      if name.first?.isLowercase == true, !Self.plain.contains(name) { callsOthers = true }
      return .skipChildren
    }
    if !name.hasPrefix("$"), name.first?.isUppercase != true { names.append(node) }
    return .skipChildren
  }
}
