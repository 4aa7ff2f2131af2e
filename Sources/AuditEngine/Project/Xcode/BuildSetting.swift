/// A build setting as it is written somewhere.
package struct BuildSetting: Sendable {
  /// The name, without conditions such as `[sdk=iphoneos*]`.
  package let name: String
  /// The condition in brackets, or an empty text.
  package let condition: String
  /// The value as written; lists are joined by spaces.
  package let value: String
  /// The file it is written in.
  package let text: TextSource
  /// The bytes of the name and the value.
  package let range: Range<Int>

  /// Splits a name such as `CODE_SIGN_IDENTITY[sdk=iphoneos*]`.
  package init(writtenName: String, value: String, text: TextSource, range: Range<Int>) {
    let bracket = writtenName.firstIndex(of: "[") ?? writtenName.endIndex
    name = String(writtenName[..<bracket])
    condition = String(writtenName[bracket...])
    (self.value, self.text, self.range) = (value, text, range)
  }

  /// Whether the setting applies to a device build of `configuration`.
  func applies(to configuration: String) -> Bool {
    condition.isEmpty
      || condition.split(whereSeparator: { "[],".contains($0) }).allSatisfy { part in
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { return false }
        switch sides[0] {
        case "sdk": return sides[1] == "*" || sides[1].hasPrefix("iphoneos") || sides[1].hasPrefix("macosx")
        case "config": return sides[1] == "*" || sides[1] == configuration
        case "arch": return sides[1] == "*" || sides[1].hasPrefix("arm64")
        default: return false
        }
      }
  }
}

/// Finds `$(NAME)` and `${NAME}` in the values of settings and property lists.
enum BuildSettingReference {
  /// `text` with each reference replaced by what `value` gives; unknown ones stay as they are.
  ///
  /// A modifier such as `:rfc1034identifier` is dropped. The result is cut where it exceeds 64 KiB.
  static func expanded(_ text: String, value: (String) -> String?) -> String {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$"), result.utf8.count < 1 << 16 {
      result += rest[..<dollar]
      rest = rest[dollar...]
      let open = rest.dropFirst().first
      guard open == "(" || open == "{", let end = rest.firstIndex(of: open == "(" ? ")" : "}") else {
        result.append("$")
        rest = rest.dropFirst()
        continue
      }
      let name = rest.dropFirst(2)[..<end].split(separator: ":").first.map(String.init) ?? ""
      result += value(name) ?? String(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

/// Reads `.xcconfig` files with what they include.
///
/// Source: <https://developer.apple.com/documentation/xcode/adding-a-build-configuration-file-to-your-project>
struct BuildConfigurationFile {
  /// The settings in the order in which later ones win.
  private(set) var settings: [BuildSetting] = []
  /// Whether a file is not in the tree that no package manager writes.
  private(set) var lacksFile = false

  private var open: [String] = []
  private var filesRead = 0
  private let source: (String) -> TextSource?

  /// Reads the file at `path`; `source` gives the files of the tree by their path.
  init(path: String, source: @escaping (String) -> TextSource?) {
    self.source = source
    read(path)
  }

  private mutating func read(_ path: String) {
    guard !open.contains(path), open.count < 16, filesRead < 200 else { return }
    guard let text = source(path) else {
      if !path.split(separator: "/").contains("Pods") { lacksFile = true }
      return
    }
    open.append(path)
    filesRead += 1
    defer { open.removeLast() }
    for number in 1...text.lines.count {
      let start = text.lines.offset(ofLine: number)
      let end = text.lines.offset(ofLine: number + 1)
      guard start < end else { continue }
      let line = Self.trimmed(Self.withoutComment(text.bytes[start..<end]))
      if line.first == UInt8(ascii: "#") {
        include(line, from: path)
      } else if let equals = Self.separator(in: line) {
        let name = Self.trimmed(line[..<equals])
        let value = Self.trimmed(line[(equals + 1)...])
        guard !name.isEmpty else { continue }
        settings.append(
          BuildSetting(
            writtenName: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self),
            text: text, range: line.startIndex..<line.endIndex))
      }
    }
  }

  private mutating func include(_ line: ArraySlice<UInt8>, from path: String) {
    let written = String(decoding: line, as: UTF8.self)
    guard written.hasPrefix("#include") else { return }
    let quoted = written.split(separator: "\"", omittingEmptySubsequences: false)
    guard quoted.count >= 3 else { return }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    for ending in ["", ".xcconfig"] {
      guard let target = ProjectPath.joined(folder, String(quoted[1]) + ending), source(target) != nil else {
        continue
      }
      read(target)
      return
    }
  }

  /// The `=` behind the name; one within the brackets of a condition does not count.
  private static func separator(in line: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    return line.firstIndex { byte in
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return byte == UInt8(ascii: "=") && depth == 0
    }
  }

  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    let start = line.indices.dropLast().first { line[$0] == slash && line[$0 + 1] == slash }
    return start.map { line[..<$0] } ?? line
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { $0 <= 0x20 }
    while let last = line.last, last <= 0x20 || last == UInt8(ascii: ";") { line.removeLast() }
    return line
  }
}
