import SwiftSyntax

// What arrives at the places of ``FlowDisclosures``.

extension SwiftFlowReader {
  func readDisclosures(_ call: Call, _ arguments: [[FlowOrigin]], _ receiver: [FlowOrigin]) {
    if let log = logs[call.range] {
      readLog(log, arguments)
    } else if let place = FlowDisclosures.endings[call.name], call.receiver == nil,
      arguments.indices.contains(place)
    {
      disclose(.log, call, arguments[place] + wholes(in: call.arguments[place].value, call.scope))
    }
    var isStored = false
    for sink in FlowDisclosures.calls[call.name] ?? []
    where (!isStored || sink.sinkClass == .network) && isMeant(call, by: sink) && !isKeptSafe(call, sink) {
      isStored = true
      var found = values(of: sink.part, call, arguments, receiver)
      if sink.sinkClass == .network {
        if let name = call.receiver.flatMap(NamePath.last), isSecured(name) { continue }
        if let plain = FlowPlainness.source(call) { found.append(origin(.plain, plain, call.range)) }
      }
      disclose(sink.sinkClass, call, found)
    }
    for argument in call.arguments {
      // `table.insert(column <- value)` of SQLite.swift
      let parts = SequenceParts.of(argument.value)
      guard parts.count > 2, parts.contains(where: { SequenceParts.operation($0) == "<-" }),
        let value = parts.last
      else { continue }
      disclose(.rows, call, origins(of: value, within: call.scope))
    }
  }

  func disclose(_ sinkClass: FlowSinkClass, _ call: Call, _ origins: [FlowOrigin]) {
    guard !origins.isEmpty else { return }
    let name = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.utf8Range ?? call.range
    add(
      .sink(sinkClass, name: call.name), Self.merged(origins), at: name.lowerBound..<call.range.upperBound,
      quoting: call.arguments.first?.value ?? ExprSyntax(call.node), call: callPlace(call.range))
  }

  private func values(
    of part: FlowSink.Part, _ call: Call, _ arguments: [[FlowOrigin]], _ receiver: [FlowOrigin]
  ) -> [FlowOrigin] {
    func argument(_ index: Int) -> [FlowOrigin] {
      guard arguments.indices.contains(index) else { return [] }
      return arguments[index] + wholes(in: call.arguments[index].value, call.scope)
    }
    switch part {
    case .label(let label):
      return call.arguments.firstIndex { $0.label == label }.map(argument) ?? []
    case .position(let index):
      return call.arguments.indices.contains(index) && call.arguments[index].label == nil
        ? argument(index) : []
    case .any(let index): return argument(index)
    case .rest(let index):
      return arguments.indices.dropFirst(index).flatMap(argument)
    case .receiver: return receiver + (call.receiver.map { wholes(in: $0, call.scope) } ?? [])
    case .all: return receiver + arguments.indices.flatMap(argument)
    }
  }

  /// Whether the store protects what it is given: a file of a class of protection, a pasteboard item that expires.
  private func isKeptSafe(_ call: Call, _ sink: FlowSink) -> Bool {
    if let key = call.argument("forKey") {
      // `set(token, forKey: "deviceToken")`: the key knows better.
      let text = source.fold(key, in: call.scope).string ?? NamePath.last(of: key) ?? ""
      if StoredSecret.isHarmless(entry: text) { return true }
    }
    if sink.sinkClass == .file, let destination = call.argument("to") ?? call.argument("toFile"),
      Words.of(NamePath.last(of: destination) ?? "").contains("config")
    {
      return true
    }
    guard sink.sinkClass == .file || sink.sinkClass == .pasteboard,
      let options = call.argument("options") ?? call.argument("attributes")
    else { return false }
    var text = options.trimmedDescription
    if let name = options.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let value = source.binding(named: name, from: call.scope)?.value
    {
      text += value.trimmedDescription
    }
    return ["ompleteFileProtection", "protectionKey", "localOnly", "expirationDate"].contains(
      where: text.contains)
  }

  /// Whether the file turns encryption on for the connection called `name`.
  private func isSecured(_ name: String) -> Bool {
    FlowPlainness.securing.contains { securing in
      (facts.references[securing] ?? []).prefix(16).contains { reference in
        let statement = reference.node.ancestor(CodeBlockItemSyntax.self, within: 16)
        return statement?.trimmedDescription.hasPrefix(name) ?? false
      }
    }
  }

  // MARK: Logs

