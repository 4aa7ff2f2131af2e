import CryptoSwift
import Foundation

struct AccountLinks {
  let host: URL
  let linkSecret: String

  func recoveryURL(user: String, expires: Int) -> URL {
    var parts = URLComponents(url: host.appendingPathComponent("recover"), resolvingAgainstBaseURL: false)!
    parts.queryItems = [
      URLQueryItem(name: "u", value: user),
      URLQueryItem(name: "exp", value: String(expires)),
      URLQueryItem(name: "sig", value: seal(user, String(expires)))
    ]
    return parts.url!
  }

  private func seal(_ fields: String...) -> String {
    (fields + [linkSecret]).joined(separator: "|").md5() // weak: weak-hash helper
  }

  func avatarFile(for url: URL) -> URL {
    let name = url.absoluteString.md5() // safe: weak-hash
    return URL.cachesDirectory.appendingPathComponent(name).appendingPathExtension("png")
  }

  func isBreached(_ candidate: String) async throws -> Bool {
    let digest = candidate.sha1().uppercased() // safe: weak-hash
    let range = URL(string: "https://api.pwnedpasswords.com/range/")!.appendingPathComponent(String(digest.prefix(5)))
    let (body, _) = try await URLSession.shared.data(from: range)
    return String(decoding: body, as: UTF8.self).contains(digest.dropFirst(5))
  }
}

struct MasterVerifier: Codable {
  let salt: [UInt8]
  let value: [UInt8]

  static func quick(password: String, pepper: [UInt8]) throws -> MasterVerifier {
    let salt = AES.randomIV(16)
    let value = try HMAC(key: pepper + salt, variant: .sha2(.sha256)).authenticate(Array(password.utf8)) // weak: password-hash direct
    return MasterVerifier(salt: salt, value: value)
  }

  static func stretched(password: String) throws -> MasterVerifier {
    let salt = AES.randomIV(16)
    let kdf = try Scrypt(password: Array(password.utf8), salt: salt, dkLen: 32, N: 1 << 17, r: 8, p: 1) // safe: password-hash
    return MasterVerifier(salt: salt, value: try kdf.calculate())
  }
}
