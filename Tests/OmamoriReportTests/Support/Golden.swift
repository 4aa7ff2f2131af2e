import Foundation
import Testing

/// Compares texts with the files in `Golden`; with `OMAMORI_UPDATE_GOLDEN=1` it writes them instead.
enum Golden {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")

  static func expect(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["OMAMORI_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "\(name) differs; OMAMORI_UPDATE_GOLDEN=1 writes it anew")
  }
}
