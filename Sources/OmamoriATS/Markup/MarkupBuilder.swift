/// Builds the tree of an XML file from its tokens, with a stack of its own instead of recursion.
struct MarkupBuilder {
  private struct Open {
    let name: String
    let attributes: [MarkupAttribute]
    let range: TextRange
    var children: [MarkupNode] = []
  }

  private var tokenizer: MarkupTokenizer
  private let limits: PropertyListLimits
  private var stack: [Open] = []
  private var root: MarkupElement?
  private var comments: [TextComment] = []
  private var nodes = 0

  /// Makes a builder for `text`, which is valid UTF-8.
  init(_ text: [UInt8], limits: PropertyListLimits) {
    tokenizer = MarkupTokenizer(text)
    self.limits = limits
  }

  /// Reads the whole file.
  mutating func build() throws(PropertyListError) -> MarkupDocument {
    while let token = try tokenizer.next() { try add(token) }
    guard stack.isEmpty else { throw .truncated(at: tokenizer.place()) }
    guard let root else { throw tokenizer.expected(.oneRoot) }
    return MarkupDocument(root: root, comments: comments)
  }

  private mutating func add(_ token: MarkupToken) throws(PropertyListError) {
    switch token {
    case .start(let name, let attributes, let isEmpty, let range):
      try count(at: range)
      guard root == nil else {
        throw .syntax(expected: MarkupExpectation.oneRoot.words, at: .text(range.start))
      }
      guard stack.count < limits.maximumDepth else {
        throw .tooDeep(limit: limits.maximumDepth, at: .text(range.start))
      }
      stack.append(Open(name: name, attributes: attributes, range: range))
      if isEmpty { close(range) }
    case .end(let name, let range):
      guard let open = stack.last, open.name == name else {
        throw .syntax(expected: MarkupExpectation.matchingEnd.words, at: .text(range.start))
      }
      close(range)
    case .text(let text, let range):
      guard !stack.isEmpty else {
        if text.utf8.allSatisfy(ASCII.isSpace) { return }
        throw .syntax(expected: MarkupExpectation.oneRoot.words, at: .text(range.start))
      }
      try append(.text(text, range: range), at: range)
    case .comment(let comment):
      comments.append(comment)
      try append(.comment(comment), at: comment.range)
    }
  }

  private mutating func append(_ node: MarkupNode, at range: TextRange) throws(PropertyListError) {
    try count(at: range)
    if !stack.isEmpty { stack[stack.count - 1].children.append(node) }
  }

  private mutating func close(_ end: TextRange) {
    guard let open = stack.popLast() else { return }
    let element = MarkupElement(
      name: open.name,
      attributes: open.attributes,
      children: open.children,
      tagRange: open.range,
      range: open.range.union(end)
    )
    if stack.isEmpty {
      root = element
    } else {
      stack[stack.count - 1].children.append(.element(element))
    }
  }

  private mutating func count(at range: TextRange) throws(PropertyListError) {
    nodes += 1
    guard nodes <= limits.maximumNodes else {
      throw .tooManyNodes(limit: limits.maximumNodes, at: .text(range.start))
    }
  }
}