  private func readLog(_ log: LogCall, _ arguments: [[FlowOrigin]]) {
    let call = log.call
    guard log.privacy == .redacting else {
      for (index, argument) in call.arguments.enumerated()
      where arguments.indices.contains(index)
        && (argument.label.map(LogCall.valueLabels.contains) ?? true)
      {
        disclose(.log, call, arguments[index] + wholes(in: argument.value, call.scope))
      }
      return
    }
    var formats: [String] = []
    for (index, value) in log.values.enumerated() {
      if let literal = value.as(StringLiteralExprSyntax.self) {
        for case .expressionSegment(let hole) in literal.segments {
          guard let part = hole.expressions.first?.expression, !hole.isMasked else { continue }
          let mark = hole.expressions.first { $0.label?.text == "privacy" }?.expression.trimmedDescription
          show(part, mark, isNumber: true, call)
        }
        if index == 0, let text = literal.knownText { formats = ObjectiveCLogs.marks(of: text) }
      } else if index > 0, formats.indices.contains(index - 1) {
        let mark = formats[index - 1]
        show(value, mark.hasPrefix("{") ? mark : nil, isNumber: !ObjectiveCLogs.writesText(mark), call)
      }
    }
  }

  /// Writes down a value of the system log as it is marked.
  private func show(_ value: ExprSyntax, _ mark: String?, isNumber: Bool, _ call: Call) {
    if let mark, !mark.contains("public") { return }
    guard mark != nil || isNumber else { return }
    let found = origins(of: value, within: call.scope)
    disclose(
      mark == nil ? .numberLog : .publicLog, call, mark == nil ? found : found + wholes(in: value, call.scope)
    )
  }

  // MARK: Assignments

  func readDisclosure(_ assignment: Assignment, _ name: String, _ base: ExprSyntax, _ value: [FlowOrigin]) {
    if base.is(SubscriptCallExprSyntax.self), facts.imports.contains("CouchbaseLiteSwift") {
      // `document["alarm"].string = value` of Couchbase Lite
      return add(.sink(.documents, name: name), value, at: assignment.range, quoting: assignment.value)
    }
    guard let sink = FlowDisclosures.members[name] else { return }
    let place = Place(scope: assignment.scope, offset: base.utf8Range.lowerBound)
    let words = Set(NamePath.of(base).flatMap(Words.of) + [type(of: base, place)?.lowercased() ?? ""])
    guard !words.isDisjoint(with: sink.owners) else { return }
    add(.sink(sink.sinkClass, name: name), value, at: assignment.range, quoting: assignment.value)
  }

  /// `Defaults[.token] = token`, and subscripts of the project's own stores.
  func readSubscript(_ access: SubscriptCallExprSyntax, _ assignment: Assignment, _ value: [FlowOrigin]) {
    let base = access.calledExpression
    let place = Place(scope: assignment.scope, offset: base.utf8Range.lowerBound)
    let owner = owner(of: base, place)
    let words = Set(NamePath.of(base).flatMap(Words.of) + [type(of: base, place)?.lowercased() ?? ""])
    if !words.isDisjoint(with: FlowDisclosures.preferenceWords) {
      add(
        .sink(.preferences, name: NamePath.last(of: base) ?? "subscript"),
        value + wholes(in: assignment.value, assignment.scope),
        at: assignment.range, quoting: assignment.value)
    } else if case .type = owner {
      add(
        .member(FlowMember(owner: owner, name: "subscript")), value, at: assignment.range,
        quoting: assignment.value)
    }
  }

  // MARK: Whole values

  /// The values of types that may hold something sensitive, which `expression` is or puts into a text.
  func wholes(in expression: ExprSyntax, _ scope: ScopeID) -> [FlowOrigin] {
    if let literal = expression.as(StringLiteralExprSyntax.self) {
      return literal.segments.prefix(64).flatMap { segment -> [FlowOrigin] in
        guard case .expressionSegment(let hole) = segment, let part = hole.expressions.first, !hole.isMasked
        else {
          return []
        }
        return wholes(in: part.expression, scope)
      }
    }
    guard let type = whole(expression, scope) else { return [] }
    return [FlowOrigin(leaf: .whole(type), region: region(expression.utf8Range))]
  }

  /// The type of `expression`, when it is a plain name or member that may hold something sensitive.
  func whole(_ expression: ExprSyntax, _ scope: ScopeID) -> FlowOwner? {
    guard
      expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
        || Call(expression, scope: scope)?.name.first?.isLowercase == true
    else {
      return NamePath.unwrapped(expression).flatMap { whole($0, scope) }
    }
    if let member = expression.as(MemberAccessExprSyntax.self),
      member.base == nil || member.declName.baseName.text == "self"
    {
      return nil
    }
    if expression.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" { return nil }
    let owner = owner(of: expression, Place(scope: scope, offset: expression.utf8Range.lowerBound))
    guard case .type(let type, let members) = owner,
      !members.isEmpty
        || !FlowNames.isAnswer(type) && !FlowTypes.isHarmless(type) && !FlowTypes.isOfLibrary(type),
      type.first?.isUppercase == true
    else { return nil }
    return owner
  }

  static let encoders: Set = ["encode", "archivedData", "archiveRootObject"]
}
