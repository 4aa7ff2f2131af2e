/// Where the names of a file stand, and what happens to their values there.
///
/// A value is known only while nothing but plain assignments changes it: who takes its address may write anything.
final class NameUses {
  /// What happens to a name at one place.
  enum Use: Equatable {
    /// Its value is read.
    case read
    /// It is given a value as a whole.
    case assigned(isDeclaration: Bool)
    /// It is declared without a value.
    case declared
    /// It may be changed in another way, or is another thing of the same name.
    case changed
  }

  private struct Name: Hashable {
    let name: String
    let isList: Bool
  }

  private let source: ObjectiveCSource
  private lazy var places = Dictionary(
    grouping: source.tokens.indices.filter { source.tokens[$0].kind == .identifier }
  ) { source.tokens[$0].text }
  private var constants: [Name: Bool] = [:]
  private var parameters: [Int: Set<String>] = [:]
  /// The most uses of one name that are looked at.
  private static let mostUses = 1_000

  init(_ source: ObjectiveCSource) { self.source = source }

  /// The places of `name` in `range`; `nil` when there are more than `limit`.
  func places(of name: String, in range: Range<Int>, atMost limit: Int) -> ArraySlice<Int>? {
    guard let all = places[name] else { return [] }
    let start = Self.first(in: all, from: range.lowerBound)
    let end = Self.first(in: all, from: range.upperBound)
    return end - start <= limit ? all[start..<max(start, end)] : nil
  }

  /// Whether `name` is a parameter of the function.
  func isParameter(_ name: String, of function: Int) -> Bool {
    if let known = parameters[function] { return known.contains(name) }
    let names = Set(source.functions[function].parameters.map(\.name))
    parameters[function] = names
    return names.contains(name)
  }

