import OmamoriReport

/// The braces, blocks and declared names of a file of Objective-C, and what happens to each name in order.
final class ObjectiveCFlowScopes {
  /// A name inside a function, or outside of all.
  struct Name: Hashable {
    let text: String
    let function: Int?
  }

  /// A block: `^(Type *name) { … }`.
  struct Block {
    let sign: Int
    let body: Range<Int>
    let parameters: [CFunction.Parameter]
    /// The block around it.
    let outer: Int32
  }

  /// Something that happens to a name.
  struct Event {
    enum Value {
      case expression(Range<Int>)
      /// A format and what is filled in.
      case format([Range<Int>])
      case source(TaintKind, String, Range<Int>)
      /// What the name holds can no longer harm these places.
      case cleaned(FlowSinkClass)
    }

    /// The first token for which it has happened.
    let index: Int
    /// The brace around it.
    let brace: Int32
    /// Whether the name holds nothing of what it held before.
    let replaces: Bool
    let value: Value
  }

  /// A class, or a category of one.
  struct Class {
    let name: String
    var inherited: [String]
    let isEnumeration: Bool
  }

  private(set) var blocks: [Block] = []
  var events: [Name: [Event]] = [:]
  private(set) var types: [Name: String] = [:]
  private(set) var memberTypes: [String: [String: String]] = [:]
  private(set) var classes: [Class] = []
  /// For each token the last brace that is open there, −1 for none.
  private var braces: [Int32] = []
  private var blockOf: [Int32] = []
  let source: ObjectiveCSource
  let tokens: [CToken]

  /// How many names of one kind are kept of a file.
  private static let maximum = 60_000

  init(_ source: ObjectiveCSource) {
    (self.source, tokens) = (source, source.tokens)
    readBraces()
    readBlocks()
    readDeclarations()
    readAssignments()
    readMessages()
    readCalls()
    for name in events.keys { events[name]?.sort { $0.index < $1.index } }
  }

  /// The brace around the token at `index`, −1 for none.
  func brace(around index: Int) -> Int32 { braces.indices.contains(index) ? braces[index] : -1 }

  /// The end of the brace around the token at `index`.
  func end(ofBraceAround index: Int) -> Int {
    let brace = brace(around: index)
    return brace >= 0 ? source.partner(of: Int(brace)) ?? tokens.count : tokens.count
  }

  /// The innermost block around the token at `index`.
  func block(around index: Int) -> Int? {
    blockOf.indices.contains(index) && blockOf[index] >= 0 ? Int(blockOf[index]) : nil
  }

  /// Whether a name is declared in the function.
  func isLocal(_ name: String, in function: Int?) -> Bool {
    guard let function else { return false }
    let (key, outside) = (Name(text: name, function: function), Name(text: name, function: nil))
    return types[key] != nil || events[key] != nil && types[outside] == nil && isOfC(function)
  }

  /// Whether it is a function of C: a name that it writes to, and that no file declares outside, is its own.
  private func isOfC(_ function: Int) -> Bool {
    let made = source.functions[function]
    return made.className == nil && !(made.head.first.map { $0 > 0 && tokens[$0 - 1].isSign("::") } ?? false)
  }

  /// What was done to a name before the token at `index`, the last first.
  func reaching(_ name: String, in function: Int?, before index: Int) -> (events: [Event], isReplaced: Bool) {
    guard let all = events[Name(text: name, function: function)] else { return ([], false) }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    var found: [Event] = []
    for event in all[..<low].suffix(32).reversed() {
      found.append(event)
      let contains = event.brace < 0 || index < source.partner(of: Int(event.brace)) ?? Int.max
      if event.replaces, contains { return (found, true) }
    }
    return (found, false)
  }

  // MARK: Braces and blocks

  private func readBraces() {
    braces = Array(repeating: -1, count: tokens.count)
    var open: [Int32] = []
    var around: Int32 = -1
    for (index, token) in tokens.enumerated() {
      guard token.kind == .punctuation else {
        braces[index] = around
        continue
      }
      if token.text == "}", around >= 0, source.partner(of: index) == Int(around) {
        open.removeLast()
        around = open.last ?? -1
      }
      braces[index] = around
      if token.text == "{", source.partner(of: index) != nil {
        around = Int32(index)
        open.append(around)
      }
    }
  }

