import CryptoSwift
import Foundation

struct Ticket: Codable {
  let seat: String
  let gate: Int
  let holder: String
}

struct TicketSigning {
  static let legacyVariant = RSA.SignatureVariant.message_pkcs1v15_SHA1 // weak: weak-signature file
  static let variant = RSA.SignatureVariant.message_pkcs1v15_SHA512 // safe: weak-signature

  private static let deviceBits = 1024

  let venue: RSA

  static func makeDeviceKey() throws -> RSA {
    try RSA(keySize: deviceBits) // weak: weak-key helper
  }

  func accepts(_ payload: Data, _ signature: Data, _ variant: RSA.SignatureVariant) throws -> Bool {
    try venue.verify(signature: Array(signature), for: Array(payload), variant: variant)
  }
}
