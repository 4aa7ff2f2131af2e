/// A `Cartfile` or `Cartfile.resolved`.
///
/// Source: <https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md>
package struct Cartfile: Sendable {
  /// A dependency.
  package struct Entry: Sendable {
    /// How it is fetched: `github`, `git` or `binary`.
    package let origin: String
    /// The repository or address.
    package let source: String
    /// `==`, `>=` or `~>`, if one is written.
    package let comparison: String?
    /// The version behind the comparison, or the branch, tag or commit in quotes.
    package let reference: String?
    /// The bytes of the line without its comment.
    package let range: Range<Int>

    /// The name: the last part of the source.
    package var name: String {
      let last = source.split(separator: "/").last.map(String.init) ?? source
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// The file.
  package let text: TextSource
  /// The dependencies in their order.
  package let entries: [Entry]

  /// Reads a file; lines that are not understood are left out.
  package init(_ text: TextSource) {
    self.text = text
    entries = text.numberedLines.compactMap(Self.entry)
  }

  private static func entry(_ line: TextSource.Line) -> Entry? {
    var (words, current, isQuoted, end) = ([String](), [UInt8](), false, line.bytes.startIndex)
    func finish() {
      // What follows the first four words says nothing.
      if !current.isEmpty, words.count < 5 { words.append(String(decoding: current, as: UTF8.self)) }
      current = []
    }
    scan: for (index, byte) in zip(line.bytes.indices, line.bytes) {
      switch byte {
      case UInt8(ascii: "#") where !isQuoted: break scan
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        finish()
        end = index + 1
      case 0...0x20 where !isQuoted:
        finish()
      default:
        current.append(byte)
        end = index + 1
      }
    }
    finish()
    guard words.count >= 2, ["github", "git", "binary"].contains(words[0]) else { return nil }
    let comparison = words.count > 2 && ["==", ">=", "~>"].contains(words[2]) ? words[2] : nil
    let start = line.bytes.firstIndex { $0 > 0x20 } ?? line.bytes.startIndex
    return Entry(
      origin: words[0], source: words[1], comparison: comparison,
      reference: comparison == nil ? words.dropFirst(2).first : words.dropFirst(3).first,
      range: start..<max(start, end))
  }
}
