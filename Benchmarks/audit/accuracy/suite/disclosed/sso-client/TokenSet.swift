import Foundation

struct TokenSet: Codable {
  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
    case tokenType = "token_type"
  }

  var accessToken: String
  var refreshToken: String
  var expiresIn: Int
  var tokenType: String
}
