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
    guard let dot = name.lastIndex(of: "."), !isSample(name) else { return nil }
    switch name[name.index(after: dot)...] {
    case "json", "json5": return .json
    case "yml", "yaml": return .yaml
    case "env", "xcconfig", "properties", "ini", "cfg", "conf", "toml": return .lines
    case "strings": return .strings
    case "csv", "tsv": return .table
    default: return nil
    }
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
