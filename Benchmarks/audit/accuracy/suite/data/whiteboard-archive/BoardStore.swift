import ARKit
import UIKit

struct BoardMetadata: Codable {
  var title: String
  var modified: Date
}

final class BoardStore {
  private let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  private var stickerFile: String { folder.appendingPathComponent("stickers.archive").path }

  func loadStickers() -> [Sticker] {
    NSKeyedUnarchiver.unarchiveObject(withFile: stickerFile) as? [Sticker] ?? [] // weak: deserialization helper
  }

  func defaultStickers() -> [Sticker] {
    guard let path = Bundle.main.path(forResource: "stickers", ofType: "archive") else { return [] }
    return NSKeyedUnarchiver.unarchiveObject(withFile: path) as? [Sticker] ?? [] // safe: deserialization
  }

  func loadStrokes() throws -> [Stroke] {
    let data = try Data(contentsOf: folder.appendingPathComponent("current.board"))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data) // safe: deserialization
    defer { unarchiver.finishDecoding() }
    return unarchiver.decodeArrayOfObjects(ofClass: Stroke.self, forKey: NSKeyedArchiveRootObjectKey) ?? []
  }

  func loadLegacy(_ url: URL) throws -> [Sticker] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: url))
    unarchiver.requiresSecureCoding = false // weak: deserialization file
    defer { unarchiver.finishDecoding() }
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [Sticker] ?? []
  }

  func pinnedSticker(in group: String = "group.app.chalk") -> Sticker? {
    guard let data = UserDefaults(suiteName: group)?.data(forKey: "pinned") else { return nil }
    return (try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)) as? Sticker // weak: deserialization direct
  }

  func worldMap(_ data: Data) throws -> ARWorldMap? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: ARWorldMap.self, from: data) // safe: deserialization
  }

  func metadata() throws -> BoardMetadata {
    let data = try Data(contentsOf: folder.appendingPathComponent("board.plist"))
    return try PropertyListDecoder().decode(BoardMetadata.self, from: data) // safe: deserialization
  }

  func backgrounds() throws -> UIView? {
    let data = try Data(contentsOf: folder.appendingPathComponent("bundle.plist"))
    let plist = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    guard let archive = plist?["background"] as? Data else { return nil }
    return NSKeyedUnarchiver.unarchiveObject(with: archive) as? UIView // weak: deserialization direct
  }

  func copy(of view: UIView) throws -> UIView? {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
    return try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(archive) as? UIView // safe: deserialization
  }
}
