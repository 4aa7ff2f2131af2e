import OmamoriReport
package import SwiftSyntax

// What calls pass, and what arrives at the places of ``FlowSinks``.

extension SwiftFlowReader {
  func read(_ call: Call) -> FlowCallSite {
    source.flowBudget.begin()
    let place = Place(scope: call.scope, offset: call.range.lowerBound)
    var arguments = call.arguments.prefix(24).map { origins(of: $0.value, at: place.at($0.value)) }
    if Self.encoders.contains(call.name), let value = call.arguments.first?.value {
      arguments[0] += wholes(in: value, call.scope)
    }
    let receiver =
      call.receiver.map { origins(of: $0, at: place.at($0)) }
      ?? (call.name.first?.isLowercase == true ? itself(call.scope, call.range) : [])
    let isInactive = facts.isInactive(call.range.lowerBound)
    if !isInactive, !isMadeUp(call.node).byType {
      readSinks(call, arguments, receiver)
      readDisclosures(call, arguments, receiver)
    }
    if !arguments.isEmpty { readClosureCall(call, arguments) }
    readAddition(call, arguments)
    readPost(call, arguments)
    if call.name == "download",
      let closure = call.closures.first(where: { $0.label == nil || $0.label == "to" })
    {
      readDestination(closure.closure, call.scope)
    }
    var site = FlowCallSite(
      name: call.name, labels: call.labels, closures: call.closures.count, owner: owner(of: call),
      receiver: receiver,
      arguments: arguments, fallback: FlowPasses.fallback(of: call, in: source), region: region(call.range))
    guard !isInactive, !isMadeUp(call.node).byAny else { return site }
    for index in arguments.indices where site.wholes.count < 4 {
      let value = call.arguments[index].value
      if value.is(DeclReferenceExprSyntax.self) || value.is(MemberAccessExprSyntax.self),
        let type = whole(value, call.scope)
      {
        site.wholes[index] = type
      }
    }
    if !site.wholes.isEmpty || arguments.contains(where: { $0.contains(where: \.mayBeSensitive) }) {
      site.snippet = source.text.lines.text(ofLine: site.region.startLine)
    }
    return site
  }

  /// Whether `node` is made up by what is around it, as far as types tell and in all; see ``SwiftSource/isMadeUp(_:asksFunctions:)``.
  private func isMadeUp(_ node: some SyntaxProtocol) -> (byType: Bool, byAny: Bool) {
    if source.text.context == .test || source.text.context == .example { return (true, true) }
    return isMadeUp(within: node.parent)
  }

  private func isMadeUp(within node: Syntax?) -> (byType: Bool, byAny: Bool) {
    var (current, found) = (node, (byType: false, byAny: false))
    while let parent = current {
      // All statements of a block have the same around them.
      if parent.kind == .codeBlockItemList {
        if let known = madeUp[parent.id] { return (found.byType || known.byType, found.byAny || known.byAny) }
        let around = isMadeUp(within: parent.parent)
        madeUp[parent.id] = around
        return (found.byType || around.byType, found.byAny || around.byAny)
      }
      if let told = SwiftSource.saysMadeUp(parent) { found = (found.byType || told == .type, true) }
      current = parent.parent
    }
    return found
  }

  /// A function calls the closure that it was passed.
  private func readClosureCall(_ call: Call, _ arguments: [[FlowOrigin]]) {
    readAnswer(call, arguments)
    if let member = closureMember(of: call) {
      for (index, origins) in arguments.enumerated() where !origins.isEmpty {
        add(.member(Self.argument(index, of: member)), origins, at: call.range)
      }
      return
    }
    guard call.receiver == nil,
      case .binding(let binding)? = facts.declaration(
        of: call.name, from: call.scope, at: call.range.lowerBound),
      binding.kind == .parameter, let (function, parameter) = place(ofParameter: binding)
    else { return }
    for (index, origins) in arguments.enumerated() where !origins.isEmpty {
      add(.closure(function: function, parameter: parameter, index), origins, at: call.range)
    }
  }

