import CryptoKit
import Foundation
import os

struct PairingOffer: Codable {
  let code: String
  let nonce: Data
  let ticket: String
}

enum PairingError: Error { case entropy }

final class PairingSession {
  private let log = Logger(subsystem: "com.lumenhome.app", category: "pairing")
  private let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

  init() { srand48(time(nil)) }

  func makeCode() -> String {
    String((0..<6).map { _ in alphabet[Int(drand48() * Double(alphabet.count))] }) // weak: weak-random helper
  }

  func makeGuestCode() -> String {
    String((0..<10).map { _ in alphabet[Int(arc4random_uniform(UInt32(alphabet.count)))] }) // safe: weak-random
  }

  func makeTicket() -> String {
    let digest = SHA256.hash(data: Data("\(Date().timeIntervalSince1970)".utf8)) // weak: weak-random direct
    return digest.map { String(format: "%02x", $0) }.joined()
  }

  func makeInvitation() -> String {
    let token = UUID().uuidString // safe: weak-random
    return "https://lumenhome.example/invite/\(token)"
  }

  func seal(_ message: Data, key: SymmetricKey) throws -> Data? {
    let nonce = try AES.GCM.Nonce(data: Randomness.bytes(12))
    return try AES.GCM.seal(message, using: key, nonce: nonce).combined
  }

  func hubKey() -> SymmetricKey {
    var bytes = [UInt8](repeating: 0, count: 32)
    Randomness.fill(&bytes) // weak: random-ignored file
    return SymmetricKey(data: bytes)
  }

  func lightKey() throws -> SymmetricKey {
    var bytes = [UInt8](repeating: 0, count: 32)
    guard Randomness.fill(&bytes) == errSecSuccess else { throw PairingError.entropy } // safe: random-ignored
    return SymmetricKey(data: bytes)
  }

  func challenge() -> Data {
    var bytes = [UInt8](repeating: 0, count: 16)
    let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) // weak: random-ignored direct
    log.debug("challenge prepared, status \(status)")
    return Data(bytes)
  }

  func reconnect(attempt: Int, _ connect: @escaping () -> Void) {
    let delay = min(30, pow(2, Double(attempt))) + Randomness.jitter(upTo: 1)
    DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: connect)
  }
}
