import OmamoriReport

// What a file says about values on their way, as a cache keeps it.

extension FlowFile: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(path)
    writer.write(context.rawValue)
    writer.write(functions)
    writer.write(calls)
    writer.write(edges)
    writer.write(types) { writer, type in
      writer.write(type.name)
      writer.write(type.inherited)
      writer.write(type.isEnumeration)
      writer.write(type.isDeclaration)
      writer.write(type.isOfObjectiveC)
      writer.write(type.isObject)
      writer.write(type.codingKeys) { $0.write($1) }
    }
    for names in [memberTypes, wrappers] {
      writer.write(names.sorted { $0.key < $1.key }) { writer, name in
        writer.write(name.key)
        writer.write(name.value)
      }
    }
    writer.write(Int(encrypted.rawValue))
    writer.write(isCutShort)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init()
    (path, context) = (try reader.text(), try reader.choice())
    (functions, calls, edges) = (try reader.values(), try reader.values(), try reader.values())
    types = try reader.list { (reader) throws(CacheError) in
      FlowType(
        name: try reader.text(), inherited: try reader.texts(), isEnumeration: try reader.flag(),
        isDeclaration: try reader.flag(), isOfObjectiveC: try reader.flag(), isObject: try reader.flag(),
        codingKeys: try reader.optional { (reader) throws(CacheError) in try reader.texts() })
    }
    (memberTypes, wrappers) = (try reader.names(), try reader.names())
    encrypted = try reader.sinkClass()
    isCutShort = try reader.flag()
    guard isConsistent else { throw .malformed }
  }

  /// Whether every place that something refers to is there.
  private var isConsistent: Bool {
    func holds(_ origin: FlowOrigin) -> Bool {
      switch origin.leaf {
      case .parameter(let function, _): functions.indices.contains(function)
      case .closureParameter(let call, _), .result(let call): calls.indices.contains(call)
      case .source, .member, .named, .whole: true
      }
    }
    return functions.allSatisfy { $0.returns.allSatisfy(holds) && $0.key.labels.count == $0.isOptional.count }
      && calls.allSatisfy { call in
        call.receiver.allSatisfy(holds) && call.arguments.allSatisfy { $0.allSatisfy(holds) }
          && call.arguments.count <= call.labels.count
          && call.wholes.keys.allSatisfy(call.arguments.indices.contains)
      }
      && edges.allSatisfy { edge in
        if case .closure(let function, _, _) = edge.target, !functions.indices.contains(function) {
          return false
        }
        return edge.origins.allSatisfy(holds) && edge.call.map(calls.indices.contains) ?? true
      }
  }
}

extension FlowFunction: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(key.types)
    writer.write(key.name)
    writer.write(key.labels)
    writer.write(isOptional) { $0.write($1) }
    writer.write(returns)
    writer.write(Int(cleaned.rawValue))
    writer.write(isGetter)
    writer.write(Int(accepts.rawValue))
    writer.write(region)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let key = FunctionKey(types: try reader.texts(), name: try reader.text(), labels: try reader.texts())
    let isOptional = try reader.list { (reader) throws(CacheError) in try reader.flag() }
    let returns = try reader.values(of: FlowOrigin.self)
    self.init(
      key: key, isOptional: isOptional, returns: returns, cleaned: try reader.sinkClass(),
      isGetter: try reader.flag(), accepts: try reader.sinkClass(), region: try reader.value())
  }
}

extension FlowCallSite: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(name)
    writer.write(labels)
    writer.write(closures)
    writer.write(owner)
    writer.write(receiver)
    writer.write(arguments) { $0.write($1) }
    writer.write(fallback.carriesReceiver)
    writer.write(fallback.carriesArguments)
    writer.write(Int(fallback.cleaned.rawValue))
    writer.write(region)
    writer.write(wholes.sorted { $0.key < $1.key }) { writer, whole in
      writer.write(whole.key)
      writer.write(whole.value)
    }
    writer.write(snippet)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (name, labels, closures) = (try reader.text(), try reader.texts(), try reader.number())
    let owner = try reader.value(FlowOwner.self)
    let receiver = try reader.values(of: FlowOrigin.self)
    let arguments = try reader.list { (reader) throws(CacheError) in try reader.values(of: FlowOrigin.self) }
    let fallback = Fallback(
      carriesReceiver: try reader.flag(), carriesArguments: try reader.flag(), cleaned: try reader.sinkClass()
    )
    self.init(
      name: name, labels: labels, closures: closures, owner: owner, receiver: receiver, arguments: arguments,
      fallback: fallback, region: try reader.value())
    for (place, type) in try reader.list({ (reader) throws(CacheError) in
      (try reader.number(), try reader.value(FlowOwner.self))
    }) {
      wholes[place] = type
    }
    snippet = try reader.text()
  }
}

