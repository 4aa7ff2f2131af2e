package import OmamoriCore

/// A part of an archive that an error speaks about.
package enum ArchivePlace: Sendable, Hashable {
  /// The record at the end that says where the directory lies.
  case end
  /// The central directory, with the number of the entry from 1.
  case directory(entry: Int)
  /// The entry of this name.
  case entry(String)

  /// The place in words.
  package var text: LocalizedText {
    switch self {
    case .end: LocalizedText("the end record", ja: "終端レコード")
    case .directory(let entry):
      LocalizedText("entry \(entry) of the central directory", ja: "セントラルディレクトリの \(entry) 番目")
    case .entry(let name):
      LocalizedText(stringLiteral: "“" + Self.shortened(name) + "”")
    }
  }

  private static func shortened(_ name: String) -> String {
    let shown = DisplayName.text(of: Array(name.utf8))
    return shown.count <= 80 ? shown : String(shown.prefix(77)) + "..."
  }
}
