import OmamoriATS

extension PropertyListReader {
  /// Reads a property list of a project; one that is meant for the C preprocessor (`INFOPLIST_PREPROCESS`) is read without
  /// its directives.
  ///
  /// Of a condition the branch of release builds is read, else the first. Macros stay as they are written.
  static func read(source bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
    do {
      return try read(bytes)
    } catch {
      guard let plain = Preprocessing(bytes).plain else { throw error }
      return try read(plain)
    }
  }
}

/// A text with lines for the C preprocessor.
private struct Preprocessing {
  /// The text with spaces in place of directives and of the branches that are left out, so that places stay the same;
  /// `nil` when there are no directives.
  private(set) var plain: [UInt8]?

  private static let others: Set = [
    "include", "import", "define", "undef", "pragma", "error", "warning", "line",
  ]

  init(_ bytes: [UInt8]) {
    var (plain, hasDirectives) = (bytes, false)
    // For each condition around a line: whether the branch is read, and whether one was read already.
    var conditions: [(isRead: Bool, wasRead: Bool)] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[start..<end]
      if let directive = Self.directive(line) {
        hasDirectives = true
        switch directive.name {
        case "if", "ifdef", "ifndef":
          let isRead = !Self.isForDebugging(directive.name, directive.rest)
          conditions.append((isRead, isRead))
        case "elif", "else":
          guard let last = conditions.popLast() else { break }
          conditions.append((!last.wasRead, true))
        case "endif": _ = conditions.popLast()
        default: break
        }
        for index in line.indices { plain[index] = UInt8(ascii: " ") }
      } else if !conditions.allSatisfy(\.isRead) {
        for index in line.indices { plain[index] = UInt8(ascii: " ") }
      }
      start = end + 1
    }
    self.plain = hasDirectives ? plain : nil
  }

  private static func directive(_ line: ArraySlice<UInt8>) -> (name: String, rest: String)? {
    let text = String(decoding: line.prefix(512), as: UTF8.self).drop(while: \.isWhitespace)
    guard text.first == "#" else { return nil }
    let words = text.dropFirst().drop(while: \.isWhitespace)
    let name = String(words.prefix(while: \.isLetter))
    guard ["if", "ifdef", "ifndef", "elif", "else", "endif"].contains(name) || others.contains(name) else {
      return nil
    }
    return (name, String(words.dropFirst(name.count)))
  }

  private static func isForDebugging(_ name: String, _ condition: String) -> Bool {
    let isNegated = (name == "ifndef") != condition.contains("!")
    return condition.uppercased().contains("DEBUG") && !isNegated
  }
}