extension FlowOwner: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch self {
    case .own(let type):
      writer.write(0)
      writer.write(type) { $0.write($1) }
    case .type(let type, let members):
      writer.write(1)
      writer.write(type)
      writer.write(members)
    case .named(let name):
      writer.write(2)
      writer.write(name)
    }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    switch try reader.number() {
    case 0: self = .own(try reader.optional { (reader) throws(CacheError) in try reader.text() })
    case 1: self = .type(try reader.text(), members: try reader.texts())
    case 2: self = .named(try reader.text())
    default: throw .malformed
    }
  }
}

extension FlowMember: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(owner)
    writer.write(name)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(owner: try reader.value(), name: try reader.text())
  }
}

extension FlowOrigin: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch leaf {
    case .source(let kind, let name):
      writer.write(0)
      writer.write(Int(kind.rawValue))
      writer.write(name)
    case .parameter(let function, let parameter):
      writer.write(1)
      writer.write(function)
      writer.write(parameter)
    case .closureParameter(let call, let parameter):
      writer.write(2)
      writer.write(call)
      writer.write(parameter)
    case .result(let call):
      writer.write(3)
      writer.write(call)
    case .member(let member):
      writer.write(4)
      writer.write(member)
    case .named(let kind, let name, let type):
      writer.write(5)
      writer.write(Int(kind.rawValue))
      writer.write(name)
      writer.write(type)
    case .whole(let type):
      writer.write(6)
      writer.write(type)
    }
    writer.write(region)
    writer.write(Int(cleaned.rawValue))
    writer.write(members)
    writer.write(isJoined)
    writer.write(asked)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let leaf: Leaf
    switch try reader.number() {
    case 0:
      leaf = .source(try reader.taintKind(), name: try reader.text())
    case 1: leaf = .parameter(function: try reader.number(), try reader.number())
    case 2: leaf = .closureParameter(call: try reader.number(), try reader.number())
    case 3: leaf = .result(call: try reader.number())
    case 4: leaf = .member(try reader.value())
    case 5: leaf = .named(try reader.taintKind(), name: try reader.text(), type: try reader.value())
    case 6: leaf = .whole(try reader.value())
    default: throw .malformed
    }
    self.init(
      leaf: leaf, region: try reader.value(), cleaned: try reader.sinkClass(), members: try reader.values(),
      isJoined: try reader.flag(), asked: try reader.texts())
  }
}

extension FlowEdge: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch target {
    case .member(let member):
      writer.write(0)
      writer.write(member)
    case .closure(let function, let parameter, let position):
      writer.write(1)
      for number in [function, parameter, position] { writer.write(number) }
    case .sink(let sinkClass, let name):
      writer.write(2)
      writer.write(Int(sinkClass.rawValue))
      writer.write(name)
    }
    writer.write(origins)
    writer.write(region)
    writer.write(snippet)
    writer.write(quote)
    writer.write(call) { $0.write($1) }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let target: Target
    switch try reader.number() {
    case 0: target = .member(try reader.value())
    case 1:
      target = .closure(function: try reader.number(), parameter: try reader.number(), try reader.number())
    case 2: target = .sink(try reader.sinkClass(), name: try reader.text())
    default: throw .malformed
    }
    self.init(
      target: target, origins: try reader.values(), region: try reader.value(), snippet: try reader.text(),
      quote: try reader.text(),
      call: try reader.optional { (reader) throws(CacheError) in try reader.number() })
  }
}

extension CacheReader {
  fileprivate mutating func taintKind() throws(CacheError) -> TaintKind {
    guard let kind = UInt16(exactly: try number()) else { throw .malformed }
    return TaintKind(rawValue: kind)
  }

  fileprivate mutating func names() throws(CacheError) -> [QualifiedName: String] {
    var names: [QualifiedName: String] = [:]
    for (name, value) in try list({ (reader) throws(CacheError) in
      (try reader.value(QualifiedName.self), try reader.text())
    }) {
      names[name] = value
    }
    return names
  }

  fileprivate mutating func sinkClass() throws(CacheError) -> FlowSinkClass {
    guard let value = UInt32(exactly: try number()) else { throw .malformed }
    return FlowSinkClass(rawValue: value)
  }
}
