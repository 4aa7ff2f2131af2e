import Foundation

struct Attachment: Codable, Hashable {
  let fileName: String
  let album: String
  let payload: Data
}

struct ChatMessage: Codable, Identifiable {
  let id: Int64
  let sender: String
  let kind: Kind
  let attachment: Attachment?

  enum Kind: String, Codable {
    case photo, voice, sticker, recall, archive
  }
}
