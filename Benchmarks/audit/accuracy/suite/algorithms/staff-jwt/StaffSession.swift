import CryptoKit
import Foundation
import JWTDecode
import JWTKit
import SwiftUI

struct StaffClaims: JWTPayload {
  var sub: SubjectClaim
  var exp: ExpirationClaim
  var role: String

  func verify(using _: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
}

@MainActor
final class StaffSession: ObservableObject {
  @Published private(set) var role = "guest"
  @Published private(set) var subject: String?
  @Published private(set) var greeting = ""

  private let keys: JWTKeyCollection
  private let issuerKey: P256.Signing.PublicKey

  init(keys: JWTKeyCollection, issuerKey: P256.Signing.PublicKey) {
    self.keys = keys
    self.issuerKey = issuerKey
  }

  func signIn(link token: String) throws {
    let parts = try TokenParts(token) // weak: jwt file
    guard let role = parts.claims["role"] as? String else { throw TokenError.malformed }
    self.role = role
    subject = parts.claims["sub"] as? String
  }

  func signInChecked(link token: String) throws {
    let parts = try TokenParts(token) // safe: jwt
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts.signature)
    guard parts.header["alg"] as? String == "ES256", issuerKey.isValidSignature(signature, for: parts.signingInput),
      let expiry = parts.claims["exp"] as? Double, Date(timeIntervalSince1970: expiry) > .now
    else { throw TokenError.untrusted }
    role = parts.claims["role"] as? String ?? "guest"
  }

  func signIn(badge token: String) async throws {
    let claims = try await keys.verify(token, as: StaffClaims.self) // safe: jwt
    role = claims.role
    subject = claims.sub.value
  }

  func signIn(kiosk token: String) async throws {
    let claims = try await keys.unverified(token, as: StaffClaims.self) // weak: jwt direct
    role = claims.role
    subject = claims.sub.value
  }

  func openMaintenance(token: String) throws -> MaintenanceView? {
    let jwt = try decode(jwt: token) // weak: jwt direct
    guard !jwt.expired, jwt["scope"].array?.contains("maintenance") == true else { return nil }
    return MaintenanceView(operatorName: jwt.subject ?? "")
  }

  func showGreeting(idToken: String) {
    let name = (try? decode(jwt: idToken))?["given_name"].string // safe: jwt
    greeting = name.map { "Hello, \($0)" } ?? "Hello"
  }
}

struct MaintenanceView: View {
  let operatorName: String
  var body: some View { Text("Doors, \(operatorName)") }
}
