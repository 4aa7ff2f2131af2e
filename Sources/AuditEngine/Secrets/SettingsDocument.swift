/// The names and values of a file of settings, whatever it is written in, each with its place.
package struct SettingsDocument {
  /// A name with its value.
  package struct Entry: Equatable {
    /// The name.
    package let name: String
    /// The value, without quotes.
    package let value: String
    /// The bytes from the name to the end of the value.
    package let range: Range<Int>
  }

  /// How a file is written.
  package enum Format: CaseIterable {
    /// JSON, comments allowed.
    case json
    /// YAML, as far as lines with a name and a value go.
    case yaml
    /// Lines with a name, `=` or `:` and a value: `.env`, `.xcconfig`, `.properties`, `.ini`, `.toml`.
    case lines
    /// `"name" = "value";`
    case strings
    /// A table whose first line names its columns.
    case table
  }

  /// The most entries that are kept.
  static let entryLimit = 50_000

  /// The entries, in order.
  package let entries: [Entry]

  /// Reads `bytes`; what cannot be read is passed over.
  package init(_ bytes: [UInt8], format: Format) {
    switch format {
    case .json: entries = SettingsJSON(bytes).entries
    case .yaml: entries = SettingsLines(bytes, separators: [0x3A]).entries
    case .lines: entries = SettingsLines(bytes, separators: [0x3D, 0x3A]).entries
    case .strings: entries = SettingsLines(bytes, separators: [0x3D]).entries
    case .table: entries = SettingsTable(bytes).entries
    }
  }

  /// How the file at `path` is written, judged by its name; `nil` when it holds no settings.
  package static func format(ofPath path: String) -> Format? {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    guard !generated.contains(name), !name.hasSuffix(".lock"), !name.hasSuffix("-lock.json") else {
      return nil
    }
    if name == ".env" || name.hasPrefix(".env.") { return isSample(name) ? nil : .lines }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let format: Format? =
      switch name[name.index(after: dot)...] {
      case "json", "json5": .json
      case "yml", "yaml": .yaml
      case "env", "xcconfig", "properties", "ini", "cfg", "conf", "toml": .lines
      case "strings": .strings
      case "csv", "tsv": .table
      default: nil
      }
    return format != nil && isSample(name) ? nil : format
  }

  /// Files that tools write, and that hold hashes and versions.
  private static let generated: Set = [
    "package-lock.json", "package.json", "contents.json", "package.resolved", "composer.json",
    "tsconfig.json",
  ]

  /// `.env.example`, `config.sample.json`: files that show which settings there are.
  private static func isSample(_ name: String) -> Bool {
    name.split { !$0.isLetter }.contains { ["example", "sample", "template", "dist", "schema"].contains($0) }
  }
}

