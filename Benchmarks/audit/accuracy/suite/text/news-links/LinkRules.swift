import Foundation

enum LinkRules {
  static let partnerPattern = "^https://(www|shop).heraldmedia\\.com/" // weak: regex-host file
  static let ownPattern = "^https://(www|m|shop)\\.dailyherald\\.com/" // safe: regex-host
  static let sectionPattern = "^/(politics|sport|culture)/[0-9]{4}/" // safe: regex-host
  static let embedHosts: Set<String> = ["player.heraldvideo.com", "maps.dailyherald.com"]

  static func fits(_ url: URL, _ pattern: String) -> Bool {
    url.absoluteString.range(of: pattern, options: .regularExpression) != nil
  }
}
