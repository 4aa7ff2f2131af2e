package import SwiftSyntax

/// Finds columns with sensitive names in SQL that makes or fills tables.
package struct SQLColumns {
  /// The name of the column.
  package let name: String
  /// Whether what it holds does harm by itself.
  package let isGrave: Bool
  /// The bytes of the name in the file.
  package let range: Range<Int>

  /// The first sensitive column of each statement in `literal`.
  ///
  /// Columns of binary type are left out: what is encrypted is no text.
  package static func sensitive(in literal: StringLiteralExprSyntax) -> [SQLColumns] {
    // `"insert or(x)"` is the shortest that may name a column.
    guard literal.totalLength.utf8Length >= "insert or(x)".utf8.count else { return [] }
    let bytes = literal.syntaxTextBytes
    let start = literal.position.utf8Offset
    let lowered = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var found: [SQLColumns] = []
    for (words, isDefinition) in [
      (["create", "table"], true), (["insert", "into"], false), (["insert", "or"], false),
    ] {
      var index = 0
      while let begin = place(of: words, in: lowered, from: index) {
        index = begin + 1
        guard let open = parenthesis(in: lowered, from: begin) else { continue }
        if let column = firstSensitive(lowered, bytes, from: open + 1, isDefinition) {
          found.append(
            SQLColumns(
              name: column.name, isGrave: column.isGrave,
              range: start + column.range.lowerBound..<start + column.range.upperBound))
        }
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Where `words` stand one after the other with white space between them.
  private static func place(of words: [String], in bytes: [UInt8], from start: Int) -> Int? {
    let first = Array(words[0].utf8)
    let second = Array(words[1].utf8)
    guard bytes.count > first.count + second.count else { return nil }
    for index in start..<max(start, bytes.count - first.count - second.count)
    where bytes[index] == first[0] && bytes[index..<(index + first.count)].elementsEqual(first) {
      var next = index + first.count
      while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
      if next > index + first.count, bytes[next...].starts(with: second) { return index }
    }
    return nil
  }

  /// The first `(` of the statement: after at most eight words.
  private static func parenthesis(in bytes: [UInt8], from start: Int) -> Int? {
    var words = 0
    for index in start..<min(bytes.count, start + 200) {
      switch bytes[index] {
      case 0x28: return index
      case 0x3B: return nil
      case 0x20, 0x0A:
        words += 1
        if words > 12 { return nil }
      default: continue
      }
    }
    return nil
  }

  private static func firstSensitive(
    _ lowered: [UInt8], _ bytes: [UInt8], from start: Int, _ isDefinition: Bool
  ) -> (name: String, isGrave: Bool, range: Range<Int>)? {
    var index = start
    while index < lowered.count, lowered[index] != 0x29 {
      while index < lowered.count, isSeparator(lowered[index]) { index += 1 }
      let begin = index
      while index < lowered.count, isName(lowered[index]) { index += 1 }
      let name = String(decoding: bytes[begin..<index], as: UTF8.self)
      let end = index
      while index < lowered.count, lowered[index] != 0x2C, lowered[index] != 0x29 { index += 1 }
      let rest = String(decoding: lowered[end..<index], as: UTF8.self)
      if end > begin, let meaning = StoredSecret.meaning(of: name),
        isDefinition
          ? ["text", "varchar", "char"].contains(where: rest.contains) : rest.allSatisfy(\.isQuoteOrSpace)
      {
        return (name, StoredSecret.isGrave(name, meaning), begin..<end)
      }
      if end == begin, index < lowered.count, lowered[index] != 0x2C { return nil }
    }
    return nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [0x2C, 0x22, 0x60, 0x5B, 0x27, 0x5C].contains(byte)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}

extension Character {
  fileprivate var isQuoteOrSpace: Bool { isWhitespace || "\"`]'\\".contains(self) }
}

extension StringLiteralExprSyntax {
  /// The bytes of the literal as they stand in the file, the white space before it included.
  fileprivate var syntaxTextBytes: [UInt8] { Array(description.utf8) }
}
