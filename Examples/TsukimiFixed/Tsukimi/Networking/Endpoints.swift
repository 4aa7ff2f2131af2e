import Foundation

/// Every address the app talks to.
enum Endpoints {
  static let api = address("https://api.tsukimi.example/v2")
  static let issuer = address("https://id.tsukimi.example")
  static let authorize = address("https://id.tsukimi.example/oauth/authorize")
  static let exchange = address("https://id.tsukimi.example/oauth/exchange")
  static let images = address("https://img.tsukimi.example/photos")
  static let chat = address("wss://chat.tsukimi.example/rooms")
  static let notice = address("https://www.tsukimi.example/notice")
  static let accountPage = address("https://www.tsukimi.example/account")

  private static func address(_ text: StaticString) -> URL {
    guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no URL") }
    return url
  }
}

// 写真を送るための一回かぎりの宛先。鍵はサーバーだけが持つ。
struct UploadTicket: Decodable, Sendable {
  let address: URL
  let expires: Date

  var isUsable: Bool {
    address.scheme == "https" && address.host() == Endpoints.images.host() && expires > .now
  }
}
