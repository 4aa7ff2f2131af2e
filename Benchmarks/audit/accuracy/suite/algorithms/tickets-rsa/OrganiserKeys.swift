import Foundation
import SwiftyRSA

enum OrganiserKeys {
  static func makeOrganiserKeys() throws -> (PrivateKey, PublicKey) {
    let pair = try SwiftyRSA.generateRSAKeyPair(sizeInBits: 3072) // safe: weak-key
    return (pair.privateKey, pair.publicKey)
  }

  static func makeTurnstileKeys() throws -> (PrivateKey, PublicKey) {
    let pair = try SwiftyRSA.generateRSAKeyPair(sizeInBits: 1024) // weak: weak-key direct
    return (pair.privateKey, pair.publicKey)
  }
}
