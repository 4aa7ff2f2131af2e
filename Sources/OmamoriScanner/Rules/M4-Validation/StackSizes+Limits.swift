extension StackSizes {
  /// Whether the size is made of fixed values and of members that are limits themselves, as their names say:
  /// `device->max_packet + 4`.
  func isLimit(_ size: Range<Int>, in function: Int?) -> Bool {
    // Gives up what `isGiven` counted.
    guard size.count <= 200, !isFixed(size, in: function) else { return false }
    return isLimit(size, in: function, depth: 0)
  }

  private func isLimit(_ size: Range<Int>, in function: Int?, depth: Int) -> Bool {
    var (index, hasLimit) = (size.lowerBound, false)
    while index < size.upperBound {
      let token = source.tokens[index]
      // What a call or a list says may be anything.
      if token.isSign("[") { return false }
      if token.kind == .identifier {
        var last = index
        while last + 2 < size.upperBound, [".", "->"].contains(sign(last + 1)) { last += 2 }
        let part = index..<(last + 1)
        if last > index {
          guard Self.isNamedLimit(source.tokens[last].text) else { return false }
          hasLimit = true
        } else if !isFixed(part, in: function) {
          guard sign(last + 1) != "(", depth < 2, let function,
            let (given, count) = source.values(of: token.text, in: function), count == 1,
            uses.isPlain(token.text, in: function, assignments: 1), given.value.count <= 64,
            isLimit(given.value, in: function, depth: depth + 1)
          else { return false }
          hasLimit = true
        }
        index = last
      }
      index += 1
    }
    return hasLimit
  }

  /// Whether the size is that of a number of values, which is rarely what somebody outside decides on:
  /// `count * sizeof(*list)`.
  func isCount(_ size: Range<Int>, in function: Int?) -> Bool {
    guard size.count <= 200, size.contains(where: { sign($0) == "*" }),
      size.contains(where: { source.tokens[$0].isName("sizeof") })
    else { return false }
    return !size.contains { index in
      measures(index)
        || source.values(of: source.tokens[index].text, in: function)?.first.value.prefix(64).contains(
          where: measures)
          ?? false
    }
  }

  /// Whether it is asked there how long a text is.
  private func measures(_ index: Int) -> Bool {
    source.tokens[index].kind == .identifier
      && (source.tokens[index].text.hasSuffix("strlen")
        || ["size", "length"].contains(source.tokens[index].text))
  }

  private static func isNamedLimit(_ name: String) -> Bool {
    !Set(Words.of(name)).isDisjoint(with: ["max", "maximum", "limit", "capacity"])
  }

  /// Whether the function makes sure before `call` that no name of which the size is made is above a fixed limit.
  func isCompared(_ size: Range<Int>, before call: CCall) -> Bool {
    guard let function = call.function, size.count <= 200 else { return false }
    // Gives up what `isGiven` counted.
    guard !isFixed(size, in: function), let names = variables(of: size, in: function) else { return false }
    let place = call.tokens.lowerBound
    return names.allSatisfy { name in
      if isLimited(name, at: place, function) { return true }
      guard let (given, count) = source.values(of: name, in: function), count == 1, given.value.count <= 64,
        let inner = variables(of: given.value, in: function)
      else { return false }
      return !inner.isEmpty && inner.allSatisfy { isLimited($0, at: place, function) }
    }
  }

  private func isLimited(_ name: String, at index: Int, _ function: Int) -> Bool {
    let place = Place(name: name, function: function)
    if let known = limits[place] { return known.contains { $0.contains(index) } }
    let body = source.functions[function].body
    // Who compares a name very often is not believed.
    let places = uses.places(of: name, in: body, atMost: 200) ?? []
    let found = places.flatMap { ranges(limitedBy: $0, body, function) }
    limits[place] = found
    return found.contains { $0.contains(index) }
  }

  // MARK: One comparison

  /// Where the name at `index` is known to be small, because of what it is compared with there.
  private func ranges(limitedBy index: Int, _ body: Range<Int>, _ function: Int) -> [Range<Int>] {
    guard index > body.lowerBound, index + 2 < body.upperBound else { return [] }
    let isSmaller: Bool
    let other: Range<Int>
    if Self.signs.contains(sign(index + 1)), !Self.signs.contains(sign(index + 2)),
      Self.ends.contains(sign(index - 1)) || source.tokens[index - 1].kind == .identifier
    {
      isSmaller = sign(index + 1).hasPrefix("<")
      other = operand(from: index + 2, body.upperBound)
    } else if Self.signs.contains(sign(index - 1)), !Self.signs.contains(sign(index - 2)),
      Self.ends.contains(sign(index + 1))
    {
      isSmaller = sign(index - 1).hasPrefix(">")
      other = operand(before: index - 1, body.lowerBound)
    } else {
      return []
    }
    guard isLimit(other, function), let start = condition(around: index, body.lowerBound) else { return [] }
    switch start {
    case .of(let keyword, let open, let close):
      let (isEither, isBoth) = (has("||", in: open..<close), has("&&", in: open..<close))
      let inside = statement(from: close + 1, body.upperBound)
      if isSmaller { return isEither ? [] : [inside] }
      guard source.tokens[keyword].isName("if"), !isBoth else { return [] }
      var (after, found) = (inside.upperBound, [Range<Int>]())
      if after < body.upperBound, source.tokens[after].isName("else") {
        let other = statement(from: after + 1, body.upperBound)
        found.append(other)
        after = other.upperBound
      }
      if leaves(inside) || lowers(source.tokens[index].text, in: inside, function) {
        found.append(after..<max(after, end(ofBlockAround: keyword, body)))
      }
      return found
    case .bare(let start): return choice(start, index, isSmaller, body.upperBound)
    }
  }

  /// Whether a name is compared with a fixed number above 1 there.
  private func isLimit(_ range: Range<Int>, _ function: Int) -> Bool {
    let range = source.bare(range)
    guard !range.isEmpty else { return false }
    if let number = source.value(range, in: function)?.integer { return number > 1 }
    return !source.tokens[range.lowerBound].isSign("-") && isFixed(range, in: function)
  }

  private func operand(from start: Int, _ end: Int) -> Range<Int> {
    var index = start
    while index < min(end, start + 16), !Self.ends.contains(sign(index)), !Self.signs.contains(sign(index)) {
      if let close = source.partner(of: index), close > index, close < end { index = close }
      index += 1
    }
    return start..<index
  }

  private func operand(before end: Int, _ start: Int) -> Range<Int> {
    var index = end
    while index > max(start, end - 16) {
      let token = source.tokens[index - 1]
      if token.isSign(")"), let open = source.partner(of: index - 1), open >= start {
        index = open
        continue
      }
      if Self.ends.contains(sign(index - 1)) || Self.signs.contains(sign(index - 1)) || token.isName("return")
      {
        break
      }
      index -= 1
    }
    return index..<end
  }

  // MARK: What a comparison decides

  private enum Condition {
    /// The brackets behind `if` or `while`.
    case of(keyword: Int, open: Int, close: Int)
    /// A statement that begins there.
    case bare(start: Int)
  }

  /// What the comparison at `index` stands in; `nil` for the turns of loops, for arguments and for what is denied.
  private func condition(around index: Int, _ start: Int) -> Condition? {
    var place = index - 1
    while place >= max(start, index - 64) {
      let sign = sign(place)
      if sign == "(" {
        let before = source.tokens[place - 1]
        if before.isName("if") || before.isName("while") {
          return source.partner(of: place).map { .of(keyword: place - 1, open: place, close: $0) }
        }
        let isHint = before.isName("likely") || before.isName("unlikely") || before.isName("return")
        guard isHint || before.kind == .punctuation && !before.isSign("!") && !before.isSign("]") else {
          return nil
        }
      } else if [";", "{", "}", "="].contains(sign) {
        return .bare(start: place + 1)
      } else if [")", "]"].contains(sign), let open = source.partner(of: place) {
        place = open
      }
      place -= 1
    }
    return place < start ? .bare(start: start) : nil
  }

  /// The part of `condition ? this : that` in which the name is small.
  private func choice(_ start: Int, _ index: Int, _ isSmaller: Bool, _ end: Int) -> [Range<Int>] {
    var (place, question, choices) = (index, -1, 0)
    while place < min(end, index + 200) {
      let sign = sign(place)
      if sign == "?" {
        if question < 0 { question = place } else { choices += 1 }
      } else if sign == ":", question >= 0 {
        if choices == 0 { break }
        choices -= 1
      } else if sign == ";" || sign == "{" || sign == "}" || sign == "," {
        return []
      } else if question >= 0, sign == ")" {
        return []
      } else if question >= 0 || place > index, let close = source.partner(of: place), close > place {
        place = close
      }
      place += 1
    }
    guard question >= 0, place < min(end, index + 200), !has("?", in: start..<question) else { return [] }
    if isSmaller { return has("||", in: start..<question) ? [] : [question..<place] }
    guard !has("&&", in: start..<question) else { return [] }
    return [place..<statement(from: place, end).upperBound]
  }

  /// The statement or block that begins at `start`.
  private func statement(from start: Int, _ end: Int) -> Range<Int> {
    guard start < end else { return end..<end }
    if sign(start) == "{" { return start..<((source.partner(of: start) ?? start) + 1) }
    var index = start
    while index < min(end, start + 200), sign(index) != ";" {
      if let close = source.partner(of: index), close > index { index = close }
      index += 1
    }
    return start..<min(end, index + 1)
  }

  /// Whether the last statement of a block leaves what is around it.
  private func leaves(_ block: Range<Int>) -> Bool {
    guard var index = block.last else { return false }
    if sign(index) == "}" { index -= 1 }
    guard index >= block.lowerBound, sign(index) == ";" else { return false }
    let end = index
    index -= 1
    while index >= max(block.lowerBound, end - 64), ![";", "{", "}"].contains(sign(index)) {
      if sign(index) == ")", let open = source.partner(of: index) { index = open }
      index -= 1
    }
    let first = source.tokens[index + 1]
    return first.kind == .identifier && Self.leaving.contains(first.text)
  }

  /// Looks for `name = LIMIT;`.
  private func lowers(_ name: String, in block: Range<Int>, _ function: Int) -> Bool {
    block.prefix(32).contains { index in
      index + 2 < block.upperBound && source.tokens[index].isName(name) && sign(index + 1) == "="
        && isFixed(operand(from: index + 2, block.upperBound), in: function)
    }
  }

  private func end(ofBlockAround index: Int, _ body: Range<Int>) -> Int {
    var (place, steps) = (index - 1, 0)
    while place >= body.lowerBound {
      steps += 1
      if steps > 500 { return index }
      if sign(place) == "{" { return source.partner(of: place) ?? index }
      if [")", "]", "}"].contains(sign(place)), let open = source.partner(of: place) { place = open }
      place -= 1
    }
    return body.upperBound
  }

  private func has(_ sign: String, in range: Range<Int>) -> Bool {
    range.count > 200 || range.contains { self.sign($0) == sign }
  }

  private func sign(_ index: Int) -> String {
    source.tokens.indices.contains(index) && source.tokens[index].kind == .punctuation
      ? source.tokens[index].text : ""
  }

  private static let signs: Set = ["<", ">", "<=", ">="]
  private static let ends: Set = ["(", ")", "&&", "||", "=", ",", ";", "{", "}", "?", ":"]
  private static let leaving: Set = [
    "return", "goto", "break", "continue", "throw", "exit", "_exit", "abort", "longjmp",
  ]
}
