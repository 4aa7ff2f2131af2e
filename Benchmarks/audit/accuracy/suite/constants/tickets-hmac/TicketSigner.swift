import CryptoKit
import Foundation
import UIKit

final class TicketSigner {
  private let deviceKey: SymmetricKey

  init(deviceKey: SymmetricKey) {
    self.deviceKey = deviceKey
  }

  func requestSignature(_ body: Data) -> String? {
    guard let secret = Bundle.main.object(forInfoDictionaryKey: "TicketApiSecret") as? String else { return nil }
    let key = SymmetricKey(data: Data(secret.utf8)) // weak: constant-key direct
    return HMAC<SHA256>.authenticationCode(for: body, using: key).map { String(format: "%02x", $0) }.joined()
  }

  func qrPayload(_ ticket: Ticket) -> String {
    let tag = HMAC<SHA256>.authenticationCode(for: ticket.message, using: .init(data: TicketKeys.qrSecret())) // weak: constant-key file
    return ticket.id.uuidString + "." + Data(tag.prefix(12)).base64EncodedString()
  }

  func gateProof(_ challenge: Data) -> Data {
    let material = SHA256.hash(data: Data(TicketKeys.gateSecret.utf8))
    let key = SymmetricKey(data: material) // weak: constant-key file
    return Data(HMAC<SHA512>.authenticationCode(for: challenge, using: key))
  }

  func deviceProof(_ challenge: Data) -> Data {
    let label = Data((Bundle.main.bundleIdentifier ?? "arena").utf8)
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: deviceKey, info: label, outputByteCount: 32) // safe: constant-key
    return Data(HMAC<SHA512>.authenticationCode(for: challenge, using: key))
  }

  func event(_ name: String) -> (name: String, tag: Data)? {
    guard let secret = TicketKeys.analyticsSecret else { return nil }
    var mac = HMAC<SHA256>(key: SymmetricKey(data: secret)) // weak: constant-key file
    mac.update(data: Data(name.utf8))
    return (name, Data(mac.finalize()))
  }

  func isGenuine(_ ticket: Ticket) throws -> Bool {
    let venue = try Curve25519.Signing.PublicKey(rawRepresentation: TicketKeys.venuePublicKey) // safe: constant-key
    return venue.isValidSignature(ticket.signature, for: ticket.message)
  }

  func keyImage() -> UIImage? {
    UIImage(named: "ticket-key-icon") // safe: constant-key
  }
}
