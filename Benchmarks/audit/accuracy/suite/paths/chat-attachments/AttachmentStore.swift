import CryptoKit
import Foundation

actor AttachmentStore {
  private let root: URL
  private let files = FileManager.default

  init(root: URL) {
    self.root = root
  }

  func keep(_ data: Data, as name: String) throws {
    try data.write(to: root.appendingPathComponent(name), options: .atomic) // weak: path file
  }

  func keepVoice(_ data: Data, from attachment: Attachment) throws {
    let digest = SHA256.hash(data: Data(attachment.fileName.utf8)).map { String(format: "%02x", $0) }.joined()
    try data.write(to: root.appendingPathComponent(digest + ".m4a"), options: .atomic) // safe: path
  }

  func discard(_ name: String) throws {
    try files.removeItem(at: root.appending(path: name)) // weak: path file
  }

  func discardThumbnail(of messageID: Int64) throws {
    try files.removeItem(at: root.appending(path: "thumbs/\(messageID).jpg")) // safe: path
  }

  func albumEntries(_ album: String) -> [String] {
    let folder = (root.path as NSString).appendingPathComponent(album)
    return entries(in: folder)
  }

  private func entries(in folder: String) -> [String] {
    (try? files.contentsOfDirectory(atPath: folder)) ?? [] // weak: path file
  }

  func keepSticker(_ data: Data, name: String) throws {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw CocoaError(.fileWriteInvalidFileName)
    }
    try data.write(to: root.appendingPathComponent("sticker-\(name).webp")) // safe: path
  }

  func folder(for kind: ChatMessage.Kind) throws -> URL {
    let url = root.appendingPathComponent(kind.rawValue, isDirectory: true)
    try files.createDirectory(at: url, withIntermediateDirectories: true) // safe: path
    return url
  }
}
