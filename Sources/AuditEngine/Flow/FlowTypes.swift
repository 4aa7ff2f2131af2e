import SwiftSyntax

/// Types as the flow of values sees them: a collection, an optional or a publisher counts as what it holds.
enum FlowTypes {
  /// The name of the type, or of what it holds: `Rule` for `[Rule]?`, `AnyPublisher<[Rule], Error>`, `[String: Rule]`.
  static func name(_ type: TypeSyntax) -> String? { name(type, 0) }

  private static func name(_ type: TypeSyntax, _ depth: Int) -> String? {
    guard depth < 8 else { return nil }
    let next = depth + 1
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType(let optional): return name(optional.wrappedType, next)
    case .implicitlyUnwrappedOptionalType(let optional): return name(optional.wrappedType, next)
    case .attributedType(let attributed): return name(attributed.baseType, next)
    case .someOrAnyType(let some): return name(some.constraint, next)
    case .arrayType(let array): return name(array.element, next)
    case .dictionaryType(let dictionary): return name(dictionary.value, next)
    case .memberType(let member): return member.name.text
    case .identifierType(let identifier):
      if holders.contains(identifier.name.text), let first = identifier.genericArgumentClause?.arguments.first
      {
        guard case .type(let held) = first.argument else { return nil }
        return name(held, next)
      }
      return identifier.name.text
    default: return nil
    }
  }

  private static let holders: Set = [
    "Array", "Set", "Optional", "Result", "AnyPublisher", "Published", "AsyncStream", "AsyncThrowingStream",
    "PassthroughSubject", "CurrentValueSubject", "Binding", "State", "ArraySlice", "Sequence", "AnySequence",
    "Task",
    "Observable", "Single", "Results", "List",
  ]

  /// Whether values of the type hold no text that anybody chooses.
  static func isHarmless(_ name: String) -> Bool {
    Sanitizers.types.contains(name) || others.contains(name)
  }

  /// Whether extensions of the type in a project are about text or data.
  static func isOfLibrary(_ name: String) -> Bool { ofLibrary.contains(name) }

  private static let ofLibrary: Set = [
    "String", "Substring", "StringProtocol", "URL", "Data", "NSString", "Array", "Collection", "Sequence",
    "Optional",
    "Character", "NSURL", "Dictionary", "URLComponents", "UITextField", "URLRequest", "Notification",
    "NSData", "URLResponse", "HTTPURLResponse",
  ]

  private static let others: Set = [
    "Void", "CGSize", "CGRect", "CGPoint", "UIColor", "Color", "NSNumber", "Float80", "Float16",
    "ObjectIdentifier",
    "IndexPath", "IndexSet", "Range", "ClosedRange", "NSRange", "Duration", "DispatchTime", "UIImage",
    "Calendar",
    "Locale", "TimeZone", "BOOL", "NSUInteger", "int", "long", "double", "float", "bool", "int64_t",
    "uint8_t", "size_t",
    "uint32_t", "int32_t", "uint64_t", "CGFloat", "NSTimeInterval", "unsigned", "short",
  ]
}

extension SwiftFlowReader {
  /// The name of the type of `expression`, or of what it holds, as far as the file tells.
  func type(of expression: ExprSyntax, _ place: Place) -> String? {
    guard case .type(let name, let members) = owner(of: expression, place), members.isEmpty else {
      return nil
    }
    return name
  }

  /// What the call tells about the type whose function it means.
  func owner(of call: Call) -> FlowOwner {
    guard let receiver = call.receiver else { return .own(facts.typeName(around: call.scope)) }
    return owner(of: receiver, Place(scope: call.scope, offset: call.range.lowerBound))
  }

  /// The type of `expression`, as a type and members of it.
  func owner(of expression: ExprSyntax, _ place: Place) -> FlowOwner {
    path(of: expression, place).map { .type($0.type, members: $0.members) }
      ?? .named(NamePath.last(of: expression) ?? Call(expression, scope: place.scope)?.name ?? "")
  }

  private typealias TypePath = (type: String, members: [String])