  /// `completionHandler(folder.appendingPathComponent(name))`: a delegate says where a download is written.
  private func readAnswer(_ call: Call, _ arguments: [[FlowOrigin]]) {
    guard let function = facts.function(around: call.scope), call.receiver == nil,
      let labels = function.parameters?.map({ $0.firstName.text }), labels.contains("decideDestinationUsing"),
      labels.contains(call.name)
    else { return }
    readSink(.path, call, call.arguments[0].value, arguments[0])
  }

  /// A closure that says where Alamofire writes a download: `{ _, _ in (url, options) }`.
  func readDestination(_ closure: ClosureExprSyntax, _ scope: ScopeID) {
    for value in ReturnCollector.returns(in: closure.statements).prefix(4) {
      guard let url = value.as(TupleExprSyntax.self)?.elements.first?.expression else { continue }
      let range = join(in: url, scope, 0) ?? url.utf8Range
      add(.sink(.path, name: "destination"), origins(of: url, within: scope), at: range, quoting: url)
    }
  }

  /// The property that holds the closure that is called: `onClip?(text)`, `delegate.onClip(text)`.
  private func closureMember(of call: Call) -> FlowMember? {
    guard call.labels.allSatisfy({ $0 == "_" }), call.name.first?.isLowercase == true,
      !facts.hasFunction(call.name)
    else { return nil }
    guard let receiver = call.receiver else {
      return facts.isDeclared(call.name) || call.node.calledExpression.is(OptionalChainingExprSyntax.self)
        ? outlivingMember(call.name, call.scope, at: call.range.lowerBound) : nil
    }
    // Methods of libraries have no question mark between their name and their arguments.
    guard call.node.calledExpression.is(OptionalChainingExprSyntax.self) || NamePath.of(receiver) == ["self"]
    else { return nil }
    let place = Place(scope: call.scope, offset: call.range.lowerBound)
    return FlowMember(owner: owner(of: receiver, place), name: call.name)
  }

  private func readSinks(_ call: Call, _ arguments: [[FlowOrigin]], _ receiver: [FlowOrigin]) {
    for sink in FlowSinks.calls[call.name] ?? [] where isMeant(call, by: sink) {
      if sink.part == .receiver, let value = call.receiver {
        readSink(sink.sinkClass, call, value, receiver)
        continue
      }
      guard let index = index(of: sink.part, in: call), arguments.indices.contains(index) else { continue }
      // A link may lead anywhere, whether or not its target stands behind a folder.
      let isLink = call.arguments[index].label?.hasPrefix("withDestination") == true
      let found = isLink ? arguments[index].map { $0.joined(true) } : arguments[index]
      readSink(sink.sinkClass, call, call.arguments[index].value, found)
    }
    for sink in terms.sinks[call.name] ?? [] { readSink(sink, call, arguments) }
    if call.name == "NSPredicate", let format = call.argument("format"),
      let text = source.fold(format, in: call.scope).prefix, let pattern = call.pattern(inFormat: text)
    {
      readSink(.regex, call, pattern, origins(of: pattern, within: call.scope))
    }
    for (index, argument) in call.arguments.enumerated() where arguments.indices.contains(index) {
      guard let label = argument.label, let sinkClass = FlowSinks.labels[label] else { continue }
      readSink(sinkClass, call, argument.value, arguments[index])
    }
  }

  /// Looks at a sink that the configuration of the project names.
  private func readSink(_ sink: FlowSink, _ call: Call, _ arguments: [[FlowOrigin]]) {
    let one = index(of: sink.part, in: call).map { $0..<$0 + 1 } ?? 0..<0
    let indices = sink.part == .all ? call.arguments.indices : one
    for index in indices where arguments.indices.contains(index) {
      let value = call.arguments[index].value
      if FlowSinkClass.all.contains(sink.sinkClass) {
        readSink(sink.sinkClass, call, value, arguments[index])
      } else {
        disclose(sink.sinkClass, call, arguments[index] + wholes(in: value, call.scope))
      }
    }
  }

