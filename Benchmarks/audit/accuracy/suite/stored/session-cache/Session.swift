import Foundation

struct Session: Codable {
  let userId: Int
  let accessToken: String
  let refreshToken: String
  let issuedAt: Date
}

struct SessionInfo: Codable {
  let tokenType: TokenType
  let tokenLifetime: Int
  let passwordChangeRequired: Bool

  enum TokenType: String, Codable { case bearer, dpop }
}

final class Bookmark: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let title: String
  let secretToken: String

  init(title: String, secretToken: String) {
    self.title = title
    self.secretToken = secretToken
  }

  init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
    secretToken = coder.decodeObject(of: NSString.self, forKey: "st") as String? ?? ""
  }

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(secretToken as NSString, forKey: "st")
  }
}

struct JSONFile<Content: Codable> {
  let url: URL
  var options: Data.WritingOptions = .atomic

  func save(_ content: Content) throws {
    let data = try JSONEncoder().encode(content)
    try data.write(to: url, options: options)
  }
}
