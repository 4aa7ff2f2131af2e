import UIKit
import UniformTypeIdentifiers

struct SongLibrary {
  let root = URL.applicationSupportDirectory.appending(path: "Songs")

  func remove(song: String) {
    try? FileManager.default.removeItem(atPath: root.appending(path: song).path) // weak: path file
  }

  func sheet(named song: String, part: Int) -> Data? {
    guard let index = titles.firstIndex(of: song) else { return nil }
    return try? Data(contentsOf: root.appending(path: "\(index)/\(part).pdf")) // safe: path
  }

  private var titles: [String] {
    (UserDefaults.standard.array(forKey: "songTitles") as? [String]) ?? []
  }
}

final class SongDropDelegate: NSObject, UIDropInteractionDelegate {
  private let library = SongLibrary()

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    for provider in session.items.map(\.itemProvider) {
      provider.loadDataRepresentation(forTypeIdentifier: UTType.pdf.identifier) { data, _ in
        guard let data, let name = provider.suggestedName else { return }
        try? data.write(to: self.library.root.appendingPathComponent(name).appendingPathExtension("pdf")) // weak: path direct
      }
    }
  }
}
