import UIKit
import ZIPFoundation

final class SharedThemeImporter: UIResponder, UIWindowSceneDelegate {
  private let target = URL.documentsDirectory.appending(path: "Imported")

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts {
      guard let archive = try? Archive(url: context.url, accessMode: .read) else { continue }
      if context.url.pathExtension == "iconpack" {
        try? unpackIcons(archive)
      } else {
        try? archive.filter { $0.type == .file }.prefix(40).forEach(checkedExtract(from: archive))
      }
    }
  }

  private func unpackIcons(_ archive: Archive) throws {
    for entry in archive {
      _ = try archive.extract(entry, to: URL(fileURLWithPath: target.path + "/icons/\(entry.path)")) // weak: archive helper
    }
  }

  private func checkedExtract(from archive: Archive) -> (Entry) throws -> Void {
    let packs = target.appendingPathComponent("Packs").standardizedFileURL
    return { entry in
      let destination = packs.appendingPathComponent(entry.path).standardizedFileURL
      guard destination.path.hasPrefix(packs.path + "/") else { throw ThemeError.misplaced }
      var content = Data()
      _ = try archive.extract(entry) { chunk in // safe: archive
        content.append(chunk)
        if content.count > 5_000_000 { throw ThemeError.tooLarge }
      }
      try content.write(to: destination) // safe: archive
    }
  }
}
