import Foundation

struct Member: Codable {
  let memberNo: Int
  var nickname: String
  var mobilePhone: String
  var dob: Date
  var homeAddress: String
  var tier: Tier

  enum Tier: String, Codable { case blue, silver, gold }
}

struct SignInReply: Decodable {
  let accessToken: String
  let refreshToken: String
  let expiresAt: Date
  let passwordAgeDays: Int
}

enum LoyaltyAPI {
  static let base = URL(string: "https://api.kaorimart.example/v2/")!

  static func signIn(member: String, password: String) async throws -> SignInReply {
    var request = URLRequest(url: base.appendingPathComponent("session"))
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(["member": member, "password": password])
    let (body, _) = try await URLSession.shared.data(for: request)
    return try JSONDecoder().decode(SignInReply.self, from: body)
  }
}
