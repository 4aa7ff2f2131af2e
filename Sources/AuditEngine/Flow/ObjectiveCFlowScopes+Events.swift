import OmamoriReport

extension ObjectiveCFlowScopes {
  private func add(
    _ name: String, _ function: Int?, at index: Int, _ value: Event.Value, replaces: Bool, from start: Int
  ) {
    guard function != nil else { return }
    let replaces = replaces && !isOnlyStatement(start)
    // A text that is written there says nothing, and many of them would hide what was added before.
    if !replaces, case .expression(let range) = value, range.count == 1, let first = range.first,
      tokens[first].kind != .identifier
    {
      return
    }
    events[Name(text: name, function: function), default: []].append(
      Event(
        index: index, brace: brace(around: start), replaces: replaces, value: value))
  }

  /// Whether the statement at `start` is the only one of an `if` or `else` without braces.
  private func isOnlyStatement(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    let before = tokens[start - 1]
    if before.isName("else") { return true }
    guard before.isSign(")"), let open = source.partner(of: start - 1), open > 0 else { return false }
    return ["if", "while", "for"].contains(tokens[open - 1].text)
  }

  /// Reads what is assigned to names.
  func readAssignments() {
    for assignment in source.assignments {
      guard let function = assignment.function, let root = assignment.path.first else { continue }
      let isWhole = assignment.path.count == 1
      if !isWhole {
        let type = types[Name(text: root, function: function)] ?? ""
        guard ObjectiveCFlowPasses.carriers.contains(type) else { continue }
      }
      add(
        root, function, at: assignment.value.upperBound, .expression(assignment.value),
        replaces: isWhole && assignment.key == nil, from: assignment.target.lowerBound)
    }
    // `text += name`
    for index in tokens.indices where tokens[index].isSign("+=") {
      guard index > 0, tokens[index - 1].kind == .identifier, let function = source.function(around: index)
      else { continue }
      var end = index + 1
      while end < tokens.count, !tokens[end].isSign(";"), !tokens[end].isSign(")"), end < index + 200 {
        end = max(end, source.partner(of: end) ?? end) + 1
      }
      guard end > index + 1, end <= tokens.count else { continue }
      add(
        tokens[index - 1].text, function, at: end, .expression((index + 1)..<end), replaces: false,
        from: index - 1)
    }
    // `for (Type *name in list)`
    guard source.names.contains("in") else { return }
    for (index, token) in tokens.enumerated() where token.isName("in") {
      guard index > 0, tokens[index - 1].kind == .identifier, let function = source.function(around: index),
        index + 1 < tokens.count
      else { continue }
      var end = index + 1
      while end < tokens.count, !tokens[end].isSign(")"), !tokens[end].isSign(";"), end < index + 200 {
        end = (source.partner(of: end).map { $0 > end ? $0 : end } ?? end) + 1
      }
      guard end > index + 1, end <= tokens.count else { continue }
      add(
        tokens[index - 1].text, function, at: end, .expression((index + 1)..<end), replaces: true,
        from: index - 1)
    }
  }

  /// The plain name that `range` is, `&` before it aside.
  func plainName(_ range: Range<Int>) -> String? {
    var range = source.bare(range)
    if range.count == 2, tokens[range.lowerBound].isSign("&") { range = range.dropFirst() }
    guard range.count == 1, let token = range.first.map({ tokens[$0] }), token.kind == .identifier else {
      return nil
    }
    return token.text
  }

  /// Reads what messages put into names.
  func readMessages() {
    for message in source.messages {
      guard message.function != nil, !message.arguments.isEmpty else { continue }
      let first = message.selector.prefix { $0 != ":" }
      let name = String(first)
      let (start, end) = (message.tokens.lowerBound, message.tokens.upperBound)
      if ObjectiveCFlowPasses.additions.contains(name), let receiver = plainName(message.receiver) {
        let value: Event.Value =
          name == "appendFormat" ? .format(message.arguments) : .expression(message.arguments[0])
        add(
          receiver, message.function, at: end, value,
          replaces: ObjectiveCFlowPasses.replacements.contains(name), from: start)
      } else if name == "replaceOccurrencesOfString", let receiver = plainName(message.receiver) {
        guard let text = source.value(message.arguments[0], in: message.function)?.string else { continue }
        add(
          receiver, message.function, at: end, .cleaned(FlowPasses.cleaned(byReplacing: text)),
          replaces: false,
          from: start)
      } else if name == "getBytes" || name == "getCString" || name == "getCharacters" {
        guard let buffer = plainName(message.arguments[0]) else { continue }
        add(buffer, message.function, at: end, .expression(message.receiver), replaces: false, from: start)
      } else if name == "read", message.selector == "read:maxLength:" {
        guard let buffer = plainName(message.arguments[0]) else { continue }
        add(
          buffer, message.function, at: end, .source(.network, buffer, message.tokens), replaces: false,
          from: start)
      } else if name.hasPrefix("scanUpTo") || name.hasPrefix("scanString"), let last = message.arguments.last,
        let out = plainName(last)
      {
        add(out, message.function, at: end, .expression(message.receiver), replaces: true, from: start)
      }
    }
  }

  /// Reads what functions of C put into names.
  func readCalls() {
    for call in source.calls where !call.hasReceiver && call.arguments.count > 1 {
      let (start, end) = (call.tokens.lowerBound, call.tokens.upperBound)
      func name(_ place: Int) -> String? {
        call.arguments.indices.contains(place) ? plainName(call.arguments[place]) : nil
      }
      if let buffer = TaintSources.buffers[call.name] {
        guard let text = name(buffer.place) else { continue }
        add(
          text, call.function, at: end, .source(buffer.kind, text, call.tokens), replaces: false, from: start)
        continue
      }
      guard let first = name(0) else { continue }
      switch call.name {
      case "strcpy", "strncpy", "strlcpy", "memcpy", "memmove", "stpcpy":
        add(first, call.function, at: end, .expression(call.arguments[1]), replaces: true, from: start)
      case "strcat", "strncat", "strlcat", "CFStringAppend":
        add(first, call.function, at: end, .expression(call.arguments[1]), replaces: false, from: start)
      case "sprintf", "asprintf":
        add(
          first, call.function, at: end, .format(Array(call.arguments.dropFirst())), replaces: true,
          from: start)
      case "snprintf":
        add(
          first, call.function, at: end, .format(Array(call.arguments.dropFirst(2))), replaces: true,
          from: start)
      case "sscanf":
        for place in call.arguments.indices.dropFirst(2) {
          guard let out = name(place) else { continue }
          add(out, call.function, at: end, .expression(call.arguments[0]), replaces: false, from: start)
        }
      default: break
      }
    }
  }
}
