/// What is known of how much memory calls take from the stack.
final class StackSizes {
  struct Place: Hashable {
    let name: String
    let function: Int?
    /// Whether parameters count as fixed.
    var isGiven = false
  }

  let source: ObjectiveCSource
  let uses: NameUses
  /// Where what is made of a name is limited, by the name.
  var limits: [Place: [Range<Int>]] = [:]
  private var fixed: [Place: Bool] = [:]
  private var steps = 0
  private var parametersCount = false
  /// How many expressions are looked into for one size.
  private static let mostSteps = 100

  init(_ source: ObjectiveCSource, _ uses: NameUses) { (self.source, self.uses) = (source, uses) }

  /// Whether the size is the same whatever the program is given: numbers, sizes of types and macros.
  func isFixed(_ size: Range<Int>, in function: Int?) -> Bool {
    (steps, parametersCount) = (Self.mostSteps, false)
    return isFixed(size, in: function, depth: 0)
  }

  /// Whether the callers decide on the size, who may be known to give little: it is made of whole parameters alone.
  func isGiven(_ size: Range<Int>, in function: Int?) -> Bool {
    (steps, parametersCount) = (Self.mostSteps, true)
    return isFixed(size, in: function, depth: 0)
  }

  private func isFixed(_ size: Range<Int>, in function: Int?, depth: Int) -> Bool {
    steps -= 1
    guard depth < 8, steps >= 0, size.count <= 200 else { return false }
    return variables(of: size, in: function, depth: depth, isFirstEnough: true)?.isEmpty ?? false
  }

  /// The names in `size` that are not fixed; `nil` where it takes what a call, a member or a list says.
  func variables(
    of size: Range<Int>, in function: Int?, depth: Int = 0, isFirstEnough: Bool = false
  ) -> Set<String>? {
    var (found, index) = (Set<String>(), size.lowerBound)
    while index < size.upperBound {
      let token = source.tokens[index]
      if token.isSign(".") || token.isSign("->") || token.isSign("[") { return nil }
      if token.isName("sizeof") {
        index = end(ofSizeAt: index, size.upperBound)
        continue
      }
      if token.kind == .identifier {
        let next = index + 1 < size.upperBound ? source.tokens[index + 1] : nil
        if next?.isSign("(") == true {
          // What is worked out from fixed values alone; what stands between the brackets is looked at with the rest.
          guard Self.isWorker(token.text) else { return nil }
        } else if next?.isSign("::") != true, !isFixed(token.text, in: function, depth) {
          found.insert(token.text)
          if isFirstEnough { return found }
        }
      }
      index += 1
    }
    return found
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

  // MARK: Names

  private func isFixed(_ name: String, in function: Int?, _ depth: Int) -> Bool {
    if Self.types.contains(name) { return true }
    let place = Place(name: name, function: function, isGiven: parametersCount)
    if let known = fixed[place] { return known }
    // What is made of itself is not fixed.
    fixed[place] = false
    let isFixed = decides(name, in: function, depth)
    fixed[place] = isFixed
    return isFixed
  }

  private func decides(_ name: String, in function: Int?, _ depth: Int) -> Bool {
    if let function {
      guard let given = source.assignments(to: name, in: function, atMost: 16) else { return false }
      if uses.isParameter(name, of: function) {
        return parametersCount && given.isEmpty
          && uses.isPlain(name, in: function, assignments: 0, isParameter: true)
      }
      if !given.isEmpty {
        return uses.isPlain(name, in: function, assignments: given.count)
          && given.allSatisfy {
            $0.key == nil && $0.path.count == 1 && isFixed($0.value, in: function, depth: depth + 1)
          }
      }
    }
    if let define = source.define(name) { return !define.isFunction && Self.isFixed(define.value) }
    if name.hasSuffix("_t") { return true }
    guard Self.isConstant(name) else { return false }
    let global = source.values(of: name, in: nil)
    guard uses.isConstant(name, declaredAt: global?.first.target.lowerBound) else { return false }
    guard let global else { return true }
    return global.count == 1 && isFixed(global.first.value, in: nil, depth: depth + 1)
  }

  /// Whether a macro stands for numbers, sizes of types and other macros.
  private static func isFixed(_ macro: [CToken]) -> Bool {
    var index = 0
    while index < macro.count {
      let token = macro[index]
      let isCall = index + 1 < macro.count && macro[index + 1].isSign("(")
      if token.isName("sizeof"), isCall {
        while index < macro.count, !macro[index].isSign(")") { index += 1 }
      } else if token.kind == .identifier, !types.contains(token.text) {
        guard isCall ? isWorker(token.text) : isConstant(token.text) || token.text.hasSuffix("_t") else {
          return false
        }
      }
      index += 1
    }
    return true
  }

  /// `MAX_PATH` and `kLongestName` are macros and constants by custom.
  private static func isConstant(_ name: String) -> Bool {
    let isMacro = name.count > 1 && name.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
    return isMacro || name.first == "k" && name.dropFirst().first?.isUppercase == true
  }

  /// Whether what `name` gives depends on its arguments alone.
  private static func isWorker(_ name: String) -> Bool { workers.contains(name) || types.contains(name) }

  private static let workers: Set = [
    "MAX", "MIN", "max", "min", "round_page", "trunc_page", "mach_vm_round_page", "vm_round_page", "ALIGN",
    "ALIGN_UP", "ALIGNED", "roundup",
    "CMSG_SPACE", "CMSG_LEN", "CMSG_ALIGN", "alignof", "_Alignof", "offsetof",
  ]
  private static let types: Set = [
    "int", "long", "unsigned", "signed", "char", "short", "static_cast", "const", "struct", "size_t",
    "ssize_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t",
    "uintptr_t", "NSUInteger", "NSInteger",
  ]
}
