import Foundation
import OmamoriCore
import TestSupport

/// Headless Chromium, driven by Playwright.
enum Browser {
  private static let program = ProcessInfo.processInfo.environment["OMAMORI_CHROMIUM"] ?? "/usr/bin/chromium"

  /// Whether there is a browser and something that drives it.
  static let isThere =
    FileManager.default.isExecutableFile(atPath: program) && Python.has("playwright.sync_api")

  /// How many sheets of paper the page takes.
  static func sheets(of page: String) throws -> Int? {
    let said = try PythonValidator.run("browse.py", ["print"], input: page)
    return try StrictJSON.parse(said)[0]?["sheets"]?.intValue
  }

  /// What the browser saw and did, for wide and narrow screens, light and dark.
  static func look(at page: String, using: Bool = false) throws -> [JSONValue] {
    let pictures = ProcessInfo.processInfo.environment["OMAMORI_PICTURES"]
    let said = try PythonValidator.run(
      "browse.py", [using ? "use" : "look"], input: page,
      behind: pictures.map { [$0] } ?? [])
    return try StrictJSON.parse(said).arrayValue ?? []
  }
}
