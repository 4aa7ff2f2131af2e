extension ObjectiveCSource {
  /// Whether `range` is one of some texts that stand in the code.
  func isKnownText(_ range: Range<Int>, in function: Int?) -> Bool { knownTexts(range, in: function) != nil }

  /// The texts of the code that `range` may be; `nil` when it may be another.
  func knownTexts(_ range: Range<Int>, in function: Int?) -> [String]? {
    var steps = 100
    return knownTexts(range, in: function, depth: 0, &steps)
  }

  private func knownTexts(
    _ range: Range<Int>, in function: Int?, depth: Int, _ steps: inout Int
  ) -> [String]? {
    steps -= 1
    guard steps >= 0 else { return nil }
    if let text = value(range, in: function)?.string { return [text] }
    let range = bare(range)
    guard depth < 4, !range.isEmpty, range.count <= 200 else { return nil }
    if let branches = branches(of: range) {
      var texts: [String] = []
      for branch in branches {
        guard let known = knownTexts(branch, in: function, depth: depth + 1, &steps) else { return nil }
        texts += known
      }
      return texts
    }
    return joined(range).map { [$0] } ?? entries(range, in: function)
      ?? given(range, in: function, depth, &steps)
  }

  /// What `condition ? this : that` gives.
  private func branches(of range: Range<Int>) -> [Range<Int>]? {
    let parts = parts(of: range, by: "?")
    guard parts.count > 1 else { return nil }
    return parts.dropFirst().enumerated().flatMap { index, part in
      let branches = self.parts(of: part, by: ":")
      // What stands before the next question is its condition.
      return index + 2 < parts.count ? branches.dropLast() : branches[...]
    }
  }

  /// Literals beside each other, with macros such as `PRIu64` between them.
  private func joined(_ range: Range<Int>) -> String? {
    guard range.contains(where: { tokens[$0].isString }) else { return nil }
    var text = ""
    for index in range {
      if tokens[index].isString {
        text += tokens[index].text
      } else {
        guard tokens[index].kind == .identifier, tokens[index].text.first?.isUppercase == true else {
          return nil
        }
      }
    }
    return text
  }

  /// The entries of a list of literals: `days[today]` after `const char *days[] = {"Sun", "Mon"};`.
  private func entries(_ range: Range<Int>, in function: Int?) -> [String]? {
    let first = range.lowerBound
    guard range.count > 3, tokens[first].kind == .identifier, tokens[first + 1].isSign("["),
      partner(of: first + 1) == range.upperBound - 1
    else { return nil }
    let isParameter = function.map { index in
      functions[index].parameters.contains { $0.name == tokens[first].text }
    }
    guard isParameter != true else { return nil }
    let local = function.flatMap { values(of: tokens[first].text, in: $0) }
    guard let (list, count) = local ?? values(of: tokens[first].text, in: nil), count == 1, list.type != nil,
      list.value.count <= 2_000, let open = list.value.first, tokens[open].isSign("{")
    else { return nil }
    // An entry may be given another value later.
    if let own = list.function, assignments(to: list.name, in: own, atMost: 1) == nil { return nil }
    let inside = list.value.dropFirst().dropLast()
    guard inside.allSatisfy({ tokens[$0].isString || tokens[$0].isSign(",") }) else { return nil }
    return inside.filter { tokens[$0].isString }.map { tokens[$0].text }
  }

  /// What a variable of the function is given, when each of that is known.
  private func given(
    _ range: Range<Int>, in function: Int?, _ depth: Int, _ steps: inout Int
  ) -> [String]? {
    guard let function, range.count == 1, tokens[range.lowerBound].kind == .identifier else { return nil }
    let name = tokens[range.lowerBound].text
    guard !functions[function].parameters.contains(where: { $0.name == name }) else { return nil }
    guard let given = assignments(to: name, in: function, atMost: 16), !given.isEmpty else { return nil }
    var texts: [String] = []
    for assignment in given {
      guard assignment.key == nil, assignment.path.count == 1,
        let known = knownTexts(assignment.value, in: function, depth: depth + 1, &steps)
      else { return nil }
      texts += known
    }
    return texts
  }
}
