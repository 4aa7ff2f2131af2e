/// A workflow of GitHub Actions, as far as the audit needs it.
///
/// It reads the part of YAML that workflows are written in: blocks of keys and lists by indentation, plain and quoted
/// values on one line, and block texts behind `|` and `>`. Flow collections stay text. The time is linear in the
/// number of lines, and no more than ``maximumLines`` are read.
///
/// Source: <https://docs.github.com/en/actions/writing-workflows/workflow-syntax-for-github-actions>
package struct WorkflowFile: Sendable {
  /// A key with its value.
  package struct Entry: Sendable {
    /// The keys around it and its own, outermost first; elements of lists count as their own level, `-`.
    package let path: [String]
    /// The value on the line, or the lines of a block text joined by line feeds; empty for a nested block.
    package let value: String
    /// The bytes of the key and the value.
    package let range: Range<Int>

    /// The key.
    package var key: String { path.last ?? "" }
  }

  /// The file.
  package let text: TextSource
  /// The keys in their order.
  package private(set) var entries: [Entry] = []

  /// The most lines that are read.
  static let maximumLines = 20_000
  /// The deepest nesting that is followed.
  static let maximumDepth = 64

  private var open: [(indentation: Int, key: String)] = []
  /// The block text that is being read: its key's indentation, its path, its lines and its bytes.
  private var block: (indentation: Int, path: [String], lines: [String], range: Range<Int>)?

  /// Reads a workflow; lines that are not understood are left out.
  package init(_ text: TextSource) {
    self.text = text
    for line in text.numberedLines.prefix(Self.maximumLines) { read(line) }
    endBlock()
  }

  private mutating func read(_ line: TextSource.Line) {
    let indentation = line.bytes.prefix { $0 == 0x20 }.count
    let content = line.bytes.dropFirst(indentation)
    let isBlank = content.allSatisfy { $0 <= 0x20 }
    if var current = block {
      if isBlank || indentation > current.indentation {
        if !isBlank {
          current.lines.append(String(decoding: content, as: UTF8.self))
          current.range = current.range.lowerBound..<line.range.upperBound
        }
        block = current
        return
      }
      endBlock()
    }
    guard !isBlank, content.first != UInt8(ascii: "#") else { return }
    readKey(content, at: indentation)
  }

  /// Reads `- key: value`, `key: value` or `- value`.
  private mutating func readKey(_ content: ArraySlice<UInt8>, at start: Int) {
    var (content, indentation) = (content, start)
    while content.first == UInt8(ascii: "-"), content.dropFirst().first.map({ $0 == 0x20 }) ?? true {
      // A list may stand below its key without being indented.
      while let last = open.last, last.indentation > indentation || last == (indentation, "-") {
        open.removeLast()
      }
      guard open.count < Self.maximumDepth else { return }
      open.append((indentation, "-"))
      let spaces = content.dropFirst().prefix { $0 == 0x20 }.count
      content = content.dropFirst(1 + spaces)
      indentation += 1 + spaces
    }
    close(downTo: indentation)
    let plain = Self.withoutComment(content)
    guard let colon = Self.colon(in: plain) else {
      if open.last?.key == "-", !plain.isEmpty {
        add(path: open.map(\.key), value: Self.unquoted(plain), plain)
      }
      return
    }
    guard open.count < Self.maximumDepth else { return }
    let key = Self.unquoted(plain[..<colon])
    let value = Self.trimmed(plain[(colon + 1)...])
    let path = open.map(\.key) + [key]
    open.append((indentation, key))
    if let first = value.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      block = (indentation, path, [], plain.startIndex..<plain.endIndex)
    } else {
      add(path: path, value: Self.unquoted(value), plain)
    }
  }

  private mutating func close(downTo indentation: Int) {
    while let last = open.last, last.indentation >= indentation { open.removeLast() }
  }

  private mutating func add(path: [String], value: String, _ bytes: ArraySlice<UInt8>) {
    entries.append(Entry(path: path, value: value, range: bytes.startIndex..<bytes.endIndex))
  }

  private mutating func endBlock() {
    guard let ended = block else { return }
    entries.append(
      Entry(path: ended.path, value: ended.lines.joined(separator: "\n"), range: ended.range))
    block = nil
  }

  // MARK: - Bytes

  /// The first colon that ends a key: outside of quotes and braces, with a space or nothing behind it.
  private static func colon(in bytes: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for index in bytes.indices {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if index == bytes.startIndex { quote = byte }
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        return nil
      } else if byte == UInt8(ascii: ":") {
        let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
        if next == 0x20 || next == 0x09 { return index }
      }
    }
    return nil
  }

  /// The bytes before ` #`, without white space at the ends.
  private static func withoutComment(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var quote: UInt8?
    for index in bytes.indices {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "#"), index == bytes.startIndex || bytes[index - 1] <= 0x20 {
        return trimmed(bytes[..<index])
      }
    }
    return trimmed(bytes)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = trimmed(bytes)
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
