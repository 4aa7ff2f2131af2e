/// Finds the functions and methods of a file that have a body.
struct CFunctionReader {
  private(set) var functions: [CFunction] = []

  private let tokens: [CToken]
  private let partners: [Int32]
  /// How many parameters are kept of a function.
  private static let maximum = 32

  init(_ tokens: [CToken], _ partners: [Int32]) {
    (self.tokens, self.partners) = (tokens, partners)
    read()
  }

  private mutating func read() {
    var (index, className) = (0, nil as String?)
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .directive {
        if token.text == "@implementation", index + 1 < tokens.count {
          className = tokens[index + 1].text
        } else if token.text == "@end" || token.text == "@interface" || token.text == "@protocol" {
          className = nil
        }
      } else if className != nil, token.isSign("-") || token.isSign("+"), index + 1 < tokens.count,
        tokens[index + 1].isSign("("), let method = method(at: index, className)
      {
        functions.append(method)
        index = method.body.upperBound
      } else if token.isSign("{"), let function = function(at: index) {
        functions.append(function)
        index = function.body.upperBound
      }
      index += 1
    }
  }

  private func partner(_ index: Int) -> Int? { partners[index] >= 0 ? Int(partners[index]) : nil }

  /// Looks at `- (Type)part:(Type)name part:(Type)name {`.
  private func method(at start: Int, _ className: String?) -> CFunction? {
    guard let typeEnd = partner(start + 1) else { return nil }
    var (index, selector, parameters) = (typeEnd + 1, "", [CFunction.Parameter]())
    let head = index
    while index < tokens.count, index - head < 400 {
      let token = tokens[index]
      if token.isSign("{") {
        guard let close = partner(index), !selector.isEmpty else { return nil }
        return CFunction(
          name: selector, className: className, result: Self.lastName(tokens[(start + 2)..<typeEnd]),
          parameters: parameters, head: head..<index,
          body: (index + 1)..<close)
      }
      if token.isSign(";") || token.kind == .directive { return nil }
      if token.kind == .identifier {
        let hasArgument = index + 1 < tokens.count && tokens[index + 1].isSign(":")
        if hasArgument {
          selector += token.text + ":"
          index += 2
          var type = ""
          if index < tokens.count, tokens[index].isSign("("), let close = partner(index) {
            type = Self.lastName(tokens[(index + 1)..<close])
            index = close + 1
          }
          if index < tokens.count, tokens[index].kind == .identifier, parameters.count < Self.maximum {
            parameters.append(CFunction.Parameter(name: tokens[index].text, type: type))
          }
        } else if selector.isEmpty {
          selector = token.text
        }
      }
      index += 1
    }
    return nil
  }

  /// Looks at `type name(parameters) {`.
  private func function(at brace: Int) -> CFunction? {
    var index = brace - 1
    while index > 0, tokens[index].kind == .identifier,
      ["const", "override", "noexcept", "final"].contains(tokens[index].text)
    {
      index -= 1
    }
    guard index > 1, tokens[index].isSign(")"), let open = partner(index), open > 0,
      let close = partner(brace)
    else { return nil }
    let name = tokens[open - 1]
    guard name.kind == .identifier, open < 2 || tokens[open - 2].kind != .directive else { return nil }
    let parameters = CCollector.parts(of: (open + 1)..<index, by: ",", tokens, partners)
      .prefix(Self.maximum).compactMap { Self.parameter(tokens[$0]) }
    return CFunction(
      name: name.text, className: nil, result: result(before: open - 1), parameters: parameters,
      head: (open - 1)..<brace,
      body: (brace + 1)..<close)
  }

  /// The name of the type before the name of a function.
  private func result(before name: Int) -> String {
    var index = name - 1
    // Of `NSArray<NSString *> *` it is the last name, as in a method.
    while index >= max(0, name - 8), tokens[index].isSign("*") || tokens[index].isSign(">") { index -= 1 }
    return index >= 0 && tokens[index].kind == .identifier ? tokens[index].text : ""
  }

  private static func parameter(_ tokens: ArraySlice<CToken>) -> CFunction.Parameter? {
    guard let last = tokens.lastIndex(where: { $0.kind == .identifier }) else { return nil }
    return CFunction.Parameter(name: tokens[last].text, type: lastName(tokens[..<last]))
  }

  private static func lastName(_ tokens: ArraySlice<CToken>) -> String {
    tokens.last { $0.kind == .identifier && !["const", "_Nonnull", "_Nullable"].contains($0.text) }?.text
      ?? ""
  }
}
