import Foundation
import JOSESwift
import SwiftJWT

struct PortalClaims: Claims {
  let sub: String
  let exp: Date
  let admin: Bool
}

struct DoorGrant: Decodable {
  let doors: [Int]
  let until: Date
}

enum PortalError: Error { case refused }

struct PortalTokens {
  let publicKey: Data
  let doorKey: SecKey

  func claims(from token: String) throws -> PortalClaims {
    try JWT<PortalClaims>(jwtString: token).claims // weak: jwt file
  }

  func checkedClaims(from token: String) throws -> PortalClaims {
    let jwt = try JWT<PortalClaims>(jwtString: token, verifier: .rs256(publicKey: publicKey)) // safe: jwt
    guard jwt.validateClaims() == .success else { throw PortalError.refused }
    return jwt.claims
  }

  func grant(from serialization: String) throws -> DoorGrant {
    let jws = try JWS(compactSerialization: serialization) // weak: jwt file
    return try decodeGrant(jws)
  }

  func checkedGrant(from serialization: String) throws -> DoorGrant {
    let jws = try JWS(compactSerialization: serialization) // safe: jwt
    guard let verifier = Verifier(signatureAlgorithm: .ES256, key: doorKey) else { throw PortalError.refused }
    return try decodeGrant(jws.validate(using: verifier))
  }

  private func decodeGrant(_ jws: JWS) throws -> DoorGrant {
    try JSONDecoder().decode(DoorGrant.self, from: jws.payload.data())
  }

  func verifier(forHeader algorithm: String) throws -> JWTVerifier {
    switch algorithm {
    case "RS256": return .rs256(publicKey: publicKey)
    case "PS256": return .ps256(publicKey: publicKey)
    case "none": return .none // weak: jwt file
    default: throw PortalError.refused
    }
  }

  func strictVerifier(forHeader algorithm: String) throws -> JWTVerifier {
    guard algorithm != "none" else { throw PortalError.refused } // safe: jwt
    guard algorithm == "RS256" else { throw PortalError.refused }
    return .rs256(publicKey: publicKey)
  }
}