  private func path(of expression: ExprSyntax, _ place: Place) -> TypePath? {
    guard place.depth < 12 else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): return path(named: reference.baseName.text, place)
    case .memberAccessExpr(let member):
      guard let base = member.base, let owner = path(of: base, place.at(base)) else { return nil }
      let name = member.declName.baseName.text
      if name == "self" { return owner }
      if owner.members.isEmpty {
        if let binding = facts.member(name, of: owner.type) {
          if let type = binding.type.flatMap(FlowTypes.name) { return (type, []) }
          if let value = binding.value { return path(of: value, place.at(value, in: binding.scope)) }
        }
        // `Session.shared` is an instance of the type itself, and so is the first element of what holds many.
        if Self.instances.contains(name) { return owner }
      }
      if Self.parts.contains(name) { return owner }
      return owner.members.count < 3 ? (owner.type, owner.members + [name]) : nil
    case .functionCallExpr(let node):
      guard let call = Call(node, scope: place.scope) else { return nil }
      return path(of: call, place)
    case .subscriptCallExpr(let access):
      if let type = access.arguments.first(where: { $0.label?.text == "as" })?.expression
        .as(MemberAccessExprSyntax.self)?.base
      {
        return typeName(written: type)
      }
      guard access.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text != "self" else {
        return nil
      }
      return path(of: access.calledExpression, place.at(access.calledExpression))
    case .stringLiteralExpr: return ("String", [])
    case .integerLiteralExpr: return ("Int", [])
    case .booleanLiteralExpr: return ("Bool", [])
    case .floatLiteralExpr: return ("Double", [])
    case .asExpr(let cast): return FlowTypes.name(cast.type).map { ($0, []) }
    case .arrayExpr(let array):
      return array.elements.first.flatMap { path(of: $0.expression, place.at($0.expression)) }
    case .sequenceExpr(let sequence):
      let elements = Array(sequence.elements)
      if let last = elements.last?.as(TypeExprSyntax.self), elements.count > 1 {
        return FlowTypes.name(last.type).map { ($0, []) }
      }
      let operands = SequenceParts.of(expression)
      guard operands.count > 1,
        operands.allSatisfy({ SequenceParts.operation($0).map { $0 == "??" } ?? true })
      else {
        return nil
      }
      return operands.lazy.filter { SequenceParts.operation($0) == nil }
        .compactMap { self.path(of: $0, place.at($0)) }.first
    default: return NamePath.unwrapped(expression).flatMap { path(of: $0, place.at($0)) }
    }
  }

  private func path(of call: Call, _ place: Place) -> TypePath? {
    if call.name.first?.isUppercase == true { return (call.name, []) }
    if call.name == "decode", let type = call.arguments.first?.value.as(MemberAccessExprSyntax.self)?.base {
      return typeName(written: type)
    }
    if let type = Self.made[call.name] { return (type, []) }
    if call.arguments.isEmpty, Self.instances.contains(call.name),
      let type = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      type.first?.isUppercase == true
    {
      return (type, [])
    }
    if let function = source.function(calledBy: call) {
      return function.returnType.flatMap(FlowTypes.name).map { ($0, []) }
    }
    if call.name == "open", let type = call.receiver.flatMap(NamePath.last),
      TaintSources.archives.contains(type)
    {
      return (type, [])
    }
    guard Self.carrying.contains(call.name), let receiver = call.receiver else { return nil }
    return path(of: receiver, place.at(receiver))
  }

  /// `Rule` in `Rule.self` and `[Rule].self`.
  private func typeName(written type: ExprSyntax) -> TypePath? {
    switch type.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return (name.baseName.text, [])
    case .arrayExpr(let array): return array.elements.first.flatMap { typeName(written: $0.expression) }
    case .memberAccessExpr(let member): return (member.declName.baseName.text, [])
    case .typeExpr(let type): return FlowTypes.name(type.type).map { ($0, []) }
    case .dictionaryExpr: return nil
    default: return NamePath.unwrapped(type).flatMap { typeName(written: $0) }
    }
  }

  private func path(named name: String, _ place: Place) -> TypePath? {
    if name.hasPrefix("$"), name.count > 2 { return path(named: String(name.dropFirst()), place) }
    if name == "self" || name == "Self" { return facts.typeName(around: place.scope).map { ($0, []) } }
    guard let declared = facts.declaration(of: name, from: place.scope, at: place.offset) else {
      if name.first?.isUppercase == true { return (name, []) }
      return name.hasPrefix("$") ? nil : facts.typeName(around: place.scope).map { ($0, [name]) }
    }
    switch declared {
    case .binding(let binding):
      if let type = binding.type.flatMap(FlowTypes.name) { return (type, []) }
      guard let value = binding.value else {
        // `if let name` means the name outside.
        guard binding.kind == .optionalBinding, place.depth < 11 else { return nil }
        return path(
          named: name, Place(scope: binding.scope, offset: binding.range.lowerBound, depth: place.depth + 1))
      }
      return path(of: value, place.at(value, in: binding.scope))
    case .local(let local):
      switch local.role {
      case .element, .part: return path(of: local.value, place.at(local.value, in: local.scope))
      case .payload: return nil
      case .closureParameter:
        guard let call = call(around: local.value), Self.applying.contains(call.name),
          let receiver = call.receiver
        else {
          return nil
        }
        return path(
          of: receiver, Place(scope: call.scope, offset: call.range.lowerBound, depth: place.depth + 1))
      }
    }
  }

  /// The call that the closure is passed to.
  func call(around closure: ExprSyntax) -> Call? {
    guard let node = closure.ancestor(FunctionCallExprSyntax.self, within: 4) else { return nil }
    return Call(node, scope: facts.innermost(at: node.utf8Range.lowerBound, within: .file))
  }

  private static let instances: Set = [
    "standard", "shared", "default", "general", "main", "current", "processInfo", "mainInstance",
    "crashlytics", "defaultStore", "sharedInstance", "instance",
  ]
  /// Types that functions of libraries give.
  private static let made = [
    "streamTask": "URLSessionStreamTask", "webSocketTask": "URLSessionWebSocketTask",
  ]
  private static let parts: Set = [
    "first", "last", "wrappedValue", "value", "indices", "lazy", "reversed", "info", "entries",
  ]
  private static let carrying: Set = [
    "filter", "sorted", "prefix", "suffix", "dropFirst", "dropLast", "first", "last", "reversed",
    "lowercased", "enumerated",
    "uppercased", "trimmingCharacters", "replacingOccurrences", "appending",
  ]
  /// Methods that call a closure with what they are called on, or with parts of it.
  static let applying: Set = [
    "map", "flatMap", "compactMap", "forEach", "filter", "first", "sink", "tryMap", "then", "reduce",
    "sorted",
    "handleEvents", "enumerated", "contains", "allSatisfy", "min", "max", "drop", "prefix", "mapValues",
    "onReceive",
    "assign", "subscribe", "onNext", "last", "firstIndex",
  ]
}
