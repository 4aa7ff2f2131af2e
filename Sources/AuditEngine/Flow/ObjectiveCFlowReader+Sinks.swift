extension ObjectiveCFlowReader {
  /// The place of the argument that a sink asks about.
  func index(of part: ObjectiveCFlowSinks.Sink.Part, in message: MessageSend) -> Int? {
    switch part {
    case .position(let index): message.arguments.indices.contains(index) ? index : nil
    case .label(let label): parts(of: message.selector).firstIndex(of: label)
    }
  }

  /// Whether the rest of the message is as the sink asks.
  func isMeant(_ message: MessageSend, by sink: ObjectiveCFlowSinks.Sink) -> Bool {
    switch sink.condition {
    case .none: return true
    case .with(let part): return parts(of: message.selector).contains(part)
    case .mentions(let texts):
      return tokens[message.tokens].prefix(400).contains { token in
        token.text.utf8.count < 256 && texts.contains { token.text.contains($0) }
      }
    case .webPage:
      guard let place = parts(of: message.selector).firstIndex(where: { $0.lowercased() == "mimetype" }),
        message.arguments.indices.contains(place)
      else { return message.selector.hasPrefix("responseWithHTML") }
      guard let text = source.value(message.arguments[place], in: message.function)?.string else {
        return true
      }
      return text.prefix(256).contains("html")
    case .receiver(let names):
      var words = Set<String>()
      switch owner(of: message.receiver, in: message.function) {
      case .type(let type, let members):
        words.insert((members.isEmpty ? type : "").lowercased())
        words.formUnion(members.last.map(Words.of) ?? [])
      case .named(let name): words.formUnion(Words.of(name))
      case .own: break
      }
      return !words.isDisjoint(with: names)
    }
  }

  /// Keeps what arrives at a sink.
  func readSink(
    _ sinkClass: FlowSinkClass, _ name: String, _ range: Range<Int>, _ argument: Range<Int>, _ function: Int?,
    _ origins: [FlowOrigin]
  ) {
    guard !isSink(function, sinkClass), !origins.isEmpty || source.value(argument, in: function) == nil else {
      return
    }
    var range = range
    if sinkClass == .path, let join = join(in: argument, function, 0) { range = join }
    add(.sink(sinkClass, name: name), origins, at: range, quoting: argument)
  }

  /// Whether calls of the function are sinks themselves: what a library does inside is told of where it is called.
  private func isSink(_ function: Int?, _ sinkClass: FlowSinkClass) -> Bool {
    guard let function else { return false }
    let declared = source.functions[function]
    let name = String(declared.name.prefix { $0 != ":" })
    guard declared.className != nil else {
      return CFlowSinks.functions[name]?.contains { $0.sinkClass == sinkClass } ?? false
    }
    return ObjectiveCFlowSinks.messages[name]?
      .contains { $0.sinkClass == sinkClass && $0.condition == .none } ?? false
  }

  /// The code in the same function that joins a name to a folder.
  private func join(in range: Range<Int>, _ function: Int?, _ depth: Int) -> Range<Int>? {
    guard depth < 6, spend(4) else { return nil }
    let range = source.bare(range)
    if let message = source.message(at: range) {
      let name = String(message.selector.prefix { $0 != ":" })
      if ObjectiveCFlowSinks.joins(message.selector, name) {
        return message.receiver.upperBound..<message.tokens.upperBound
      }
      if let argument = message.arguments.first, let found = join(in: argument, function, depth + 1) {
        return found
      }
      return message.receiver.count > 1 || message.arguments.isEmpty
        ? join(in: message.receiver, function, depth + 1) : nil
    }
    if let last = range.last, range.count > 2, tokens[last].kind == .identifier, tokens[last - 1].isSign(".")
    {
      return join(in: range.lowerBound..<(last - 1), function, depth + 1)
    }
    guard range.count == 1, let index = range.first, scopes.isLocal(tokens[index].text, in: function) else {
      return nil
    }
    for event in scopes.reaching(tokens[index].text, in: function, before: index).events.prefix(4) {
      switch event.value {
      case .expression(let value): if let found = join(in: value, function, depth + 1) { return found }
      case .format(let parts):
        guard let first = parts.first, let last = parts.last else { continue }
        return first.lowerBound..<last.upperBound
      default: continue
      }
    }
    return nil
  }

  /// `@[@"-c", command]`: the command is what a shell runs.
  func readShell(_ list: Range<Int>, _ function: Int?, _ range: Range<Int>) {
    var list = source.bare(list)
    if let name = scopes.plainName(list), let first = list.first,
      case .expression(let value)? = scopes.reaching(name, in: function, before: first).events.first?.value
    {
      list = source.bare(value)
    }
    var elements: [Range<Int>] = []
    if list.count > 3, tokens[list.lowerBound].isSign("@"), tokens[list.lowerBound + 1].isSign("["),
      source.partner(of: list.lowerBound + 1) == list.upperBound - 1
    {
      elements = source.parts(of: (list.lowerBound + 2)..<(list.upperBound - 1), by: ",")
    } else if let message = source.message(at: list), message.selector == "arrayWithObjects:" {
      elements = message.arguments
    }
    guard elements.count > 1, let flag = source.value(elements[0], in: function)?.string,
      CFlowSinks.shellFlags.contains(flag)
    else { return }
    add(
      .sink(.process, name: "arguments"), origins(of: elements[1], in: function), at: range,
      quoting: elements[1])
  }
}
