import Foundation

enum VenueHosts {
  private static let known = ["tickets.stagepass.com", "stagepass.com"]
  private static let suffixes = [".stagepass.com", "stagepass.io"]

  static func lets(_ url: URL) -> Bool {
    guard url.scheme == "https", let host = url.host else { return false }
    if known.contains(where: { $0 == host }) { return true } // safe: host-check
    if host.range(of: "^(box|vip)office.stagepass\\.com$", options: .regularExpression) != nil { return true } // weak: regex-host direct
    return suffixes.contains { host.hasSuffix($0) } // weak: host-check helper
  }

  static func isPoster(_ url: URL) -> Bool {
    url.lastPathComponent.hasSuffix("stagepass.png") // safe: host-check
  }
}
