import OmamoriCore
import OmamoriReport

// What files say about each other, as a cache keeps it.

extension Value: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch self {
    case .unknown: writer.write(0)
    case .none: writer.write(1)
    case .string(let text):
      writer.write(2)
      writer.write(text)
    case .integer(let number):
      writer.write(3)
      writer.write(number)
    case .boolean(let truth):
      writer.write(4)
      writer.write(truth)
    case .symbol(let name):
      writer.write(5)
      writer.write(name)
    case .bytes(let bytes):
      writer.write(6)
      writer.write(raw: bytes)
    case .array(let values):
      writer.write(7)
      writer.write(values)
    case .oneOf(let values):
      writer.write(8)
      writer.write(values)
    case .dictionary(let dictionary):
      writer.write(9)
      writer.write(dictionary)
    case .computed: writer.write(11)
    case .bundled: writer.write(12)
    case .template(let parts):
      writer.write(10)
      writer.write(parts) { writer, part in
        if case .text(let text) = part { writer.write(text) { $0.write($1) } } else { writer.write(false) }
      }
    }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    switch try reader.number() {
    case 0: self = .unknown
    case 1: self = .none
    case 2: self = .string(try reader.text())
    case 3: self = .integer(try reader.number())
    case 4: self = .boolean(try reader.flag())
    case 5: self = .symbol(try reader.text())
    case 6: self = .bytes(Array(try reader.raw()))
    case 7: self = .array(try reader.values())
    case 8: self = .oneOf(try reader.values())
    case 9: self = .dictionary(try reader.value())
    case 10:
      self = .template(
        try reader.list { (reader) throws(CacheError) in
          let text = try reader.optional { (reader) throws(CacheError) in try reader.text() }
          return text.map { .text($0) } ?? .hole
        })
    case 11: self = .computed
    case 12: self = .bundled
    default: throw .malformed
    }
  }
}

extension TrackedDictionary: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(hasUnknownAdditions)
    writer.write(entries) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
      writer.write(entry.range.lowerBound)
      writer.write(entry.range.count)
      writer.write(entry.isConditional)
      writer.write(entry.parameter) { $0.write($1) }
    }
    writer.write(certain.sorted())
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init()
    hasUnknownAdditions = try reader.flag()
    entries = try reader.list { (reader) throws(CacheError) in
      let (key, value) = (try reader.text(), try reader.value(Value.self))
      let (start, length) = (try reader.number(), try reader.number())
      guard (0...1 << 32).contains(start), (0...1 << 32).contains(length) else { throw .malformed }
      return Entry(
        key: key, value: value, range: start..<(start + length), isConditional: try reader.flag(),
        parameter: try reader.optional { (reader) throws(CacheError) in try reader.number() })
    }
    certain = Set(try reader.texts())
  }
}

extension QualifiedName: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(types)
    writer.write(member)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(types: try reader.texts(), member: try reader.text())
  }
}

extension TaintedValue: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(Int(kind.rawValue))
    writer.write(name)
    writer.write(confidence.rawValue)
    writer.write(steps)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    guard let kind = UInt16(exactly: try reader.number()) else { throw .malformed }
    self.init(
      kind: TaintKind(rawValue: kind), name: try reader.text(), confidence: try reader.choice(),
      steps: try reader.values())
  }
}

extension ExportedFunction: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(key.types)
    writer.write(key.name)
    writer.write(zip(key.labels, isOptional).map { ($0, $1) }) { writer, parameter in
      writer.write(parameter.0)
      writer.write(parameter.1)
    }
    writer.write(summary.passes.sorted()) { $0.write($1) }
    writer.write(summary.source) { $0.write($1) }
    writer.write(summary.evaluatesTrust)
    writer.write(dictionary) { $0.write($1) }
    writer.write(constant) { $0.write($1) }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (types, name) = (try reader.texts(), try reader.text())
    let parameters = try reader.list { (reader) throws(CacheError) in (try reader.text(), try reader.flag()) }
    let passes = try reader.list { (reader) throws(CacheError) in try reader.number() }
    let source = try reader.optional { (reader) throws(CacheError) in try reader.value(TaintedValue.self) }
    let summary = FlowSummary(passes: Set(passes), source: source, evaluatesTrust: try reader.flag())
    let dictionary = try reader.optional { (reader) throws(CacheError) in
      try reader.value(TrackedDictionary.self)
    }
    self.init(
      key: FunctionKey(types: types, name: name, labels: parameters.map(\.0)),
      isOptional: parameters.map(\.1), summary: summary, dictionary: dictionary,
      constant: try reader.optional { (reader) throws(CacheError) in try reader.value(Value.self) })
  }
}

