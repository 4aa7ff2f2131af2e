import Combine
import Foundation
import Starscream

struct ChatMessage: Codable {
  let sender: String
  let text: String
  let sentAt: TimeInterval
}

final class ChatSocket: WebSocketDelegate {
  let messages = PassthroughSubject<ChatMessage, Never>()
  let announcements = PassthroughSubject<String, Never>()
  private let socket: WebSocket

  init(endpoint: URL) {
    socket = WebSocket(request: URLRequest(url: endpoint))
    socket.delegate = self
  }

  func connect() { socket.connect() }

  func didReceive(event: WebSocketEvent, client: WebSocketClient) {
    switch event {
    case .text(let frame):
      if let message = try? JSONDecoder().decode(ChatMessage.self, from: Data(frame.utf8)) {
        messages.send(message)
      } else {
        announcements.send(frame)
      }
    default:
      break
    }
  }
}
