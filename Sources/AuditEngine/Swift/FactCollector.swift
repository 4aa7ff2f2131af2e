import SwiftSyntax

/// Walks a file once and writes down what rules ask for.
///
/// Code that a release build leaves out is not walked. Nesting is bounded: the parser builds chains such as
/// `a.b.c…` without limit, and a walk over them would need as much stack.
final class FactCollector: SyntaxVisitor {
  private var facts = FactRecord()
  private let conditions: ReleaseConditions
  private var scopes: [ScopeID] = [.file]
  private var depth = 0
  /// The place of the last call with the white space before it, and where it begins behind that.
  private var lastCall = (position: -1, start: 0)

  private static let deepest = 600
  private static let longest = 4096

  init(conditions: ReleaseConditions) {
    self.conditions = conditions
    super.init(viewMode: .sourceAccurate)
  }

  private var scope: ScopeID { scopes.last ?? .file }

  /// What was written down, when everything has been walked.
  func finish(isCutShort: Bool) -> SwiftFacts {
    if isCutShort { facts.isCutShort = true }
    return SwiftFacts(facts)
  }

  private func open(_ kind: Scope.Kind, _ name: String = "", _ range: Range<Int>) -> ScopeID {
    let id = facts.open(Scope(kind: kind, name: name, parent: scope, range: range))
    scopes.append(id)
    return id
  }

  private func close() {
    if let id = scopes.popLast() { facts.close(id) }
  }

  /// Enters an expression that may nest without limit; false when it nests too deeply to go on.
  private func enter() -> SyntaxVisitorContinueKind {
    depth += 1
    guard depth > Self.deepest else { return .visitChildren }
    facts.isCutShort = true
    return .skipChildren
  }

  private func leave() { depth -= 1 }