  private func index(of part: FlowSink.Part, in call: Call) -> Int? {
    switch part {
    case .label(let label): call.arguments.firstIndex { $0.label == label }
    case .position(let index):
      call.arguments.indices.contains(index) && call.arguments[index].label == nil ? index : nil
    case .any(let index): call.arguments.indices.contains(index) ? index : nil
    case .receiver, .rest, .all: nil
    }
  }

  func isMeant(_ call: Call, by sink: FlowSink) -> Bool {
    if let with = sink.with, !call.arguments.contains(where: { $0.label == with }) { return false }
    if sink.sinkClass == .regex, sink.with == "options" {
      guard let options = call.argument("options"), options.trimmedDescription.contains("regularExpression")
      else {
        return false
      }
    }
    if sink.sinkClass == .inflation, call.name == "extract" {
      // A closure that compares or throws keeps a limit.
      guard let closure = call.closures.first?.closure,
        !closure.statements.tokens(viewMode: .sourceAccurate).contains(where: {
          Self.limits.contains($0.text)
        })
      else { return false }
    }
    if sink.sinkClass == .inflation, call.name == "open",
      !(call.receiverPath.last ?? "").hasSuffix("Container")
        || (call.receiverPath.last ?? "").hasPrefix("Tar")
    {
      return false
    }
    if sink.sinkClass == .regex, let options = call.argument("options"),
      mentions("ignoreMetacharacters", options, call.scope)
    {
      return false
    }
    if sink.sinkClass == .html {
      if let type = call.argument("mimeType"), let text = source.fold(type, in: call.scope).string,
        !text.contains("html")
      {
        return false
      }
      if let options = call.argument("options"), !isHTML(options, call.scope) { return false }
    }
    // `case .system(let name)`, `.font(.system(.body))` and `workspace.open(url)` are no calls of C.
    if CFlowSinks.functions[call.name] != nil, sink.receivers.isEmpty,
      !call.node.calledExpression.is(DeclReferenceExprSyntax.self)
        || call.labels.contains(where: { $0 != "_" }) || facts.hasFunction(call.name)
    {
      return false
    }
    guard !sink.modules.isEmpty || !sink.receivers.isEmpty else { return true }
    if !sink.modules.isDisjoint(with: facts.imports) {
      // Preferences have methods of the same names.
      guard sink.sinkClass.isSubset(of: .databases), let receiver = call.receiver else { return true }
      return Set(NamePath.of(receiver).flatMap(Words.of)).isDisjoint(with: FlowDisclosures.preferenceWords)
    }
    guard let receiver = call.receiver else {
      // `set(value, forKey: key)` in an extension of `UserDefaults`
      let type = facts.typeName(around: call.scope)?.lowercased() ?? ""
      return !sink.sinkClass.isDisjoint(with: .disclosing) && sink.receivers.contains(type)
    }
    var names = NamePath.of(receiver)
    if names.isEmpty, !sink.sinkClass.isDisjoint(with: .disclosing),
      let inner = Call(receiver, scope: call.scope)
    {
      names = inner.receiverPath + [inner.name]
    }
    let words = Set(names.flatMap(Words.of) + [typeName(receiver, call.scope)?.lowercased() ?? ""])
    return !words.isDisjoint(with: sink.receivers)
  }

  private func mentions(_ name: String, _ options: ExprSyntax, _ scope: ScopeID) -> Bool {
    if options.trimmedDescription.contains(name) { return true }
    guard let plain = options.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return source.binding(named: plain, from: scope)?.value?.trimmedDescription.contains(name) ?? false
  }

  private static let limits: Set = ["<", ">", "<=", ">=", "throw", "min"]

  private func isHTML(_ options: ExprSyntax, _ scope: ScopeID) -> Bool {
    mentions("html", options, scope) || mentions("HTML", options, scope)
  }

  private func typeName(_ expression: ExprSyntax, _ scope: ScopeID) -> String? {
    type(of: expression, Place(scope: scope, offset: expression.utf8Range.lowerBound))
  }

