import AppKit

struct RepositorySettings: Decodable {
  let remote: String
  let afterPull: String
  let depth: Int

  static func choose() -> RepositorySettings? {
    let panel = NSOpenPanel()
    guard panel.runModal() == .OK, let url = panel.url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(RepositorySettings.self, from: data)
  }
}
