import Foundation
import OpenSSL
import Security

final class GatewayLink {
  private let sessionKey: [UInt8]

  init(sessionKey: [UInt8]) { self.sessionKey = sessionKey }

  func verifyFirmware(_ image: Data, announced: Data) -> Bool {
    GatewayProfile.firmwareDigest(image) == announced
  }

  func iconFile(for icon: Data) -> URL {
    let name = GatewayProfile.iconDigest(icon).map { String(format: "%02x", $0) }.joined()
    return URL.cachesDirectory.appendingPathComponent(name)
  }

  func verifyScript(_ script: Data, announced: Data) -> Bool {
    let digest = EVPDigest(type: EVP_ripemd160()) // weak: weak-hash direct
    return digest(script) == announced
  }

  func sendCommand(_ command: Data) throws -> Data {
    let iv = try nonce(8)
    return Data(iv) + (try GatewayProfile.commandCipher.encrypt(command, key: Array(sessionKey.prefix(24)), iv: iv))
  }

  func sendReading(_ reading: Data) throws -> Data {
    let iv = try nonce(16)
    return Data(iv) + (try GatewayProfile.telemetryCipher.encrypt(reading, key: sessionKey, iv: iv))
  }

  func sendSettings(_ settings: Data) throws -> Data {
    let cipher = EVPCipher(type: EVP_aes_256_ecb()) // weak: ecb direct
    return try cipher.encrypt(settings, key: sessionKey, iv: [])
  }

  func sendNegotiated(_ payload: Data, suite: String) throws -> Data {
    let iv = try nonce(16)
    return Data(iv) + (try EVPCipher(type: try algorithm(for: suite)).encrypt(payload, key: sessionKey, iv: iv))
  }

  private func algorithm(for suite: String) throws -> OpaquePointer? {
    switch suite {
    case "AES256-CTR": return EVP_aes_256_ctr() // safe: weak-cipher
    case "BF-CBC": return EVP_bf_cbc() // weak: weak-cipher helper
    case "DES-CBC", "RC4": throw GatewayError.unknownSuite(suite) // safe: weak-cipher
    default: throw GatewayError.unknownSuite(suite)
    }
  }

  private func nonce(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess else { throw GatewayError.context } // safe: random-ignored
    return bytes
  }
}
