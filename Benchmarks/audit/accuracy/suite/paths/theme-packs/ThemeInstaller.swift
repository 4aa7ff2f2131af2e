import Foundation
import ZIPFoundation

struct ThemeManifest: Decodable {
  let identifier: String
  let preview: String
  let version: Int
}

enum ThemeError: Error {
  case incomplete, tooLarge, misplaced
}

final class ThemeInstaller {
  private let themes = URL.applicationSupportDirectory.appending(path: "Themes")
  private let files = FileManager.default
  private(set) var previewImage: Data?

  func install(from remote: URL) async throws -> ThemeManifest {
    let (download, _) = try await URLSession.shared.download(from: remote)
    let archive = try Archive(url: download, accessMode: .read)
    let manifest = try self.manifest(in: archive)
    for entry in archive where entry.type == .file {
      _ = try archive.extract(entry, to: themes.appendingPathComponent(entry.path)) // weak: archive direct
    }
    try installFonts(from: archive)
    try installSounds(from: archive, version: manifest.version)
    previewImage = preview(of: manifest)
    return manifest
  }

  func installDefaults() throws {
    guard let bundled = Bundle.main.url(forResource: "DefaultThemes", withExtension: "zip") else { throw ThemeError.incomplete }
    try files.unzipItem(at: bundled, to: themes) // safe: archive
  }

  private func manifest(in archive: Archive) throws -> ThemeManifest {
    guard let entry = archive["manifest.json"] else { throw ThemeError.incomplete }
    var data = Data()
    _ = try archive.extract(entry) { data.append($0) } // weak: archive helper
    return try JSONDecoder().decode(ThemeManifest.self, from: data)
  }

  private func installFonts(from archive: Archive) throws {
    var budget = 20_000_000
    for entry in archive.prefix(200) where entry.type == .file && entry.path.hasSuffix(".ttf") {
      let target = themes.appendingPathComponent((entry.path as NSString).lastPathComponent)
      guard files.createFile(atPath: target.path, contents: nil) else { continue }
      let handle = try FileHandle(forWritingTo: target)
      defer { try? handle.close() }
      _ = try archive.extract(entry) { chunk in // safe: archive
        budget -= chunk.count
        guard budget > 0 else { throw ThemeError.tooLarge }
        try handle.write(contentsOf: chunk)
      }
    }
  }

  private func installSounds(from archive: Archive, version: Int) throws {
    for (index, entry) in archive.enumerated() where entry.type == .directory {
      try files.createDirectory(at: themes.appendingPathComponent("v\(version)-\(index)"), withIntermediateDirectories: true) // safe: path
      try makeFolder(for: entry)
    }
  }

  private func makeFolder(for entry: Entry) throws {
    try files.createDirectory(at: themes.appendingPathComponent(entry.path), withIntermediateDirectories: true) // weak: archive helper
  }

  private func preview(of manifest: ThemeManifest) -> Data? {
    try? Data(contentsOf: themes.appendingPathComponent(manifest.preview)) // weak: path helper
  }
}
