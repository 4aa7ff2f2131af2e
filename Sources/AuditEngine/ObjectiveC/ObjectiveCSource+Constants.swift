/// A constant that a value of Objective-C or C may be.
package struct CConstant: Sendable {
  /// What is known of it.
  package enum Content: Sendable, Equatable {
    /// A text.
    case text(String)
    /// Bytes, or something made from constants that was not worked out.
    case bytes(isEmpty: Bool)
    /// A number.
    case integer(Int)
    /// A name of a library, such as `kCCAlgorithmDES`.
    case symbol(String)
  }

  /// What is known of it.
  package let content: Content
  /// The tokens where it stands.
  package let tokens: Range<Int>

  /// The number.
  package var integer: Int? { if case .integer(let number) = content { number } else { nil } }
  /// The text.
  package var text: String? { if case .text(let text) = content { text } else { nil } }
  /// Whether it is a text or bytes.
  package var isData: Bool {
    switch content {
    case .text, .bytes: true
    case .integer, .symbol: false
    }
  }
  /// Whether nothing is in it.
  package var isEmpty: Bool { content == .text("") || content == .bytes(isEmpty: true) }
}

extension ObjectiveCSource {
  /// The constant that the tokens in `range` may be; `nil` when something else may be in it.
  ///
  /// Follows variables, macros, copies into buffers, parameters whose callers in this file pass one, and methods that
  /// return one.
  package func constant(_ range: Range<Int>, in function: Int?) -> CConstant? {
    var steps = 0
    return CTracer(source: self).trace(range, function, 0, &steps)
  }
}

extension ObjectiveCSource {
  /// The constants that the file gives names which others use: macros, globals, and functions that return one.
  var exports: FileExports {
    var exports = FileExports()
    let tracer = CTracer(source: self)
    func add(_ name: String, _ constant: CConstant?) {
      guard let constant, exports.constants.count < FileExports.most else { return }
      let value: Value
      switch constant.content {
      case .text(let text): value = text.utf8.count <= 4096 ? .string(text) : .computed
      case .bytes: value = .computed
      case .integer(let number): value = .integer(number)
      case .symbol(let name): value = .symbol(name)
      }
      exports.constants[QualifiedName(member: name)] = value
    }
    for define in defines where !define.isFunction { add(define.name, tracer.macro(define)) }
    for assignment in assignments
    where assignment.function == nil && assignment.type != nil && assignment.path.count == 1 {
      var steps = 0
      add(assignment.name, tracer.trace(assignment.value, nil, 0, &steps))
    }
    for function in functions
    where function.parameters.allSatisfy({ $0.type == "void" || $0.name == "void" })
      && function.className == nil && function.body.count < 200
    {
      var steps = 0
      add(function.name, tracer.returned(by: function.name, 0, &steps))
    }
    return exports
  }

  /// The constant that another file gives the name `name`.
  func foreign(_ name: String) -> CConstant? {
    wants.record(.member(name, of: nil))
    guard !project.isEmpty, let value = project.constant(name, of: []) else { return nil }
    switch value {
    case .string(let text): return CConstant(content: .text(text), tokens: 0..<0)
    case .integer(let number): return CConstant(content: .integer(number), tokens: 0..<0)
    case .symbol(let name): return CConstant(content: .symbol(name), tokens: 0..<0)
    case .bytes, .computed, .bundled, .array: return CConstant(content: .bytes(isEmpty: false), tokens: 0..<0)
    default: return nil
    }
  }
}