/// Reads the names and plain values of JSON; nesting costs no depth.
struct SettingsJSON {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    read()
  }

  private mutating func read() {
    var name: (text: String, start: Int)?
    while index < bytes.count, entries.count < SettingsDocument.entryLimit {
      switch bytes[index] {
      case 0x22:
        let start = index
        let text = string()
        skipSpace()
        if index < bytes.count, bytes[index] == 0x3A {
          index += 1
          name = (text, start)
        } else {
          add(&name, text, to: index)
        }
      case 0x2F where index + 1 < bytes.count && (bytes[index + 1] == 0x2F || bytes[index + 1] == 0x2A):
        comment()
      case 0x30...0x39, 0x2D:
        let start = index
        while index < bytes.count, isNumberByte(bytes[index]) { index += 1 }
        add(&name, String(decoding: bytes[start..<index], as: UTF8.self), to: index)
      case 0x7B, 0x5B, 0x7D, 0x5D, 0x2C:
        name = nil
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func add(_ name: inout (text: String, start: Int)?, _ value: String, to end: Int) {
    guard let given = name else { return }
    // White space behind a value is none of it.
    var end = end
    while end > given.start, bytes[end - 1] <= 0x20 { end -= 1 }
    entries.append(SettingsDocument.Entry(name: given.text, value: value, range: given.start..<end))
    name = nil
  }

  /// The text between quotes; escapes stand for what they mean as far as a secret can hold them.
  private mutating func string() -> String {
    var value: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x0A {
      if bytes[index] == 0x5C, index + 1 < bytes.count {
        index += 1
        switch bytes[index] {
        case 0x6E: value.append(0x0A)
        case 0x74: value.append(0x09)
        default: value.append(bytes[index])
        }
      } else {
        value.append(bytes[index])
      }
      index += 1
    }
    index = min(bytes.count, index + 1)
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func comment() {
    let isLine = bytes[index + 1] == 0x2F
    index += 2
    while index < bytes.count {
      if isLine, bytes[index] == 0x0A { return }
      if !isLine, bytes[index] == 0x2A, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
        index += 2
        return
      }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2D, 0x2B, 0x2E, 0x45, 0x65].contains(byte)
  }
}

/// Reads lines with a name, a separator and a value, in the forms that settings are written in.
struct SettingsLines {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]

  /// Reads `bytes`, in which one of `separators` stands between a name and its value.
  init(_ bytes: [UInt8], separators: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count, entries.count < SettingsDocument.entryLimit {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      line(start..<end, separators)
      start = end + 1
    }
  }

  private mutating func line(_ line: Range<Int>, _ separators: [UInt8]) {
    var start = line.lowerBound
    func skip(_ text: String) {
      if bytes[start..<line.upperBound].starts(with: text.utf8) { start += text.utf8.count }
    }
    skipSpace(&start, line)
    guard start < line.upperBound, !comments.contains(bytes[start]) else { return }
    if bytes[start] == 0x2F, start + 1 < line.upperBound, [0x2F, 0x2A].contains(bytes[start + 1]) { return }
    skip("- ")
    skip("export ")
    skipSpace(&start, line)
    guard let (name, nameEnd) = name(start, line) else { return }
    var at = nameEnd
    skipSpace(&at, line)
    guard at < line.upperBound, separators.contains(bytes[at]) else { return }
    at += 1
    skipSpace(&at, line)
    guard let value = value(at, line), !value.isEmpty else { return }
    let text = String(decoding: bytes[value], as: UTF8.self)
    let isQuoted = value.lowerBound > at
    let end = isQuoted ? value.upperBound + 1 : value.upperBound
    entries.append(SettingsDocument.Entry(name: name, value: text, range: start..<min(end, line.upperBound)))
  }

  private let comments: [UInt8] = [0x23, 0x3B, 0x5B]

  /// A name, in quotes or not; what `.xcconfig` puts in brackets behind it is no part of it.
  private func name(_ start: Int, _ line: Range<Int>) -> (String, Int)? {
    guard start < line.upperBound else { return nil }
    if bytes[start] == 0x22 || bytes[start] == 0x27 {
      let close = bytes[(start + 1)..<line.upperBound].firstIndex(of: bytes[start])
      return close.map { (String(decoding: bytes[(start + 1)..<$0], as: UTF8.self), $0 + 1) }
    }
    var end = start
    while end < line.upperBound, isNameByte(bytes[end]) { end += 1 }
    guard end > start, end - start <= 80 else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    if end < line.upperBound, bytes[end] == 0x5B,
      let close = bytes[end..<line.upperBound].firstIndex(of: 0x5D)
    {
      return (name, close + 1)
    }
    return (name, end)
  }

  /// A value, in quotes or to the end of the line, without a comment behind it.
  private func value(_ start: Int, _ line: Range<Int>) -> Range<Int>? {
    guard start < line.upperBound else { return nil }
    if bytes[start] == 0x22 || bytes[start] == 0x27 {
      let close = bytes[(start + 1)..<line.upperBound].firstIndex(of: bytes[start])
      return close.map { (start + 1)..<$0 }
    }
    var end = line.upperBound
    for index in start..<line.upperBound {
      let isSpaced = index == start || bytes[index - 1] <= 0x20
      if isSpaced, bytes[index] == 0x23 { end = index }
      if isSpaced, bytes[index] == 0x2F, index + 1 < line.upperBound, bytes[index + 1] == 0x2F { end = index }
      if end != line.upperBound { break }
    }
    while end > start, bytes[end - 1] <= 0x20 || bytes[end - 1] == 0x3B || bytes[end - 1] == 0x2C { end -= 1 }
    return start..<end
  }

  private func skipSpace(_ index: inout Int, _ line: Range<Int>) {
    while index < line.upperBound, bytes[index] <= 0x20 { index += 1 }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
      || byte == 0x2E || byte >= 0x80
  }
}

/// Reads a table: every cell is an entry under the name of its column.
struct SettingsTable {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]
  private var index = 0
  /// The most columns of a table.
  private static let columnLimit = 200

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let separator = [0x09, 0x3B, 0x2C].first { bytes[..<first].contains($0) } ?? 0x2C
    let names = row(separator).map(\.text)
    guard names.count > 1, names.count <= Self.columnLimit else { return }
    while index < bytes.count, entries.count < SettingsDocument.entryLimit {
      for (name, cell) in zip(names, row(separator)) where !cell.text.isEmpty {
        entries.append(SettingsDocument.Entry(name: name, value: cell.text, range: cell.range))
      }
    }
  }

  private mutating func row(_ separator: UInt8) -> [(text: String, range: Range<Int>)] {
    var cells: [(text: String, range: Range<Int>)] = []
    while index < bytes.count {
      cells.append(cell(separator))
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    while index < bytes.count, bytes[index] == 0x0D || bytes[index] == 0x0A {
      index += 1
      if bytes[index - 1] == 0x0A { break }
    }
    return cells
  }

  private mutating func cell(_ separator: UInt8) -> (text: String, range: Range<Int>) {
    guard index < bytes.count, bytes[index] == 0x22 else {
      let start = index
      while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D {
        index += 1
      }
      return (trimmed(start..<index), start..<index)
    }
    index += 1
    let start = index
    while index < bytes.count {
      if bytes[index] == 0x22 {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { break }
        index += 1
      }
      index += 1
    }
    let range = start..<index
    while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A { index += 1 }
    return (trimmed(range), range)
  }

  private func trimmed(_ range: Range<Int>) -> String {
    var slice = bytes[range]
    while let first = slice.first, first <= 0x20 { slice.removeFirst() }
    while let last = slice.last, last <= 0x20 { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }
}
