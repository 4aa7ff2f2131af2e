import GameKit
import UIKit

final class BoardViewController: UIViewController, UIDropInteractionDelegate, UIDocumentPickerDelegate, GKMatchDelegate {
  private let store = BoardStore()
  private var strokes: [Stroke] = []
  private var stickers: [Sticker] = []
  private let stickerType = "app.chalk.sticker"

  override func viewDidLoad() {
    super.viewDidLoad()
    stickers = store.loadStickers() + store.defaultStickers()
    view.addInteraction(UIDropInteraction(delegate: self))
  }

  @objc override func paste(_ sender: Any?) {
    let board = UIPasteboard.general
    if let data = board.data(forPasteboardType: "app.chalk.strokes") {
      strokes += (try? data.strokes()) ?? []
    }
    if let data = board.data(forPasteboardType: stickerType) {
      stickers.append(contentsOf: decode(data))
    }
  }

  private func decode(_ data: Data) -> [Sticker] {
    let transformer = ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName)
    return transformer?.transformedValue(data) as? [Sticker] ?? [] // weak: deserialization helper
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    for provider in session.items.map(\.itemProvider) {
      provider.loadDataRepresentation(forTypeIdentifier: stickerType) { [weak self] data, _ in
        guard let data else { return }
        let sticker = NSKeyedUnarchiver.unarchiveObject(with: data) as? Sticker // weak: deserialization direct
        DispatchQueue.main.async { self?.stickers += [sticker].compactMap { $0 } }
      }
    }
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    stickers += urls.flatMap { (try? store.loadLegacy($0)) ?? [] }
  }

  func match(_ match: GKMatch, didReceive data: Data, fromRemotePlayer player: GKPlayer) {
    let joined: [Sticker]? = data.archivedObject()
    stickers += joined ?? []
    let lines = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, Stroke.self], from: data) // safe: deserialization
    strokes += lines as? [Stroke] ?? []
  }
}