  private func readBlocks() {
    blockOf = Array(repeating: -1, count: tokens.count)
    guard tokens.contains(where: { $0.isSign("^") }) else { return }
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      while let last = open.last, blocks[last].body.upperBound <= index { open.removeLast() }
      blockOf[index] = open.last.map(Int32.init) ?? -1
      // Each name in a block asks all blocks around it for their parameters.
      if token.isSign("^"), open.count < 32, let block = block(at: index, outer: blockOf[index]) {
        blocks.append(block)
        // Its parameters and its body belong to it.
        open.append(blocks.count - 1)
      }
    }
  }

  private func block(at sign: Int, outer: Int32) -> Block? {
    var index = sign + 1
    while index < min(tokens.count, sign + 10),
      tokens[index].kind == .identifier || ["*", "<", ">"].contains(tokens[index].text)
    {
      index += 1
    }
    guard index < tokens.count else { return nil }
    var parameters: [CFunction.Parameter] = []
    if tokens[index].isSign("("), let close = source.partner(of: index), close + 1 < tokens.count {
      parameters = source.parts(of: (index + 1)..<close, by: ",").prefix(16).map { parameter($0) }
      index = close + 1
    }
    guard tokens[index].isSign("{"), let close = source.partner(of: index) else { return nil }
    return Block(sign: sign, body: (index + 1)..<close, parameters: parameters, outer: outer)
  }

  private func parameter(_ range: Range<Int>) -> CFunction.Parameter {
    let range = range.prefix(64)
    let names = tokens[range].filter { $0.kind == .identifier && !Self.qualifiers.contains($0.text) }
    guard let last = names.last else { return CFunction.Parameter(name: "", type: "") }
    // A block that is passed to a block: `void (^done)(BOOL)`.
    if let caret = tokens[range].firstIndex(where: { $0.isSign("^") }), caret + 1 < range.upperBound {
      return CFunction.Parameter(name: tokens[caret + 1].text, type: "")
    }
    return CFunction.Parameter(name: last.text, type: names.dropLast().last?.text ?? "")
  }

  static let qualifiers: Set = [
    "const", "_Nonnull", "_Nullable", "nonnull", "nullable", "__strong", "__weak", "__block",
    "__autoreleasing",
    "__unsafe_unretained", "_Null_unspecified", "__nonnull", "__nullable", "__kindof", "volatile", "restrict",
  ]

  // MARK: Declarations

  private func readDeclarations() {
    var (className, isInterface, index, next) = (nil as String?, false, 0, 0)
    let functions = source.functions
    for (number, function) in functions.enumerated() {
      for parameter in function.parameters where !parameter.type.isEmpty {
        types[Name(text: parameter.name, function: number)] = parameter.type
      }
    }
    while index < tokens.count {
      while next < functions.count, functions[next].body.upperBound <= index { next += 1 }
      let function = next < functions.count && functions[next].body.contains(index) ? next : nil
      let token = tokens[index]
      if token.kind == .directive, function == nil {
        switch token.text {
        case "@interface", "@implementation", "@protocol":
          className = index + 1 < tokens.count ? tokens[index + 1].text : nil
          isInterface = token.text != "@implementation"
          readClass(at: index)
        case "@end": className = nil
        default: break
        }
      } else if token.kind == .identifier, index + 1 < tokens.count, mayDeclare(tokens[index + 1]),
        types.count < Self.maximum, let (names, type) = declaration(at: index, isExpression: function != nil)
      {
        for name in names {
          if let function {
            declare(Name(text: name, function: function), type)
          } else if let className, isInterface || braces[index] >= 0 {
            // What is called on an `id` is looked for everywhere.
            guard type != "id" else { continue }
            memberTypes[className, default: [:]][ObjectiveCSource.plain(name)] = type
          } else if braces[index] < 0 {
            types[Name(text: name, function: nil)] = type
          }
        }
      } else if token.isName("NS_ENUM") || token.isName("NS_OPTIONS") || token.isName("NS_CLOSED_ENUM"),
        index + 4 < tokens.count, tokens[index + 3].isSign(",")
      {
        classes.append(Class(name: tokens[index + 4].text, inherited: [], isEnumeration: true))
      }
      index += 1
    }
  }

  /// Keeps the type of a name, of two in one function the one that may hold a text.
  private func declare(_ name: Name, _ type: String) {
    if types[name] != nil, ObjectiveCFlowPasses.isHarmless(type) { return }
    types[name] = type
  }

  /// Looks at `@interface Name : Parent <Protocol>` and `@interface Name (Category)`.
  private func readClass(at start: Int) {
    guard start + 1 < tokens.count, tokens[start].text != "@protocol", tokens[start + 1].kind == .identifier
    else {
      return
    }
    var (inherited, index) = ([String](), start + 2)
    if index + 1 < tokens.count, tokens[index].isSign(":") {
      inherited.append(tokens[index + 1].text)
      index += 2
    }
    if index < tokens.count, tokens[index].isSign("("), let close = source.partner(of: index) {
      index = close + 1
    }
    if index < tokens.count, tokens[index].isSign("<") {
      index += 1
      while index < min(tokens.count, start + 64), !tokens[index].isSign(">") {
        if tokens[index].kind == .identifier { inherited.append(tokens[index].text) }
        index += 1
      }
    }
    classes.append(Class(name: tokens[start + 1].text, inherited: inherited, isEnumeration: false))
  }

  /// Whether the token can follow a type.
  private func mayDeclare(_ next: CToken) -> Bool {
    next.kind == .identifier || next.kind == .punctuation && (next.text == "*" || next.text == "<")
  }

  /// Looks at `Type *name` before a sign that ends a declaration, and at the names that follow it.
  private func declaration(at start: Int, isExpression: Bool) -> (names: [String], type: String)? {
    var type = tokens[start].text
    guard !Self.noTypes.contains(type), !Self.qualifiers.contains(type) else { return nil }
    var (index, hasStar) = (start + 1, false)
    if index < tokens.count, tokens[index].isSign("<") {
      let generic = index
      var inner: String?
      while index < min(tokens.count, generic + 24), !tokens[index].isSign(">") {
        if tokens[index].kind == .identifier { inner = tokens[index].text }
        // `a < b;` is no type.
        if tokens[index].isSign(";") || tokens[index].isSign("{") { return nil }
        index += 1
      }
      // A collection counts as what it holds; `id<Protocol>` as the protocol.
      type = inner ?? type
      while index < tokens.count, tokens[index].isSign(">") { index += 1 }
    }
    while index < tokens.count, tokens[index].isSign("*") || Self.qualifiers.contains(tokens[index].text) {
      hasStar = hasStar || tokens[index].isSign("*")
      index += 1
    }
    guard index + 1 < tokens.count, tokens[index].kind == .identifier else { return nil }
    let end = tokens[index + 1]
    guard end.isSign("=") || end.isSign(";") || end.isSign(",") || end.isSign("[") || end.isName("in") else {
      return nil
    }
    let beginsStatement = beginsStatement(start)
    // `a * b` multiplies.
    if isExpression, hasStar, type.first?.isUppercase != true, !Self.plainTypes.contains(type),
      !type.hasSuffix("_t"), !beginsStatement
    {
      return nil
    }
    return ([tokens[index].text] + (beginsStatement ? names(behind: index + 1) : []), type)
  }

  /// Whether a statement begins with the token at `start`, words such as `static` aside.
  private func beginsStatement(_ start: Int) -> Bool {
    var index = start - 1
    while index >= max(0, start - 4), Self.beginnings.contains(tokens[index].text) { index -= 1 }
    return index < 0 || [";", "{", "}"].contains(tokens[index].text)
  }

  /// The other names of `Type *name = value, *other, last;`.
  private func names(behind start: Int) -> [String] {
    var (names, index) = ([String](), start)
    while index + 1 < tokens.count, index - start < 200, names.count < 32, !tokens[index].isSign(";") {
      if tokens[index].isSign(",") {
        while index + 2 < tokens.count, tokens[index + 1].isSign("*") { index += 1 }
        if tokens[index + 1].kind == .identifier { names.append(tokens[index + 1].text) }
      }
      index = max(index, source.partner(of: index) ?? index) + 1
    }
    return names
  }

  private static let beginnings = qualifiers.union([
    "static", "struct", "enum", "union", "unsigned", "signed", "register", "extern", "long",
  ])

  private static let noTypes: Set = [
    "return", "else", "case", "goto", "in", "new", "delete", "throw", "sizeof", "break", "continue", "self",
    "using", "namespace", "typedef",
  ]
  private static let plainTypes: Set = [
    "char", "void", "int", "long", "short", "id", "unsigned", "float", "double", "auto", "bool", "sqlite3",
    "sqlite3_stmt",
  ]
}