  // MARK: Conditions

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    var isDecided = false
    for clause in node.clauses {
      let holds = clause.condition.map { conditions.holds($0) } ?? true
      guard !isDecided, holds != false else {
        facts.inactive.append(clause.utf8Range)
        continue
      }
      if let elements = clause.elements { walk(elements) }
      if holds == true { isDecided = true }
    }
    return .skipChildren
  }

  // MARK: Types and functions

  private func visitType(
    _ node: some DeclGroupSyntax, _ name: some SyntaxProtocol, called text: String
  ) -> SyntaxVisitorContinueKind {
    let range = node.utf8Range
    let scope = open(.type, text, range)
    facts.add(
      TypeFact(
        name: text,
        inherited: node.inheritanceClause?.inheritedTypes.map { $0.type.writtenName } ?? [],
        attributes: node.attributes.compactMap {
          $0.as(AttributeSyntax.self)?.attributeName.writtenName
        },
        scope: scope, nameRange: name.utf8Range, range: range))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.name, called: node.name.text)
  }
  override func visitPost(_ node: ClassDeclSyntax) { close() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.name, called: node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { close() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.name, called: node.name.text)
  }
  override func visitPost(_ node: EnumDeclSyntax) { close() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.name, called: node.name.text)
  }
  override func visitPost(_ node: ActorDeclSyntax) { close() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.name, called: node.name.text)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { close() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    visitType(node, node.extendedType, called: node.extendedType.writtenName)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { close() }

  private func visitFunction(
    _ name: TokenSyntax, _ signature: FunctionSignatureSyntax?, _ body: CodeBlockItemListSyntax?,
    _ returnType: TypeSyntax?, _ node: some SyntaxProtocol
  ) {
    let scope = open(.function, name.text, node.utf8Range)
    for parameter in signature?.parameterClause.parameters ?? [] {
      let name = parameter.secondName ?? parameter.firstName
      facts.add(
        Binding(
          name: name.text, kind: .parameter, type: parameter.type, value: parameter.defaultValue?.value,
          attributes: [], scope: scope, range: parameter.utf8Range))
    }
    guard let body else { return }
    facts.add(
      Function(
        name: name.text, parameters: signature?.parameterClause.parameters, returnType: returnType,
        body: body, node: Syntax(node), scope: scope, nameRange: name.utf8Range))
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    visitFunction(
      node.name, node.signature, node.body?.statements, node.signature.returnClause?.type, node)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { close() }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    visitFunction(node.initKeyword, node.signature, node.body?.statements, nil, node)
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { close() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    declare(node)
    guard case .getter(let body)? = node.accessorBlock?.accessors,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return .visitChildren }
    visitFunction(name, nil, body, node.typeAnnotation?.type, node)
    walk(body)
    close()
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let scope = open(.closure, "", node.utf8Range)
    for name in LocalName.parameters(of: node, scope) { facts.add(name) }
    return enter()
  }
  override func visitPost(_ node: ClosureExprSyntax) {
    leave()
    close()
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    _ = open(.block, "", node.utf8Range)
    return .visitChildren
  }
  override func visitPost(_ node: CodeBlockSyntax) { close() }

  // MARK: Names

  private func declare(_ node: PatternBindingSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
    else {
      declareParts(of: node)
      return
    }
    facts.add(
      Binding(
        name: name.text,
        kind: declaration.bindingSpecifier.tokenKind == .keyword(.let) ? .constant : .variable,
        type: node.typeAnnotation?.type, value: node.initializer?.value,
        attributes: declaration.attributes.compactMap { $0.as(AttributeSyntax.self) },
        scope: scope,
        range: node.utf8Range.lowerBound..<(node.initializer?.utf8Range ?? node.utf8Range).upperBound))
  }

  private func declareParts(of node: PatternBindingSyntax) {
    let (start, end) = (node.utf8Range.upperBound, facts.scopes[scope.index].range.upperBound)
    guard let value = node.initializer?.value, start < end else { return }
    for name in LocalName.parts(of: node.pattern, from: value, scope, start..<end) { facts.add(name) }
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier {
      facts.add(
        Binding(
          name: name.text, kind: .optionalBinding, type: node.typeAnnotation?.type,
          value: node.initializer?.value, attributes: [], scope: scope, range: node.utf8Range,
          extent: condition(node.parent)))
    } else if let value = node.initializer?.value, let extent = condition(node.parent) {
      for name in LocalName.parts(of: node.pattern, from: value, scope, extent) { facts.add(name) }
    }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    let extent = node.body.utf8Range
    for name in LocalName.parts(of: node.pattern, from: node.sequence, scope, extent, isLoop: true) {
      facts.add(name)
    }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    if let extent = condition(node.parent) {
      let names = LocalName.parts(of: node.pattern, from: node.initializer.value, scope, extent)
      for name in names { facts.add(name) }
    }
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    guard case .case(let label) = node.label, let subject = node.ancestor(SwitchExprSyntax.self, within: 3)
    else { return .visitChildren }
    for item in label.caseItems {
      for name in LocalName.parts(of: item.pattern, from: subject.subject, scope, node.utf8Range) {
        facts.add(name)
      }
    }
    return .visitChildren
  }

  /// The bytes in which a name of the condition `element` is visible.
  private func condition(_ element: Syntax?) -> Range<Int>? {
    guard let element, let statement = element.parent?.parent else { return nil }
    let start = element.utf8Range.upperBound
    if let choice = statement.as(IfExprSyntax.self) { return start..<choice.body.utf8Range.upperBound }
    if let loop = statement.as(WhileStmtSyntax.self) { return start..<loop.body.utf8Range.upperBound }
    let end = facts.scopes[scope.index].range.upperBound
    return statement.is(GuardStmtSyntax.self) && start < end ? start..<end : nil
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    facts.add(
      Binding(
        name: node.name.text, kind: .enumCase, type: nil, value: node.rawValue?.value, attributes: [],
        scope: scope, range: node.utf8Range))
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    facts.imports.insert(node.path.first?.name.text ?? "")
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    facts.typeReferences[node.name.text, default: []].append(node.name.utf8Range)
    return node.genericArgumentClause == nil ? .skipChildren : .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    facts.add(Reference(node: node, scope: scope))
    return .skipChildren
  }

  // MARK: What holds nothing that rules ask for

  // A visitor makes an object for every child of a node that it enters; leaving these out saves a third of that.

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    // Built-in attributes are written in lower case; property wrappers may hold anything.
    node.attributeName.writtenName.first?.isUppercase == true ? .visitChildren : .skipChildren
  }
  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: Expressions

  /// Where a call begins.
  ///
  /// The calls of a chain `a.b().c()` begin together, and each is as deep as the chain is long before it: their first
  /// token is looked for once.
  private func start(of node: FunctionCallExprSyntax) -> Int {
    let position = node.position.utf8Offset
    if lastCall.position != position {
      lastCall = (position, node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }
    return lastCall.start
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = Call(node, scope: scope, start: start(of: node)) {
      facts.add(call)
      if Self.mutating.contains(call.name), let name = call.receiver.flatMap(NamePath.last) {
        facts.reassigned.insert(name)
      }
    }
    return enter()
  }
  override func visitPost(_ node: FunctionCallExprSyntax) { leave() }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: MemberAccessExprSyntax) { leave() }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: SubscriptCallExprSyntax) { leave() }
  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: OptionalChainingExprSyntax) { leave() }
  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: ForceUnwrapExprSyntax) { leave() }
  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: PostfixOperatorExprSyntax) { leave() }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: IfExprSyntax) { leave() }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    facts.strings.append(StringFact(node: node, scope: scope))
    return .visitChildren
  }

  override func visit(_ node: DictionaryElementSyntax) -> SyntaxVisitorContinueKind {
    facts.entries.append(EntryFact(key: node.key, label: nil, value: node.value, scope: scope))
    return .visitChildren
  }

  override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements {
      guard let label = element.label?.text else { continue }
      facts.entries.append(EntryFact(key: nil, label: label, value: element.expression, scope: scope))
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    // No compiler takes such an expression, and looking around from each of its parts would take their square.
    guard parts.count <= Self.longest else {
      facts.isCutShort = true
      return .skipChildren
    }
    for index in parts.indices where index > 0 && index + 1 < parts.count {
      if parts[index].is(AssignmentExprSyntax.self) {
        add(assignment: "=", parts, index, in: node)
      } else if let operation = parts[index].as(BinaryOperatorExprSyntax.self)?.operator.text {
        if Self.comparisons.contains(operation) {
          facts.comparisons.append(
            Comparison(left: parts[index - 1], operation: operation, right: parts[index + 1], scope: scope))
        } else if operation == "+=" || operation == "|=" {
          add(assignment: operation, parts, index, in: node)
        } else if index == 1, operation.hasSuffix("="), let name = NamePath.last(of: parts[0]) {
          facts.reassigned.insert(name)
        }
      }
    }
    return .visitChildren
  }

  private func add(
    assignment operation: String, _ parts: [ExprSyntax], _ index: Int, in node: SequenceExprSyntax
  ) {
    guard index == 1 else { return }
    // A lone value stands for itself; of several parts the whole sequence is kept (see `SequenceParts`).
    let value = parts.count == 3 ? parts[2] : ExprSyntax(node)
    facts.add(
      Assignment(
        target: parts[0], operation: operation, value: value, scope: scope, range: node.utf8Range))
    if let name = NamePath.last(of: parts[0]) { facts.reassigned.insert(name) }
  }

  /// Methods that change what they are called on, buffers above all: `iv.withUnsafeMutableBytes { … }`.
  private static let mutating: Set = [
    "withUnsafeMutableBytes", "withUnsafeMutableBufferPointer", "append", "insert", "replaceSubrange",
    "resetBytes", "shuffle", "reverse", "removeAll", "removeFirst", "removeLast",
  ]

  private static let comparisons: Set = ["==", "!=", "<", ">", "<=", ">=", "~=", "==="]

  override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
    facts.unexpectedNodes += 1
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = NamePath.last(of: node.expression) { facts.reassigned.insert(name) }
    if let name = node.expression.as(DeclReferenceExprSyntax.self) {
      facts.add(address: Reference(node: name, scope: scope))
    }
    return .visitChildren
  }
}
