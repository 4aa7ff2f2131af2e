import OmamoriCore

/// Reads XML files such as storyboards and schemes into a tree with places, within fixed bounds.
///
/// Nothing is fetched and no entity is expanded. Namespaces are not resolved: a prefix is part of the name.
/// It is safe to use from any thread.
package enum MarkupReader {
  /// Reads `bytes`, which are UTF-8, or UTF-16 with a byte order mark.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The bounds to keep; every element, text and comment is a node.
  /// - Returns: The tree and the comments.
  /// - Throws: ``PropertyListError`` with the place and the cure.
  package static func read(
    _ bytes: [UInt8],
    limits: PropertyListLimits = .interface
  ) throws(PropertyListError) -> MarkupDocument {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    var builder = MarkupBuilder(try TextDecoding.utf8(bytes), limits: limits)
    return try builder.build()
  }
}

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

/// What a reader of text would have accepted at the place where it stopped.
enum MarkupExpectation {
  case documentTypeOnce, tagEnd, attributeOnce, equalsSign, quotedValue, elementName
  case matchingEnd, oneRoot, propertyListElement, key, value, plainText
  case semicolon, comma, closingQuote, endOfFile, hexadecimalData, escape

  /// The expectation in words.
  var words: LocalizedText {
    switch self {
    case .documentTypeOnce:
      LocalizedText("one document type before the first element", ja: "最初の要素より前にある一つだけの文書型宣言")
    case .tagEnd: LocalizedText("the end of the tag", ja: "タグの終わり")
    case .attributeOnce: LocalizedText("every attribute at most once", ja: "重複しない属性")
    case .equalsSign: LocalizedText("an equals sign", ja: "等号")
    case .quotedValue: LocalizedText("a value in quotation marks", ja: "引用符で囲んだ値")
    case .elementName: LocalizedText("the name of an element", ja: "要素の名前")
    case .matchingEnd: LocalizedText("the closing tag of the open element", ja: "開いている要素の終了タグ")
    case .oneRoot: LocalizedText("exactly one outermost element", ja: "一つだけの最上位要素")
    case .propertyListElement: LocalizedText("an element of a property list", ja: "プロパティリストの要素")
    case .key: LocalizedText("a key", ja: "キー")
    case .value: LocalizedText("a value", ja: "値")
    case .plainText: LocalizedText("text without elements", ja: "要素を含まない文字列")
    case .semicolon: LocalizedText("a semicolon", ja: "セミコロン")
    case .comma: LocalizedText("a comma or the closing parenthesis", ja: "コンマまたは閉じ丸括弧")
    case .closingQuote: LocalizedText("the closing quotation mark", ja: "閉じ引用符")
    case .endOfFile: LocalizedText("the end of the file", ja: "ファイルの終わり")
    case .hexadecimalData: LocalizedText("pairs of hexadecimal digits", ja: "2 桁ずつの 16 進数字")
    case .escape: LocalizedText("a known escape sequence", ja: "有効なエスケープシーケンス")
    }
  }
}
