/// What is known of how much memory a call takes from the stack.
struct StackSizes {
  private let source: ObjectiveCSource
  private let function: Int?
  /// The parameters that count as fixed.
  private var parameters: Set<String> = []

  init(_ call: CCall, _ source: ObjectiveCSource) { (self.source, function) = (source, call.function) }

  /// Whether the size is the same whatever the program is given: numbers, sizes of types and macros.
  func isFixed(_ size: Range<Int>) -> Bool {
    var steps = Self.mostSteps
    return isFixed(size, depth: 0, &steps)
  }

  /// Whether the callers decide on the size, who may be known to give little: it is made of whole parameters alone.
  func isGiven(_ size: Range<Int>) -> Bool {
    var other = self
    other.parameters = Set(function.map { source.functions[$0].parameters.map(\.name) } ?? [])
    return other.isFixed(size)
  }

  /// How many expressions are looked into for one size.
  private static let mostSteps = 100

  private func isFixed(_ size: Range<Int>, depth: Int, _ steps: inout Int) -> Bool {
    steps -= 1
    guard depth < 4, steps >= 0, size.count <= 200 else { return false }
    var index = size.lowerBound
    while index < size.upperBound {
      let token = source.tokens[index]
      if token.isSign(".") || token.isSign("->") || token.isSign("[") { return false }
      if token.isName("sizeof") {
        index = end(ofSizeAt: index, size.upperBound)
        continue
      }
      if token.kind == .identifier, !isFixedName(at: index, size.upperBound, depth, &steps) { return false }
      index += 1
    }
    return true
  }

  /// Behind `sizeof(type)`, `sizeof(*value)` or `sizeof value`.
  private func end(ofSizeAt index: Int, _ end: Int) -> Int {
    guard index + 1 < end, source.tokens[index + 1].isSign("("), let close = source.partner(of: index + 1)
    else {
      var place = index + 1
      while place < end, source.tokens[place].isSign("*") { place += 1 }
      return place + 1
    }
    return close + 1
  }

  private func isFixedName(at index: Int, _ end: Int, _ depth: Int, _ steps: inout Int) -> Bool {
    let name = source.tokens[index].text
    if Self.isConstant(name) || Self.types.contains(name) || name.hasSuffix("_t") { return true }
    if parameters.contains(name) { return true }
    if index + 1 < end, source.tokens[index + 1].isSign("("), !Self.measures.contains(name) {
      // What is worked out from fixed values alone; what stands between the brackets is looked at with the rest.
      guard let close = source.partner(of: index + 1) else { return false }
      return close > index + 2
    }
    if index + 1 < end, source.tokens[index + 1].isSign("::") { return true }
    guard let function,
      !source.functions[function].parameters.contains(where: { $0.name == name })
    else { return false }
    guard let given = source.assignments(to: name, in: function, atMost: 16), !given.isEmpty else {
      return false
    }
    for assignment in given {
      guard assignment.key == nil, assignment.path.count == 1,
        isFixed(assignment.value, depth: depth + 1, &steps)
      else { return false }
    }
    return true
  }

  /// `MAX_PATH` and `kLongestName` are macros and constants by custom.
  private static func isConstant(_ name: String) -> Bool {
    let isMacro = name.count > 1 && name.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
    return isMacro || name.first == "k" && name.dropFirst().first?.isUppercase == true
  }

  private static let measures: Set = ["strlen", "strnlen", "wcslen", "size", "length", "count"]
  private static let types: Set = [
    "int", "long", "unsigned", "char", "short", "static_cast", "const", "struct",
  ]

  /// Whether the function compares with something what the size is made of, the turns of loops aside.
  func isCompared(_ size: Range<Int>) -> Bool {
    guard let function, size.count <= 200 else { return false }
    let body = source.functions[function].body
    var names = Set(size.filter { source.tokens[$0].kind == .identifier }.map { source.tokens[$0].text })
    for name in names {
      guard let (given, count) = source.values(of: name, in: function), count == 1 else { continue }
      names.formUnion(
        given.value.prefix(64).filter { source.tokens[$0].kind == .identifier }.map { source.tokens[$0].text }
      )
    }
    names.subtract(["sizeof"])
    return source.uses(of: names, in: body).contains { index in
      guard index + 1 < body.upperBound, index > body.lowerBound, !isTurn(index, body.lowerBound) else {
        return false
      }
      return [source.tokens[index - 1], source.tokens[index + 1]].contains {
        $0.kind == .punctuation && ["<", ">", "<=", ">="].contains($0.text)
      }
    }
  }

  /// Whether the token stands between the two semicolons of `for (…; …; …)`.
  private func isTurn(_ index: Int, _ start: Int) -> Bool {
    var (place, brackets) = (index - 1, 0)
    while place >= max(start, index - 64) {
      let token = source.tokens[place]
      if token.isSign("{") || token.isSign("}") { return false }
      if token.isSign(")") { brackets += 1 }
      if token.isSign("(") {
        if brackets == 0 { return place > 0 && source.tokens[place - 1].isName("for") }
        brackets -= 1
      }
      place -= 1
    }
    return false
  }
}
