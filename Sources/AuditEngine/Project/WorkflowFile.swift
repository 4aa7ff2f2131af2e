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

extension WorkflowFile {
  /// A step that runs somebody's action.
  package struct Action: Sendable {
    /// The owner and repository, with the folder in it, such as `actions/checkout`.
    package let name: String
    /// The branch, tag or commit behind the `@`; empty when there is none.
    package let reference: String
    /// The bytes of the key and the value.
    package let range: Range<Int>
    /// The job it is a part of.
    let job: String?

    /// The account that owns the repository, in lower case.
    package var owner: String { name.prefix { $0 != "/" }.lowercased() }

    /// Whether the reference is a commit, which nobody can move.
    package var isPinned: Bool {
      (reference.utf8.count == 40 || reference.utf8.count == 64) && reference.allSatisfy(\.isHexDigit)
    }
  }

  /// The actions of other repositories; those beside the workflow and containers are left out.
  package var actions: [Action] {
    entries.compactMap { entry in
      guard entry.key == "uses", !entry.value.hasPrefix("."), !entry.value.hasPrefix("docker:"),
        let at = entry.value.lastIndex(of: "@")
      else { return nil }
      let name = String(entry.value[..<at])
      guard name.contains("/") else { return nil }
      return Action(
        name: name, reference: String(entry.value[entry.value.index(after: at)...]), range: entry.range,
        job: Self.job(of: entry))
    }
  }

  /// Whether the job of `action` is given secrets, or a token that may write; all steps of a job share a machine.
  package func handsOverSecrets(to action: Action) -> Bool {
    if Self.privileged.contains(where: isTriggered) { return true }
    return entries.contains { entry in
      let job = Self.job(of: entry)
      guard job == nil ? entry.path.first != "on" : job == action.job else { return false }
      return entry.value.contains("secrets.") || entry.value.contains("github.token")
        || entry.key == "secrets" && entry.value == "inherit"
        || entry.path.contains("permissions") && entry.value.contains("write")
    }
  }

  /// Events that strangers cause and that are answered with the rights of the repository.
  private static let privileged = ["pull_request_target", "workflow_run", "issue_comment"]

  private static func job(of entry: Entry) -> String? {
    entry.path.first == "jobs" && entry.path.count > 1 ? entry.path[1] : nil
  }

  /// The accounts that own the repository of the workflow, as far as its conditions say: `github.repository_owner == 'name'`.
  package var ownAccounts: Set<String> {
    Set(
      entries.filter { $0.key == "if" }.flatMap { entry in
        Self.compared(with: "github.repository_owner", in: entry.value)
          + Self.compared(with: "github.repository", in: entry.value).compactMap { name in
            name.contains("/") ? String(name.prefix { $0 != "/" }) : nil
          }
      })
  }

  /// The texts that `value` is compared with, in lower case.
  private static func compared(with value: String, in condition: String) -> [String] {
    var (texts, rest) = ([String](), condition[...])
    while let found = rest.firstRange(of: value) {
      rest = rest[found.upperBound...]
      var after = rest.drop { $0 == " " }
      guard after.hasPrefix("==") else { continue }
      after = after.dropFirst(2).drop { $0 == " " }
      guard after.first == "'" else { continue }
      texts.append(after.dropFirst().prefix { $0 != "'" }.lowercased())
    }
    return texts
  }

  /// The scripts that print a secret where everybody who sees the log can read it.
  package var revealedSecrets: [Entry] {
    entries.filter { entry in
      entry.key == "run"
        && entry.value.split(whereSeparator: \.isNewline).contains { line in
          let words = line.split(separator: " ", maxSplits: 1)
          guard let command = words.first, ["echo", "printf", "cat"].contains(command),
            line.contains("${{ secrets.") || line.contains("${{secrets.")
          else { return false }
          // What goes on to a file or another program is not in the log.
          return !line.contains(">") && !line.contains("|") && !line.contains("::add-mask::")
        }
    }
  }

  /// Check-outs of what a stranger proposes, in a workflow that runs with the secrets of the repository.
  package var untrustedCheckouts: [Entry] {
    guard isTriggered(by: "pull_request_target") else { return [] }
    return entries.filter { entry in
      entry.key == "ref" && entry.path.contains("with") && entry.path.contains("steps")
        && Self.strangers.contains(where: entry.value.contains)
    }
  }

  /// Whether `event` starts the workflow: `on: event`, `on: [event]` or a key below `on`.
  func isTriggered(by event: String) -> Bool {
    entries.contains { entry in
      guard entry.path.first == "on" || entry.path.first == "true" else { return false }
      let key = entry.path.dropFirst().first
      guard key == nil || key == "-" else { return key == event }
      if entry.value.hasPrefix("{") { return Self.keys(of: entry.value).contains(event) }
      return entry.value.split { !($0.isLetter || $0 == "_") }.contains { $0 == event }
    }
  }

  /// The words before a colon in a collection on one line, with quotes or without: `{push: {}, "release" : {}}`.
  private static func keys(of value: String) -> Set<String> {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false).dropLast()
    return Set(
      parts.map { part in
        let end = part.reversed().drop { " \t\"'".contains($0) }
        return String(String(end.prefix { $0.isLetter || $0 == "_" || $0 == "-" }).reversed())
      })
  }

  private static let strangers = [
    "github.event.pull_request.head.", "github.head_ref", "refs/pull/",
  ]
}
