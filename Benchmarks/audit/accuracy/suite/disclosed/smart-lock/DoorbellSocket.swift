import Foundation
import Starscream

final class DoorbellSocket: WebSocketDelegate {
  private let socket: WebSocket
  private let unlockCode: () -> String

  init(unlockCode: @escaping () -> String) {
    self.unlockCode = unlockCode
    var request = URLRequest(url: Endpoints.doorbell)
    request.timeoutInterval = 10
    socket = WebSocket(request: request)
    socket.delegate = self
    socket.connect()
  }

  func didReceive(event: WebSocketEvent, client: any WebSocketClient) {
    switch event {
    case .connected:
      client.write(string: "{\"type\":\"hello\"}") // safe: clear-text
    case .text(let text) where text == "unlock?":
      let passcode = unlockCode()
      client.write(string: "{\"type\":\"unlock\",\"code\":\"\(passcode)\"}") // weak: clear-text file
    case .error(let error):
      print("doorbell socket:", error as Any)
    default:
      break
    }
  }
}
