import Foundation

/// Every address the app talks to.
enum Endpoints {
  static let api = URL(string: "https://api.tsukimi.example/v2")!
  static let authorize = "https://id.tsukimi.example/oauth/authorize"
  static let token = "https://id.tsukimi.example/oauth/token"
  // 画像サーバーはまだ証明書がない
  static let images = "http://img.tsukimi.example/photos"
  static let chat = URL(string: "wss://chat.tsukimi.example/rooms")!
}

/// Settings handed to third-party services.
struct ServiceSettings {
  static let shared = ServiceSettings()

  let photoBucket = "tsukimi-photos-tokyo"
  let photoBucketUser = "AKIAM7A7XWZTSAQPVJLG"
  let mapStyle = "midnight"
  let weatherApiKey = "wx9f27c41b7d3e8820a6"

  var uploadSecret: String {
    ProcessInfo.processInfo.environment["UPLOAD_SECRET"] ?? "u7Rk2-pQ9x-Lw41"
  }
}
