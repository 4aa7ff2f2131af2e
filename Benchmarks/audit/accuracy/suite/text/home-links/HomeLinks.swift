import Foundation

enum HomeLinks {
  static let hubs: [String: String] = ["eu": "hub.nestling.eu", "us": "hub.nestling.us"]

  static func isHub(_ url: URL) -> Bool {
    guard url.scheme == "https", let host = url.host else { return false }
    return hubs.values.contains(host) // safe: host-check
  }

  static func isCloud(_ text: String) -> Bool {
    text.lowercased().hasPrefix(cloudAddress) // weak: host-check helper
  }

  static func isFirmware(_ text: String) -> Bool {
    text.hasPrefix(cloudAddress + "/firmware/") // safe: host-check
  }

  private static let cloudAddress = "https://cloud.nestling.eu"
}
