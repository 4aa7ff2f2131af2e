extension ObjectiveCSource {
  /// Whether the name at `index` is that of a function that is declared or made there: `int name(void);`.
  func isMadeKnown(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count, function(around: index) == nil else { return false }
    if isMade(index) { return true }
    let before = tokens[index - 1]
    return tokens[index + 1].isSign("(") && (before.kind == .identifier || before.isSign("*"))
  }

  /// The functions among `names` that the file makes.
  func made(of names: Set<String>) -> Set<String> {
    Set(
      uses(of: names, in: tokens.indices).filter { function(around: $0) == nil && isMade($0) }.map {
        tokens[$0].text
      })
  }

  /// Looks at `name(parameters) {` and `MACRO(type, name) {`.
  private func isMade(_ index: Int) -> Bool {
    guard index + 2 < tokens.count else { return false }
    if tokens[index + 1].isSign(")") { return tokens[index + 2].isSign("{") }
    guard tokens[index + 1].isSign("("), let close = partner(of: index + 1), close + 1 < tokens.count else {
      return false
    }
    return tokens[close + 1].isSign("{")
  }

  /// The function in whose body the token at `index` stands.
  func function(around index: Int) -> Int? {
    // They stand in order and not in each other.
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].body.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < functions.count && functions[low].body.contains(index) ? low : nil
  }
}