  private func readSink(
    _ sinkClass: FlowSinkClass, _ call: Call, _ argument: ExprSyntax, _ origins: [FlowOrigin]
  ) {
    guard !origins.isEmpty || !source.fold(argument, in: call.scope).isConstant else { return }
    var range = nameRange(of: call).lowerBound..<call.range.upperBound
    if sinkClass == .path, let join = join(in: argument, call.scope, 0) { range = join }
    add(.sink(sinkClass, name: call.name), origins, at: range, quoting: argument)
  }

  /// The name of what is called: in a chain over many lines it tells the line of the call.
  private func nameRange(of call: Call) -> Range<Int> {
    call.node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.utf8Range ?? call.range
  }

  /// The code in the same function that joins a name to a folder.
  private func join(in expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> Range<Int>? {
    guard depth < 6 else { return nil }
    if let call = Call(expression, scope: scope) {
      if FlowSinks.joins[call.name] != nil, call.name != "URL" { return nameRange(of: call) }
      if call.name == "URL" || call.name == "String" || call.name == "NSString" {
        return call.arguments.first.flatMap { join(in: $0.value, scope, depth + 1) }
      }
      return call.receiver.flatMap { join(in: $0, scope, depth + 1) }
    }
    if expression.is(StringLiteralExprSyntax.self) { return expression.utf8Range }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base.flatMap { join(in: $0, scope, depth + 1) }
    }
    if expression.is(SequenceExprSyntax.self), SequenceParts.of(expression).count > 1 {
      return expression.utf8Range
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard
        case .binding(let binding)? = facts.declaration(
          of: name, from: scope, at: expression.utf8Range.lowerBound),
        binding.kind == .constant || binding.kind == .variable || binding.kind == .optionalBinding,
        facts.enclosing(.function, of: binding.scope) != nil, let value = binding.value
      else { return nil }
      return join(in: value, binding.scope, depth + 1)
    }
    return NamePath.unwrapped(expression).flatMap { join(in: $0, scope, depth + 1) }
  }

  func readInterpolations() {
    for string in facts.strings {
      for segment in string.node.segments {
        guard case .expressionSegment(let hole) = segment, let part = hole.expressions.first,
          let label = part.label?.text, let sinkClass = FlowSinks.interpolations[label]
        else { continue }
        let found = origins(of: part.expression, within: string.scope)
        add(.sink(sinkClass, name: label), found, at: string.range, quoting: part.expression)
      }
    }
  }

  /// `command` in `["-c", command]`.
  func shellCommand(_ list: ExprSyntax, _ scope: ScopeID) -> ExprSyntax? {
    let array = source.origins(of: list, in: scope).lazy.compactMap { $0.expression.as(ArrayExprSyntax.self) }
      .first
    let elements = array.map { $0.elements.map(\.expression) } ?? []
    guard elements.count > 1, let flag = source.fold(elements[0], in: scope).string else { return nil }
    return CFlowSinks.shellFlags.contains(flag) ? elements[1] : nil
  }
}

extension Call {
  /// The argument that stands behind `MATCHES` in `format`, that of an `NSPredicate`.
  package func pattern(inFormat format: String) -> ExprSyntax? {
    let upper = format.uppercased()
    guard let place = upper.firstRange(of: "MATCHES")?.lowerBound else { return nil }
    let before = upper[..<place].split(separator: "%", omittingEmptySubsequences: false).count - 1
    let rest = upper[place...]
    guard let value = rest.firstIndex(of: "%"), rest[..<value].allSatisfy({ $0 != "'" && $0 != "\"" }) else {
      return nil
    }
    let values = arguments.dropFirst().filter { $0.label == nil }.map(\.value)
    if before < values.count { return values[before] }
    let elements = argument("argumentArray")?.as(ArrayExprSyntax.self).map { Array($0.elements) } ?? []
    return before < elements.count ? elements[before].expression : nil
  }
}
