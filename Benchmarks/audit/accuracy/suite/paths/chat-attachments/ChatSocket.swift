import Combine
import Foundation

final class ChatSocket: ObservableObject {
  @Published private(set) var messages: [ChatMessage] = []
  private let task: URLSessionWebSocketTask
  private let store: AttachmentStore
  private let cache = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]

  init(store: AttachmentStore, request: URLRequest) {
    self.store = store
    task = URLSession.shared.webSocketTask(with: request)
    task.resume()
  }

  func listen() async throws {
    while task.closeCode == .invalid {
      guard case .data(let frame) = try await task.receive() else { continue }
      let message = try JSONDecoder().decode(ChatMessage.self, from: frame)
      messages.append(message)
      try await handle(message)
    }
  }

  private func handle(_ message: ChatMessage) async throws {
    guard let attachment = message.attachment else { return }
    switch message.kind {
    case .photo:
      try await store.keep(attachment.payload, as: attachment.fileName)
      try preview(attachment)
    case .voice: try await store.keepVoice(attachment.payload, from: attachment)
    case .sticker: try await store.keepSticker(attachment.payload, name: attachment.fileName)
    case .recall:
      try await store.discard(attachment.fileName)
      try await store.discardThumbnail(of: message.id)
    case .archive: _ = await store.albumEntries(attachment.album)
    }
  }

  private func preview(_ attachment: Attachment) throws {
    try attachment.payload.write(to: cache.appendingPathComponent(attachment.album + "/latest.jpg")) // weak: path file
  }

  func exportOnRequest() async throws -> URL {
    guard case .string(let title) = try await task.receive() else { throw URLError(.cannotParseResponse) }
    let transcript = messages.map(\.sender).joined(separator: "\n")
    let target = cache.appendingPathComponent("\(title).txt") // weak: path direct
    try transcript.write(to: target, atomically: true, encoding: .utf8)
    return target
  }

  func exportToday() throws -> URL {
    let day = Date().formatted(.iso8601.year().month().day())
    let target = cache.appendingPathComponent("chat-\(day).txt") // safe: path
    try messages.map(\.sender).joined().write(to: target, atomically: true, encoding: .utf8)
    return target
  }
}
