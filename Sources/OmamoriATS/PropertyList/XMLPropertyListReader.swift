import OmamoriCore

/// Reads an XML property list in one pass over its tokens.
struct XMLPropertyListReader {
  private var tokenizer: MarkupTokenizer
  private let limits: PropertyListLimits
  private var nodes = 0
  private var comments: [TextComment] = []
  private var duplicates: [PropertyListDictionary.Entry] = []

  /// Makes a reader of `text`, which is valid UTF-8.
  init(_ text: [UInt8], limits: PropertyListLimits) {
    tokenizer = MarkupTokenizer(text)
    self.limits = limits
  }

  /// Reads the whole file.
  mutating func read() throws(PropertyListError) -> PropertyListDocument {
    guard var token = try piece() else { throw .truncated(at: tokenizer.place()) }
    var wrapped = false
    if case .start("plist", _, let isEmpty, _) = token {
      guard !isEmpty, let inner = try piece() else { throw tokenizer.expected(.value) }
      (token, wrapped) = (inner, true)
    }
    let root = try value(token, depth: 0)
    if wrapped {
      guard let end = try piece() else { throw .truncated(at: tokenizer.place()) }
      guard case .end("plist", _) = end else { throw tokenizer.expected(.matchingEnd) }
    }
    guard try piece() == nil else { throw tokenizer.expected(.endOfFile) }
    return PropertyListDocument(root: root, format: .xml, comments: comments, duplicates: duplicates)
  }

  // MARK: - Values

  private mutating func value(_ token: MarkupToken, depth: Int) throws(PropertyListError) -> PropertyList {
    guard case .start(let name, _, let isEmpty, let range) = token else { throw tokenizer.expected(.value) }
    nodes += 1
    guard nodes <= limits.maximumNodes else {
      throw .tooManyNodes(limit: limits.maximumNodes, at: .text(range.start))
    }
    switch name {
    case "dict", "array":
      guard depth < limits.maximumDepth else {
        throw .tooDeep(limit: limits.maximumDepth, at: .text(range.start))
      }
      guard !isEmpty else {
        return PropertyList(
          name == "dict" ? .dictionary(PropertyListDictionary([])) : .array([]),
          range: range
        )
      }
      return name == "dict" ? try dictionary(from: range, depth: depth) : try array(from: range, depth: depth)
    default:
      let (text, end) = isEmpty ? ("", range) : try content(of: name)
      let whole = range.union(end)
      guard let value = try scalar(name, text, at: .text(range.start)) else {
        throw .syntax(expected: MarkupExpectation.propertyListElement.words, at: .text(range.start))
      }
      return PropertyList(value, range: whole)
    }
  }

  private mutating func array(from open: TextRange, depth: Int) throws(PropertyListError) -> PropertyList {
    var elements: [PropertyList] = []
    while let token = try piece() {
      if case .end(let name, let range) = token {
        guard name == "array" else { throw tokenizer.expected(.matchingEnd) }
        return PropertyList(.array(elements), range: open.union(range))
      }
      elements.append(try value(token, depth: depth + 1))
    }
    throw .truncated(at: tokenizer.place())
  }

  private mutating func dictionary(from open: TextRange, depth: Int) throws(PropertyListError) -> PropertyList
  {
    var entries: [PropertyListDictionary.Entry] = []
    while let token = try piece() {
      switch token {
      case .end(let name, let range):
        guard name == "dict" else { throw tokenizer.expected(.matchingEnd) }
        let dictionary = PropertyListDictionary(entries)
        duplicates += dictionary.duplicates
        return PropertyList(.dictionary(dictionary), range: open.union(range))
      case .start("key", _, let isEmpty, let range):
        let (key, end) = isEmpty ? ("", range) : try content(of: "key")
        guard let next = try piece() else { throw .truncated(at: tokenizer.place()) }
        let value = try value(next, depth: depth + 1)
        entries.append(.init(key: key, keyRange: range.union(end), value: value))
      case .start(_, _, _, let range), .text(_, let range):
        throw .syntax(expected: MarkupExpectation.key.words, at: .text(range.start))
      case .comment: continue
      }
    }
    throw .truncated(at: tokenizer.place())
  }

  private func scalar(
    _ name: String,
    _ text: String,
    at place: PropertyListPlace
  ) throws(PropertyListError) -> PropertyList.Content? {
    switch name {
    case "string": return .string(text)
    case "true", "false":
      guard text.utf8.allSatisfy(ASCII.isSpace) else { throw .invalidValue(at: place) }
      return .boolean(name == "true")
    case "integer":
      guard let number = PropertyListScalar.integer(text) else { throw .invalidValue(at: place) }
      return .integer(number)
    case "real":
      guard let number = PropertyListScalar.real(text) else { throw .invalidValue(at: place) }
      return .real(number)
    case "date":
      guard let date = PropertyListScalar.date(text) else { throw .invalidValue(at: place) }
      return .date(date)
    case "data":
      // Others set bits beyond the last byte, too, and the system reads that.
      let characters = text.utf8.filter { !ASCII.isSpace($0) }
      guard
        let bytes = Base64.standard.decode(characters.rawSpan, padded: true, ignoringSpareBits: true)
      else { throw .invalidValue(at: place) }
      return .data(bytes)
    default: return nil
    }
  }

  // MARK: - Tokens

  /// The text of the open element `name` and the place of its closing tag.
  private mutating func content(of name: String) throws(PropertyListError) -> (String, TextRange) {
    var text = ""
    while let token = try tokenizer.next() {
      switch token {
      case .text(let part, _): text += part
      case .comment(let comment): comments.append(comment)
      case .end(let end, let range):
        guard end == name else { throw tokenizer.expected(.matchingEnd) }
        return (text, range)
      case .start(_, _, _, let range):
        throw .syntax(expected: MarkupExpectation.plainText.words, at: .text(range.start))
      }
    }
    throw .truncated(at: tokenizer.place())
  }

  /// The next tag; comments are kept aside, and text between values must be blank.
  private mutating func piece() throws(PropertyListError) -> MarkupToken? {
    while let token = try tokenizer.next() {
      switch token {
      case .comment(let comment): comments.append(comment)
      case .text(let text, let range):
        guard text.utf8.allSatisfy(ASCII.isSpace) else {
          throw .syntax(expected: MarkupExpectation.propertyListElement.words, at: .text(range.start))
        }
      case .start, .end: return token
      }
    }
    return nil
  }
}
