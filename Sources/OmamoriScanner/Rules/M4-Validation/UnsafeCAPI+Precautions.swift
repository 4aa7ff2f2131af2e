extension UnsafeCAPI {
  /// What functions do before they use what may be dangerous, put together once for all uses.
  struct Precautions {
    /// Something in a function, as it is written.
    private struct Place: Hashable {
      let function: Int
      let text: [String]
    }

    private let source: ObjectiveCSource
    /// Where memory of a length that was worked out is given first to something: `b = malloc(strlen(s) + 1)`.
    private var rooms: [Place: Int] = [:]
    /// Where it is first asked how long a text is.
    private var lengths: [Place: Int] = [:]
    /// The functions that make files only if nobody else has made them.
    private(set) var exclusive: Set<Int> = []

    init(_ source: ObjectiveCSource) {
      self.source = source
      for assignment in source.assignments where Self.allocatesWorkedOut(assignment.value, source) {
        guard let function = assignment.function else { continue }
        let text = assignment.target.map { source.tokens[$0].text }
        rooms[Place(function: function, text: text), default: .max].lower(to: assignment.value.upperBound)
      }
      // Libraries have one of their own: `uprv_strlen`.
      for name in source.names.filter({ $0.hasSuffix("strlen") }).sorted() {
        for length in source.calls(name) { note(length) }
      }
      // What printing gives is the length of the text, when somebody keeps it.
      for length in source.calls("snprintf") where Self.isKept(length, source) { note(length) }
      for length in source.calls("size", "length") where length.hasReceiver {
        guard let function = length.function else { continue }
        let text = Self.receiver(endingBefore: length.tokens.lowerBound - 1, source)
        lengths[Place(function: function, text: text), default: .max].lower(to: length.tokens.lowerBound)
      }
      // Making a folder fails when there is one.
      exclusive.formUnion(source.calls("mkdir").compactMap(\.function))
      guard source.names.contains("O_EXCL") else { return }
      for (index, function) in source.functions.enumerated()
      where function.body.contains(where: { source.tokens[$0].isName("O_EXCL") }) {
        exclusive.insert(index)
      }
    }

    private mutating func note(_ length: CCall) {
      guard let function = length.function, let text = length.arguments.first else { return }
      lengths[place(of: text, function), default: .max].lower(to: length.tokens.lowerBound)
    }

    /// Looks for `name = snprintf(…)` with a comparison of `name` behind it.
    private static func isKept(_ call: CCall, _ source: ObjectiveCSource) -> Bool {
      var before = call.tokens.lowerBound - 1
      while before >= 0, source.tokens[before].isSign("::") { before -= 1 }
      guard let function = call.function, before > 0, source.tokens[before].isSign("="),
        source.tokens[before - 1].kind == .identifier
      else { return false }
      let rest =
        call.tokens.upperBound..<max(call.tokens.upperBound, source.functions[function].body.upperBound)
      return source.uses(of: [source.tokens[before - 1].text], in: rest).prefix(64).contains { use in
        [use - 1, use + 1].contains { place in
          source.tokens.indices.contains(place) && ["<", ">", "<=", ">="].contains(source.tokens[place].text)
        }
      }
    }

    private func place(of range: Range<Int>, _ function: Int) -> Place {
      Place(function: function, text: source.bare(range).prefix(32).map { source.tokens[$0].text })
    }

    /// The names before a dot: `a.b` of `a.b.size()`.
    private static func receiver(endingBefore dot: Int, _ source: ObjectiveCSource) -> [String] {
      var index = dot - 1
      while index > 0, index > dot - 16 {
        let token = source.tokens[index - 1]
        guard
          token.isSign(".") || token.isSign("->") || token.isSign("::") || source.tokens[index].isSign("->"),
          index > 1
        else { break }
        index -= 2
      }
      return index >= 0 && index < dot ? source.tokens[index..<dot].map(\.text) : []
    }

    /// Whether memory whose size was worked out was given to `target` before `call`.
    func hasRoom(_ target: Range<Int>, before call: CCall) -> Bool {
      guard let function = call.function else { return false }
      return rooms[place(of: target, function)].map { $0 <= call.tokens.lowerBound } ?? false
    }

    /// Whether it was asked before `call` how long `text` is.
    func isMeasured(_ text: Range<Int>, before call: CCall) -> Bool {
      guard let function = call.function else { return false }
      var written = place(of: text, function).text
      // `name.c_str()` is as long as `name.size()` says.
      if written.count > 4, written.suffix(2) == ["(", ")"],
        ["c_str", "data"].contains(written[written.count - 3])
      {
        written.removeLast(4)
      }
      return lengths[Place(function: function, text: written)].map { $0 < call.tokens.lowerBound } ?? false
    }

    /// Whether `strcpy` copies one array of the function into another of the same size.
    func fits(_ call: CCall) -> Bool {
      guard call.name != "strcat", call.name != "wcscat", let index = call.function,
        let target = size(of: call.arguments[0], index), let text = size(of: call.arguments[1], index)
      else { return false }
      return target == text
    }

    /// The size that `char name[size];` gives to an array.
    private func size(of range: Range<Int>, _ function: Int) -> [String]? {
      let (range, body) = (source.bare(range), source.functions[function].body)
      guard range.count == 1, source.tokens[range.lowerBound].kind == .identifier else { return nil }
      let name = source.tokens[range.lowerBound].text
      let declared = source.uses(of: [name], in: body).first { index in
        index > body.lowerBound && source.tokens[index - 1].kind == .identifier
          && source.tokens[index - 1].text != "return" && index + 1 < body.upperBound
          && source.tokens[index + 1].isSign("[")
      }
      guard let declared, let close = source.partner(of: declared + 1), close > declared + 2 else {
        return nil
      }
      return source.tokens[(declared + 2)..<close].map(\.text)
    }

    /// Whether the function is itself a `strcpy` by another name, whose callers have to look.
    func isWrapper(_ call: CCall) -> Bool {
      guard let index = call.function, source.functions[index].name.hasSuffix("_" + call.name) else {
        return false
      }
      let parameters = Set(source.functions[index].parameters.map(\.name))
      return call.arguments.allSatisfy { range in
        let range = source.bare(range)
        return range.count == 1 && parameters.contains(source.tokens[range.lowerBound].text)
      }
    }

    /// Whether `value` calls something like `malloc`, or `new`, with more than a constant.
    private static func allocatesWorkedOut(_ value: Range<Int>, _ source: ObjectiveCSource) -> Bool {
      guard
        let name = value.first(where: { index in
          let (token, next) = (source.tokens[index], index + 1)
          guard next < value.upperBound, token.kind == .identifier else { return false }
          if token.text == "make_unique" { return source.tokens[next].isSign("<") }
          if token.text == "new" {
            return next + 1 < value.upperBound && source.tokens[next + 1].isSign("[")
          }
          return source.tokens[next].isSign("(") && token.text.lowercased().contains("alloc")
            && token.text != "alloca"
        })
      else { return false }
      var index = source.tokens[name].text == "new" ? name + 2 : name + 1
      if source.tokens[name].text == "make_unique" {
        while index < value.upperBound, !source.tokens[index].isSign("(") { index += 1 }
      }
      while index < value.upperBound {
        let token = source.tokens[index]
        if token.isName("sizeof") {
          // The size of a type is a constant.
          while index < value.upperBound, !source.tokens[index].isSign(")") { index += 1 }
        } else if token.kind == .identifier {
          return true
        }
        index += 1
      }
      return false
    }
  }
}

extension Int {
  fileprivate mutating func lower(to other: Int) { self = Swift.min(self, other) }
}
