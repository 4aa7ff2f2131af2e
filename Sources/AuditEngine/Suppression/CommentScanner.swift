import SwiftSyntax

/// Finds the comments of a file, so that a text that only looks like one, such as a string literal, counts for nothing.
enum CommentScanner {
  /// How a kind of file writes comments.
  enum Style {
    /// `//` and `/* */`, with string literals between quotes.
    case slashes
    /// `#` to the end of the line, with string literals between quotes.
    case hash
    /// `<!-- -->`.
    case markup
  }

  /// The comments of a Swift file, from its syntax tree.
  static func comments(in source: SwiftSource) -> [SourceComment] {
    var comments: [SourceComment] = []
    for token in source.tree.tokens(viewMode: .sourceAccurate) {
      add(token.leadingTrivia, at: token.position.utf8Offset, source.text.bytes, &comments)
      add(
        token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia.utf8Offset, source.text.bytes,
        &comments)
    }
    return comments
  }

  private static func add(
    _ trivia: Trivia, at start: Int, _ bytes: [UInt8], _ comments: inout [SourceComment]
  ) {
    var offset = start
    for piece in trivia {
      let length = piece.sourceLength.utf8Length
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment:
        comments.append(comment(offset..<offset + length, in: bytes))
      default: break
      }
      offset += length
    }
  }

  /// The comments of a file that is written in `style`.
  static func comments(in bytes: [UInt8], style: Style) -> [SourceComment] {
    var comments: [SourceComment] = []
    var index = 0
    while index < bytes.count {
      if let end = endOfComment(bytes, at: index, style) {
        comments.append(comment(index..<end, in: bytes))
        index = end
      } else if style != .markup, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
        index = endOfLiteral(bytes, at: index)
      } else {
        index += 1
      }
    }
    return comments
  }

  private static func comment(_ range: Range<Int>, in bytes: [UInt8]) -> SourceComment {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return SourceComment(range: range, isAlone: start == 0 || isLineEnd(bytes[start - 1]))
  }

  private static func endOfComment(_ bytes: [UInt8], at index: Int, _ style: Style) -> Int? {
    let rest = bytes[index...]
    switch style {
    case .slashes:
      if rest.starts(with: "//".utf8) { return rest.firstIndex(where: isLineEnd) ?? bytes.count }
      guard rest.starts(with: "/*".utf8) else { return nil }
      return end(of: "*/", in: bytes, from: index + 2)
    case .hash:
      guard bytes[index] == UInt8(ascii: "#") else { return nil }
      // A `#` inside a word, such as in an address, begins no comment.
      guard index == 0 || bytes[index - 1] <= 0x20 else { return nil }
      return rest.firstIndex(where: isLineEnd) ?? bytes.count
    case .markup:
      guard rest.starts(with: "<!--".utf8) else { return nil }
      return end(of: "-->", in: bytes, from: index + 4)
    }
  }

  private static func end(of mark: StaticString, in bytes: [UInt8], from start: Int) -> Int {
    let mark = Array("\(mark)".utf8)
    var index = start
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
        return index + mark.count
      }
      index += 1
    }
    return bytes.count
  }

  /// The place behind a literal that begins at `index`; one that is not closed ends with its line.
  private static func endOfLiteral(_ bytes: [UInt8], at index: Int) -> Int {
    let quote = bytes[index]
    var end = index + 1
    while end < bytes.count, !isLineEnd(bytes[end]) {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
        continue
      }
      end += 1
      if bytes[end - 1] == quote { break }
    }
    return min(end, bytes.count)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension FileKind {
  /// How files of this kind write comments, or `nil` where they have none or another reader knows them.
  var commentStyle: CommentScanner.Style? {
    switch self {
    case .swift, .objectiveC, .c, .cPlusPlus, .header, .xcodeProject, .buildConfiguration, .strings,
      .packageManifest:
      .slashes
    case .podfile, .podspec, .cartfile, .yaml, .environment, .script, .ignoreRules: .hash
    case .infoPlist, .entitlements, .privacyManifest, .propertyList, .interfaceBuilder, .scheme, .html,
      .xcodeWorkspace:
      .markup
    default: nil
    }
  }
}