  private static func first(in places: [Int], from index: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether `name` of the function is given values by its `assignments` alone, so many of them.
  func isPlain(
    _ name: String, in function: Int, assignments: Int, isParameter: Bool = false, isList: Bool = false
  ) -> Bool {
    let body = source.functions[function].body
    guard let places = places(of: name, in: body, atMost: Self.mostUses) else { return false }
    var (assigned, declared, declaredWithValue) = (0, 0, 0)
    for place in places {
      switch use(at: place) {
      case .read: if isList, !isEntry(place) { return false }
      case .assigned(let isDeclaration):
        assigned += 1
        if isDeclaration { declaredWithValue += 1 }
      case .declared: declared += 1
      case .changed: return false
      }
    }
    // One declaration hides another.
    guard assigned == assignments, declared == 0 || declared == 1 && declaredWithValue == 0 else {
      return false
    }
    if isParameter { return declared + declaredWithValue == 0 }
    // Another function may change what is not declared here.
    return declared + declaredWithValue > 0 || places.count == self.places[name]?.count
  }

  /// Whether nothing in the file changes what `name` means outside of functions; `declaration` gives it its value.
  func isConstant(_ name: String, declaredAt declaration: Int?, isList: Bool = false) -> Bool {
    let key = Name(name: name, isList: isList)
    if let known = constants[key] { return known }
    let isConstant = keepsValue(name, declaration, isList)
    constants[key] = isConstant
    return isConstant
  }

  private func keepsValue(_ name: String, _ declaration: Int?, _ isList: Bool) -> Bool {
    guard let places = places(of: name, in: source.tokens.indices, atMost: Self.mostUses) else {
      return false
    }
    for place in places where place != declaration {
      if let function = source.function(around: place) {
        if isParameter(name, of: function) { continue }
      } else if isDeclaration(endingBefore: place) {
        // A parameter.
        continue
      }
      guard use(at: place) == .read, !isList || isEntry(place) else { return false }
    }
    return true
  }

  /// Whether a list stands at `index` for one of its entries or for its size.
  private func isEntry(_ index: Int) -> Bool {
    if sign(index + 1) == "[" { return true }
    let before = sign(index - 1) == "(" ? index - 2 : index - 1
    guard before >= 0, source.tokens[before].kind == .identifier else { return false }
    return Self.sizes.contains(source.tokens[before].text)
  }

  private static let sizes: Set = [
    "sizeof", "countof", "_countof", "nitems", "ARRAY_SIZE", "ARRAYSIZE", "ARRAY_COUNT", "NELEMS",
  ]

  // MARK: One place

  /// What happens to the name at `index`.
  func use(at index: Int) -> Use {
    var (first, last, entries) = (index, index + 1, 0)
    while first > 1, [".", "->"].contains(sign(first - 1)) { first -= 2 }
    while sign(last) == "[", let close = source.partner(of: last) {
      (last, entries) = (close + 1, entries + 1)
    }
    while sign(first - 1) == "(", source.partner(of: first - 1) == last, !isOfCall(first - 1) {
      (first, last) = (first - 1, last + 1)
    }
    let (before, after) = (sign(first - 1), sign(last))
    if Self.steps.contains(before) || Self.steps.contains(after) || Self.changes.contains(after) {
      return .changed
    }
    // `<<=` is `<` and `<=`.
    if after == "<" && sign(last + 1) == "<=" || after == ">" && sign(last + 1) == ">=" { return .changed }
    // `stream >> name`
    if before == ">", sign(first - 2) == ">" { return .changed }
    if before == "&", isAddress(first - 1) || after == "=" { return .changed }
    // `type &other = name`
    if ["=", "(", "{"].contains(before), first > 2, sign(first - 3) == "&" { return .changed }
    if last < source.tokens.count, source.tokens[last].isName("in") { return .changed }
    let isDeclaration = first == index && isDeclaration(endingBefore: index)
    if after == "=" {
      if isDeclaration { return .assigned(isDeclaration: true) }
      return entries == 0 && last == index + 1 ? .assigned(isDeclaration: false) : .changed
    }
    guard isDeclaration, [";", ",", ")", ":", "(", "{"].contains(after) else { return .read }
    return [";", ","].contains(after) && endsStatement(last) ? .declared : .changed
  }

  private func sign(_ index: Int) -> String {
    source.tokens.indices.contains(index) && source.tokens[index].kind == .punctuation
      ? source.tokens[index].text : ""
  }

  /// Whether the bracket at `open` belongs to a call or a condition.
  private func isOfCall(_ open: Int) -> Bool {
    guard open > 0 else { return false }
    return source.tokens[open - 1].kind == .identifier || [")", "]"].contains(sign(open - 1))
  }

  /// Whether the `&` takes an address: `a & b` is a number.
  private func isAddress(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let token = source.tokens[index - 1]
    if token.kind == .identifier { return Self.keywords.contains(token.text) }
    return token.kind == .punctuation && token.text != "]"
  }

  /// Whether a type stands before the name at `index`, as in `const char *name` and `const char *other, *name`.
  private func isDeclaration(endingBefore index: Int) -> Bool {
    var index = index
    for _ in 0..<8 {
      if hasType(before: index) { return true }
      var place = index - 1
      while sign(place) == "*", place > index - 16 { place -= 1 }
      guard sign(place) == ",", place > 0, source.tokens[place - 1].kind == .identifier else { return false }
      index = place - 1
    }
    return false
  }

  private func hasType(before index: Int) -> Bool {
    var (place, names, stars) = (index - 1, 0, 0)
    let floor = max(0, index - 16)
    while place >= floor {
      let token = source.tokens[place]
      if token.kind == .identifier {
        if Self.keywords.contains(token.text) { return false }
        names += 1
      } else if token.isSign("*") || token.isSign("&") {
        stars += 1
      } else if !token.isSign("::") {
        break
      }
      place -= 1
    }
    guard names > 0 else { return false }
    // `f(a * b)` multiplies, `^(char *name)` declares.
    guard place >= 0, stars > 0, [")", ",", "("].contains(sign(place)) else {
      return place < 0 || [";", "{", "}", "(", ",", ")", ":", ">"].contains(sign(place))
        || source.tokens[place].kind == .directive
    }
    return isOfParameters(place)
  }

  /// Whether the bracket around what stands at `index` holds parameters or the variable of a loop.
  private func isOfParameters(_ index: Int) -> Bool {
    var place = index
    while place >= max(1, index - 64) {
      let sign = sign(place)
      if sign == "(" {
        guard let before = source.tokens.indices.contains(place - 1) ? source.tokens[place - 1] : nil else {
          return false
        }
        return before.isSign("^") || before.isSign("]") || before.isSign(")") || before.isName("for")
          || before.isName("catch") || source.function(around: place) == nil
      }
      if sign == ";" || sign == "{" { return false }
      if sign == ")" || sign == "}" || sign == "]", let open = source.partner(of: place) { place = open }
      place -= 1
    }
    return false
  }

  /// Whether a statement ends behind `index` before a bracket does.
  private func endsStatement(_ index: Int) -> Bool {
    var place = index
    while place < min(source.tokens.count, index + 64) {
      let sign = sign(place)
      if sign == ";" { return true }
      if sign == ")" || sign == "}" || sign == "]" { return false }
      if let close = source.partner(of: place), close > place { place = close }
      place += 1
    }
    return false
  }

  private static let steps: Set = ["++", "--"]
  private static let changes: Set = ["+=", "-=", "*=", "/=", "|=", "&=", "^=", "%="]
  private static let keywords: Set = [
    "return", "else", "do", "case", "in", "throw", "sizeof", "goto", "not", "and", "or", "co_return",
    "co_await", "co_yield", "delete", "new", "typeof", "__typeof__",
  ]
}
