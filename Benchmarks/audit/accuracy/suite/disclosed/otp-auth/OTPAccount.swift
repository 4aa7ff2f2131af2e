import Foundation

struct OTPAccount: Identifiable {
  let id: UUID
  let issuer: String
  let label: String
  let secret: String
  var digits = 6

  var exportURI: URL? {
    var parts = URLComponents()
    parts.scheme = "otpauth"
    parts.host = "totp"
    parts.path = "/" + label
    parts.queryItems = [URLQueryItem(name: "secret", value: secret), URLQueryItem(name: "issuer", value: issuer)] // safe: url-query
    return parts.url
  }
}
