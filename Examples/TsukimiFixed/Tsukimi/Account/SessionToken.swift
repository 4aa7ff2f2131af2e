import CryptoKit
import Foundation

enum TokenError: Error {
  case malformed
  case unknownKey
  case badSignature
  case wrongIssuer
  case wrongAudience
  case wrongNonce
  case outsideValidity
}

/// The public keys of the identity service.
struct KeySet: Decodable, Sendable {
  struct Key: Decodable, Sendable {
    let kid: String
    let kty: String
    let crv: String
    let x: String
    let y: String
  }

  let keys: [Key]

  func publicKey(_ id: String) throws -> P256.Signing.PublicKey {
    guard let key = keys.first(where: { $0.kid == id && $0.kty == "EC" && $0.crv == "P-256" }) else {
      throw TokenError.unknownKey
    }
    return try P256.Signing.PublicKey(
      x963Representation: Data([4]) + Base64URL.decode(key.x) + Base64URL.decode(key.y))
  }
}

/// The claims of an identity token; there is no way to have them without the checks.
struct VerifiedClaims: Sendable {
  private struct Header: Decodable {
    let alg: String
    let kid: String
  }

  private struct Body: Decodable {
    let iss: String
    let aud: String
    let sub: String
    let exp: TimeInterval
    let nbf: TimeInterval?
    let nonce: String?
    let name: String?
  }

  private static let leeway: TimeInterval = 60
  private static let largestToken = 16 << 10

  let subject: String
  let name: String

  /// Verifies signature, issuer, audience, time and nonce, in this order.
  init(_ token: String, keys: KeySet, nonce: String?, now: Date) throws {
    let segments = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= Self.largestToken, segments.count == 3 else { throw TokenError.malformed }
    let header = try JSONDecoder().decode(Header.self, from: Base64URL.decode(segments[0]))
    guard header.alg == "ES256" else { throw TokenError.badSignature }
    let key = try keys.publicKey(header.kid)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: Base64URL.decode(segments[2]))
    guard key.isValidSignature(signature, for: Data("\(segments[0]).\(segments[1])".utf8)) else {
      throw TokenError.badSignature
    }

    let body = try JSONDecoder().decode(Body.self, from: Base64URL.decode(segments[1]))
    guard body.iss == Endpoints.issuer.absoluteString else { throw TokenError.wrongIssuer }
    guard body.aud == WebSignIn.clientID else { throw TokenError.wrongAudience }
    let time = now.timeIntervalSince1970
    guard time < body.exp + Self.leeway, time > (body.nbf ?? 0) - Self.leeway else {
      throw TokenError.outsideValidity
    }
    guard nonce == nil || body.nonce == nonce else { throw TokenError.wrongNonce }
    subject = body.sub
    name = body.name ?? ""
  }
}

enum Base64URL {
  static func decode(_ text: some StringProtocol) throws -> Data {
    var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    padded += String(repeating: "=", count: (4 - padded.count % 4) % 4)
    guard let data = Data(base64Encoded: padded) else { throw TokenError.malformed }
    return data
  }

  static func encode(_ data: Data) -> String {
    data.base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
