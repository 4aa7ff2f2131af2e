extension ObjectiveCFlowReader {
  /// The type of the value in `range`, as a type and members of it.
  func owner(of range: Range<Int>, in function: Int?) -> FlowOwner {
    if let path = path(of: range, in: function, 0) { return .type(path.type, members: path.members) }
    let range = source.bare(range)
    if let last = range.last, tokens[last].kind == .identifier {
      return .named(ObjectiveCSource.plain(tokens[last].text))
    }
    if let message = source.message(at: range) {
      return .named(String(message.selector.prefix { $0 != ":" }))
    }
    return .named("")
  }

  private typealias TypePath = (type: String, members: [String])

  private func path(of range: Range<Int>, in function: Int?, _ depth: Int) -> TypePath? {
    guard depth < 12, spend() else { return nil }
    if let type = cast(range) { return (type, []) }
    let range = source.bare(range)
    guard let first = range.first, let last = range.last else { return nil }
    if range.count == 1 {
      return tokens[first].kind == .identifier
        ? path(named: tokens[first].text, at: first, function) : constant(first)
    }
    if let message = source.message(at: range) { return path(of: message, function, depth) }
    guard tokens[last].kind == .identifier, last - 1 > first,
      tokens[last - 1].isSign(".") || tokens[last - 1].isSign("->"),
      let owner = path(of: first..<(last - 1), in: function, depth + 1)
    else { return nil }
    return taking(ObjectiveCSource.plain(tokens[last].text), of: owner)
  }

  private func constant(_ index: Int) -> TypePath? { tokens[index].kind == .object ? ("NSString", []) : nil }

  private func taking(_ name: String, of owner: TypePath) -> TypePath? {
    if owner.members.isEmpty {
      if let type = scopes.memberTypes[owner.type]?[name] { return (type, []) }
      // `Session.shared` is an instance of the type itself.
      if isInstance(name) { return owner }
    }
    return owner.members.count < 3 ? (owner.type, owner.members + [name]) : nil
  }

  /// Whether the name at `index` is the object itself: `self`, or what stands for it in a block.
  func isSelf(_ index: Int) -> Bool {
    let name = tokens[index].text
    return name == "self" || name.hasSuffix("Self") || name == "wself" || name == "sself"
  }

  private func isInstance(_ name: String) -> Bool {
    for prefix in [
      "shared", "default", "standard", "general", "main", "current", "alloc", "new", "self", "init",
    ]
    where name.hasPrefix(prefix) {
      return true
    }
    return false
  }

  /// `Type` in `(Type *)value`.
  private func cast(_ range: Range<Int>) -> String? {
    var (range, layers) = (range, 0)
    while layers < 64, let first = range.first, tokens[first].isSign("("),
      let close = source.partner(of: first), close + 1 == range.upperBound
    {
      layers += 1
      range = (first + 1)..<close
    }
    guard let first = range.first, tokens[first].isSign("("), let close = source.partner(of: first),
      close + 1 < range.upperBound, tokens[close - 1].isSign("*")
    else { return nil }
    let next = tokens[close + 1]
    guard next.kind != .punctuation || ["(", "[", "@"].contains(next.text) else { return nil }
    return tokens[(first + 1)..<close].prefix(24).last {
      $0.kind == .identifier && !ObjectiveCFlowScopes.qualifiers.contains($0.text)
    }?.text
  }

  private func path(named name: String, at index: Int, _ function: Int?) -> TypePath? {
    let className = function.flatMap { source.functions[$0].className }
    if isSelf(index) || name == "super" { return className.map { ($0, []) } }
    var block = scopes.block(around: index)
    while let current = block {
      if let parameter = scopes.blocks[current].parameters.first(where: { $0.name == name }) {
        return parameter.type.isEmpty || parameter.type == "id" ? nil : (parameter.type, [])
      }
      block = scopes.blocks[current].outer >= 0 ? Int(scopes.blocks[current].outer) : nil
    }
    if scopes.isLocal(name, in: function) {
      guard let type = scopes.types[ObjectiveCFlowScopes.Name(text: name, function: function)], type != "id",
        type != "auto"
      else { return nil }
      return (type, [])
    }
    let plain = ObjectiveCSource.plain(name)
    if let className, let type = scopes.memberTypes[className]?[plain] {
      return type == "id" ? nil : (type, [])
    }
    if let type = scopes.types[ObjectiveCFlowScopes.Name(text: name, function: nil)] { return (type, []) }
    if name.first?.isUppercase == true { return (name, []) }
    return className.map { ($0, [plain]) }
  }

  private func path(of message: MessageSend, _ function: Int?, _ depth: Int) -> TypePath? {
    let name = parts(of: message.selector).first ?? ""
    guard let owner = path(of: message.receiver, in: function, depth + 1) else { return nil }
    if message.arguments.isEmpty {
      if ["class", "mutableCopy", "copy", "autorelease", "retain"].contains(name) { return owner }
      return taking(name, of: owner)
    }
    if name.hasPrefix("init") || isInstance(name) { return owner }
    // `[NSURL URLWithString:text]` is a URL; what a message to an instance gives is not known.
    let receiver = source.bare(message.receiver)
    let isClass =
      receiver.count == 1 && tokens[receiver.lowerBound].text.first?.isUppercase == true
      && !scopes.isLocal(tokens[receiver.lowerBound].text, in: function)
    return isClass && name.contains("With") && owner.members.isEmpty ? owner : nil
  }

  /// The property or global variable that `range` names; `nil` for what lives in a function.
  func outlivingMember(_ range: Range<Int>, _ function: Int?) -> FlowMember? {
    let range = source.bare(range)
    guard let first = range.first, let last = range.last, tokens[last].kind == .identifier else { return nil }
    let name = tokens[last].text
    if range.count == 1 {
      guard !isSelf(first), !scopes.isLocal(name, in: function),
        scopes.block(around: first).map({ !isParameter(name, $0) }) ?? true
      else { return nil }
      guard let className = function.flatMap({ source.functions[$0].className }),
        scopes.types[ObjectiveCFlowScopes.Name(text: name, function: nil)] == nil
      else { return FlowMember(owner: .own(nil), name: name) }
      return FlowMember(owner: .type(className, members: []), name: ObjectiveCSource.plain(name))
    }
    guard range.count > 2, tokens[last - 1].isSign(".") || tokens[last - 1].isSign("->") else { return nil }
    return FlowMember(
      owner: owner(of: first..<(last - 1), in: function), name: ObjectiveCSource.plain(name))
  }

  private func isParameter(_ name: String, _ block: Int) -> Bool {
    var block: Int? = block
    while let current = block {
      if scopes.blocks[current].parameters.contains(where: { $0.name == name }) { return true }
      block = scopes.blocks[current].outer >= 0 ? Int(scopes.blocks[current].outer) : nil
    }
    return false
  }
}
