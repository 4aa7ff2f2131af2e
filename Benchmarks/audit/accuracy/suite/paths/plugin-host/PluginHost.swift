import CoreML
import Foundation

struct PluginDescription: Decodable {
  let bundleName: String
  let model: String
  let version: Int
  let kind: Kind

  enum Kind: String, Decodable {
    case filter, brush
  }
}

final class PluginHost {
  private let plugins = URL.applicationSupportDirectory.appending(path: "Plugins")
  private var bundles: [Bundle] = []

  func load(from catalogue: URL) async throws {
    let (data, _) = try await URLSession.shared.data(from: catalogue)
    for description in try JSONDecoder().decode([PluginDescription].self, from: data) {
      if let bundle = Bundle(path: plugins.path + "/" + description.bundleName) { // weak: path direct
        bundles.append(bundle)
      }
      if let bundle = Bundle(url: plugins.appendingPathComponent(description.kind.rawValue)) { // safe: path
        bundles.append(bundle)
      }
      _ = try model(for: description)
      try remember(description, data: data)
    }
  }

  private func model(for description: PluginDescription) throws -> MLModel {
    if description.version == 0, let bundled = Bundle.main.url(forResource: "Base", withExtension: "mlmodelc") {
      return try MLModel(contentsOf: bundled) // safe: path
    }
    return try MLModel(contentsOf: plugins.appendingPathComponent(description.model)) // weak: path helper
  }

  private func remember(_ description: PluginDescription, data: Data) throws {
    let archived = try NSKeyedArchiver.archivedData(withRootObject: data as NSData, requiringSecureCoding: true)
    try archived.write(to: plugins.appendingPathComponent("\(description.kind.rawValue)-\(description.version).plist")) // safe: path
  }
}