extension PassedValue: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(name)
    writer.write(labels)
    writer.write(owner)
    writer.write(closures)
    writer.write(position)
    writer.write(value)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (name, labels) = (try reader.text(), try reader.texts())
    let owner = try reader.value(CallOwner.self)
    self.init(
      name: name, labels: labels, owner: owner, closures: try reader.number(), position: try reader.number(),
      value: try reader.value())
  }
}

extension PassedConstant: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(name)
    writer.write(labels)
    writer.write(owner)
    writer.write(position)
    writer.write(value)
    writer.write(step)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (name, labels) = (try reader.text(), try reader.texts())
    let owner = try reader.value(CallOwner.self)
    self.init(
      name: name, labels: labels, owner: owner, position: try reader.number(), value: try reader.value(),
      step: try reader.value())
  }
}

extension FileExports: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(constants.sorted { $0.key < $1.key }) { writer, constant in
      writer.write(constant.key)
      writer.write(constant.value)
    }
    writer.write(memberTypes.sorted { $0.key < $1.key }) { writer, type in
      writer.write(type.key)
      writer.write(type.value)
    }
    writer.write(functions)
    writer.write(passed)
    writer.write(uses.sorted { $0.key < $1.key }) { writer, use in
      writer.write(use.key)
      writer.write(use.value)
    }
    writer.write(passedConstants)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init()
    for (name, value) in try reader.list({ (reader) throws(CacheError) in
      (try reader.value(QualifiedName.self), try reader.value(Value.self))
    }) {
      constants[name] = value
    }
    for (name, type) in try reader.list({ (reader) throws(CacheError) in
      (try reader.value(QualifiedName.self), try reader.text())
    }) {
      memberTypes[name] = type
    }
    (functions, passed) = (try reader.values(), try reader.values())
    for (name, found) in try reader.list({ (reader) throws(CacheError) in
      (try reader.text(), try reader.values(of: NamedUse.self))
    }) {
      uses[name] = found
    }
    passedConstants = try reader.values()
  }
}

extension CallOwner: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch self {
    case .own(let type):
      writer.write(0)
      writer.write(type) { $0.write($1) }
    case .type(let type):
      writer.write(1)
      writer.write(type)
    case .named(let name):
      writer.write(2)
      writer.write(name)
    }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    switch try reader.number() {
    case 0: self = .own(try reader.optional { (reader) throws(CacheError) in try reader.text() })
    case 1: self = .type(try reader.text())
    case 2: self = .named(try reader.text())
    default: throw .malformed
    }
  }
}

extension FileWants.Question: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch self {
    case .member(let name, let type):
      writer.write(0)
      writer.write(name)
      writer.write(type) { $0.write($1) }
    case .function(let call):
      writer.write(1)
      writer.write(call.name)
      writer.write(call.labels)
      writer.write(call.closures)
      writer.write(call.owner)
    case .parameters(let key):
      writer.write(2)
      writer.write(key.types)
      writer.write(key.name)
      writer.write(key.labels)
    case .uses(let name):
      writer.write(3)
      writer.write(name)
    case .constants(let key):
      writer.write(4)
      writer.write(key.types)
      writer.write(key.name)
      writer.write(key.labels)
    }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    switch try reader.number() {
    case 0:
      let name = try reader.text()
      self = .member(name, of: try reader.optional { (reader) throws(CacheError) in try reader.text() })
    case 1:
      let (name, labels) = (try reader.text(), try reader.texts())
      self = .function(
        FileWants.CallShape(
          name: name, labels: labels, closures: try reader.number(), owner: try reader.value()))
    case 2:
      let (types, name) = (try reader.texts(), try reader.text())
      self = .parameters(of: FunctionKey(types: types, name: name, labels: try reader.texts()))
    case 3: self = .uses(of: try reader.text())
    case 4:
      let (types, name) = (try reader.texts(), try reader.text())
      self = .constants(passedTo: FunctionKey(types: types, name: name, labels: try reader.texts()))
    default: throw .malformed
    }
  }
}

extension FileWants: CacheCodable {
  /// Writes the questions in the order of their bytes, so that the same ones are always written alike.
  package func write(to writer: inout CacheWriter) {
    let written = questions.map { question in
      var single = CacheWriter()
      single.write(question)
      return single.bytes
    }
    writer.write(written.sorted { $0.lexicographicallyPrecedes($1) }) { $0.write(raw: $1) }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let written = try reader.list { (reader) throws(CacheError) in try reader.raw() }
    self.init()
    for bytes in written {
      var single = CacheReader(bytes)
      questions.insert(try single.value())
      guard single.isAtEnd else { throw .malformed }
    }
  }
}
