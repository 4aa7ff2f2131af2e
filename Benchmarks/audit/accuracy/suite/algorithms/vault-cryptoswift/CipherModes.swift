import CryptoSwift
import Foundation

enum CipherError: Error { case unsupportedMode(String), shortInput }

enum CipherModes {
  static let records: BlockMode = ECB() // weak: ecb file

  static func attachments(iv: [UInt8]) -> BlockMode {
    GCM(iv: iv, mode: .combined) // safe: ecb
  }

  static func named(_ name: String, iv: [UInt8]) throws -> BlockMode {
    switch name.lowercased() {
    case "gcm": return GCM(iv: iv, mode: .combined)
    case "ctr": return CTR(iv: iv)
    case "ecb": throw CipherError.unsupportedMode(name) // safe: ecb
    default: throw CipherError.unsupportedMode(name)
    }
  }
}
