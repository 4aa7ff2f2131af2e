import Foundation
import OmamoriAuth
import OmamoriCore
import OmamoriCrypto

/// A key and a token for each algorithm, in a file that another program can read too.
struct Samples: Codable {
  /// One of them.
  struct Sample: Codable {
    /// The key that signs, a JSON Web Key.
    let key: String
    /// The public key in PEM; nothing for a secret.
    let pem: String
    let token: String
  }

  static let issuer = "https://issuer.example/tenants/main"
  static let audience = "https://api.example"
  static let algorithms: [SignatureAlgorithm] = [.rs256, .es256, .edDSA, .hs256]

  let samples: [String: Sample]

  static func make() throws -> Samples {
    let now = Int(Date().timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": "auth|5f7c8ec7c33c6c004bbafe82", "aud": .string(audience),
      "exp": .integer(now + 86_400), "nbf": .integer(now - 60), "iat": .integer(now - 60),
      "jti": "b1c9f7a2-6f0e-4d38-9a51-2a1f6a4c7d10", "client_id": "mobile-app",
      "scope": "openid profile email orders:read orders:write", "email": "person@example.org",
      "roles": ["reader", "editor"],
    ]
    var samples: [String: Sample] = [:]
    for algorithm in algorithms {
      let key = try JSONWebKey.generate(for: algorithm, identifier: "key-2026-11", rsaBitCount: 2048)
      let token = try TokenSigner(key: key, algorithm: algorithm).sign(claims)
      samples[algorithm.rawValue] = Sample(
        key: key.export().reveal(), pem: try pem(key), token: token.reveal())
    }
    return Samples(samples: samples)
  }

  /// The public key for programs that know no JSON Web Keys.
  private static func pem(_ key: JSONWebKey) throws -> String {
    guard let members = key.publicMembers else { return "" }
    func bytes(_ name: String) throws -> [UInt8] { try Base64URL.decode(members[name]?.stringValue ?? "") }
    switch key.kind {
    case .rsa: return try RSA.Signing.PublicKey(n: bytes("n"), e: bytes("e")).pemRepresentation
    case .p256:
      return try P256.Signing.PublicKey(rawRepresentation: bytes("x") + bytes("y")).pemRepresentation
    default: return try Curve25519.Signing.PublicKey(rawRepresentation: bytes("x")).pemRepresentation
    }
  }

  private init(samples: [String: Sample]) { self.samples = samples }

  init(at path: String) throws {
    self = try JSONDecoder().decode(Samples.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(to path: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
  }
}
