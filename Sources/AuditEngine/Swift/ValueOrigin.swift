import OmamoriCore
package import SwiftSyntax

/// An expression that a value comes from, with the place at which a reader would change it.
package struct ValueOrigin: Sendable {
  /// The expression.
  package let expression: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID
  /// The declaration of the name that stands for the value, if one was followed; otherwise the expression.
  package let range: Range<Int>

  package init(expression: ExprSyntax, scope: ScopeID, range: Range<Int>) {
    (self.expression, self.scope, self.range) = (expression, scope, range)
  }
}

extension SwiftSource {
  /// Where the value of `expression` comes from within this file.
  ///
  /// Follows conversions, local names, the closure parameters of `withUnsafeBytes`, and parameters of a function to the
  /// calls of it, two functions deep at the most. A name that something assigns to is its own origin: nothing is known
  /// of it.
  package func origins(of expression: ExprSyntax, in scope: ScopeID) -> [ValueOrigin] {
    let start = ValueOrigin(expression: expression, scope: scope, range: expression.utf8Range)
    return origins(of: start, depth: 0, calls: 0)
  }

  private func origins(of origin: ValueOrigin, depth: Int, calls: Int) -> [ValueOrigin] {
    guard depth < 12 else { return [origin] }
    let expression = Self.withoutConversions(origin.expression)
    guard let name = Self.plainName(expression) else {
      return [ValueOrigin(expression: expression, scope: origin.scope, range: origin.range)]
    }
    if let buffer = Self.buffer(of: expression, named: name) {
      let next = ValueOrigin(expression: buffer, scope: origin.scope, range: origin.range)
      return origins(of: next, depth: depth + 1, calls: calls)
    }
    let itself = [ValueOrigin(expression: expression, scope: origin.scope, range: origin.range)]
    guard let binding = declaration(ofName: name, like: expression, in: origin.scope) else { return itself }
    switch binding.kind {
    case .parameter:
      guard calls < 2 else { return itself }
      let passed = arguments(for: binding).prefix(64).flatMap {
        self.origins(of: $0, depth: depth + 1, calls: calls + 1)
      }
      return passed.isEmpty ? itself : passed
    case .variable where facts.reassigned.contains(name): return itself
    case .constant, .variable, .optionalBinding, .enumCase:
      guard let value = binding.value else { return itself }
      let isLocal = facts.enclosing(.function, of: binding.scope) != nil
      let next = ValueOrigin(
        expression: value, scope: binding.scope, range: isLocal ? binding.range : origin.range)
      return origins(of: next, depth: depth + 1, calls: calls)
    }
  }

  /// The declaration that `expression`, a name or `self.name`, `Self.name` or `Type.name`, means.
  private func declaration(ofName name: String, like expression: ExprSyntax, in scope: ScopeID) -> Binding? {
    guard let member = expression.as(MemberAccessExprSyntax.self) else {
      return binding(named: name, from: scope)
    }
    guard let owner = member.base.flatMap(NamePath.last) else { return nil }
    let wanted = owner == "self" || owner == "Self" ? facts.typeName(around: scope) : owner
    return wanted.flatMap { facts.member(name, of: $0) }
  }

  /// What the calls of a function of this file pass for a parameter of it, and its default argument.
  func arguments(for parameter: Binding) -> [ValueOrigin] {
    guard let function = facts.function(around: parameter.scope), function.scope == parameter.scope,
      let (position, declared) = signature(of: function).parameters[parameter.name]
    else { return [] }
    let label = declared.firstName.text == "_" ? nil : declared.firstName.text
    var found = calls(of: function).compactMap { call -> ValueOrigin? in
      let argument =
        label.map { call.argument($0) }
        ?? (position < call.arguments.count && call.arguments[position].label == nil
          ? call.arguments[position].value : nil)
      return argument.map { ValueOrigin(expression: $0, scope: call.scope, range: $0.utf8Range) }
    }
    if let value = parameter.value {
      found.append(ValueOrigin(expression: value, scope: parameter.scope, range: value.utf8Range))
    }
    return found
  }

  /// The calls of a function of this file, by its name and labels.
  package func calls(of function: Function) -> [Call] {
    if let known = knownCalls.withLock({ $0[function.scope] }) { return known }
    let made = lookUpCalls(of: function)
    knownCalls.withLock { $0[function.scope] = made }
    return made
  }

  private func lookUpCalls(of function: Function) -> [Call] {
    let name = function.name == "init" ? facts.typeName(around: function.scope) : function.name
    guard let name, let labels = signature(of: function).key.map({ Set($0.labels) }),
      let count = function.parameters?.count
    else { return [] }
    return facts.calls(name).filter { call in
      call.arguments.count <= count && call.arguments.allSatisfy { labels.contains($0.label ?? "_") }
        && !facts.isWithin(call.scope, function.scope)
    }
  }

  // MARK: Looking through

  /// The name that `expression` is, or the last name of `self.name`, `Self.name`, `Type.name`.
  private static func plainName(_ expression: ExprSyntax) -> String? {
    if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      let owner = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      owner == "self" || owner.first?.isUppercase == true
    else { return nil }
    return member.declName.baseName.text
  }

  /// What the closure parameter `name` is a view of: `key` in `key.withUnsafeBytes { bytes in … bytes … }`.
  private static func buffer(of expression: ExprSyntax, named name: String) -> ExprSyntax? {
    var node = Syntax(expression)
    for _ in 0..<48 {
      guard let parent = node.parent else { return nil }
      if let closure = parent.as(ClosureExprSyntax.self),
        declares(closure, name), let call = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text.hasPrefix("withUnsafe")
      {
        return member.base
      }
      node = parent
    }
    return nil
  }

  private static func declares(_ closure: ClosureExprSyntax, _ name: String) -> Bool {
    guard let clause = closure.signature?.parameterClause else { return name == "$0" }
    switch clause {
    case .simpleInput(let names): return names.contains { $0.name.text == name }
    case .parameterClause(let full):
      return full.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    @unknown default: return false
    }
  }

  /// `expression` without casts, conversions to bytes and views of them: `Data(x.utf8)` is `x`.
  private static func withoutConversions(_ expression: ExprSyntax) -> ExprSyntax {
    var expression = expression
    for _ in 0..<16 {
      if let single = SequenceParts.single(expression), single != expression {
        expression = single
      } else if let cast = expression.as(AsExprSyntax.self) {
        expression = cast.expression
      } else if let inner = NamePath.unwrapped(expression) {
        expression = inner
      } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
        views.contains(member.declName.baseName.text)
      {
        expression = base
      } else if let call = Call(expression, scope: .file), let inner = converted(by: call) {
        expression = inner
      } else {
        return expression
      }
    }
    return expression
  }

  private static func converted(by call: Call) -> ExprSyntax? {
    if rebinding.contains(call.name) { return call.receiver }
    if call.name == "data", call.arguments.first?.label == "using" { return call.receiver }
    guard conversions.contains(call.name), call.arguments.count == 1, call.arguments[0].label == nil else {
      return nil
    }
    return call.arguments[0].value
  }

  private static let views: Set = ["utf8", "baseAddress", "bytes", "utf8CString"]
  private static let rebinding: Set = ["bindMemory", "assumingMemoryBound", "withMemoryRebound"]
  private static let conversions: Set = [
    "Data", "NSData", "Array", "UnsafeRawPointer", "UnsafePointer", "String", "NSString", "UInt32", "Int",
    "UInt", "Int32",
  ]
}
