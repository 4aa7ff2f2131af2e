import Foundation
import WebKit

protocol WebBridgeDelegate: AnyObject {
  func bridge(_ bridge: WebBridge, didRequest request: BridgeRequest)
  func bridge(_ bridge: WebBridge, didSelect names: [String])
}

struct BridgeRequest {
  let entity: String
  let owner: String
  let page: Int
}

final class WebBridge: NSObject, WKScriptMessageHandler {
  weak var delegate: WebBridgeDelegate?
  static let didReceiveKeyword = Notification.Name("WebBridgeDidReceiveKeyword")

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    switch message.name {
    case "select":
      delegate?.bridge(self, didSelect: message.body as? [String] ?? [])
    case "keyword":
      NotificationCenter.default.post(name: Self.didReceiveKeyword, object: self, userInfo: ["keyword": message.body])
    default:
      guard let body = message.body as? [String: Any] else { return }
      let request = BridgeRequest(
        entity: body["entity"] as? String ?? "",
        owner: body["owner"] as? String ?? "",
        page: body["page"] as? Int ?? 0)
      delegate?.bridge(self, didRequest: request)
    }
  }
}
