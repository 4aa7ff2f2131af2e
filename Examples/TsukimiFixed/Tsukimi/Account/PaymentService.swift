import CryptoKit
import Foundation
import LocalAuthentication

// 割り勘の送金。
struct PaymentService {
  enum Failure: Error {
    case noSecureEnclave
    case notEnrolled
    case invalidAmount
  }

  struct Order: Codable, Sendable {
    let friend: String
    let yen: Int
    let nonce: Data
    let signals: Set<IntegritySignal>
  }

  private struct SignedOrder: Encodable {
    let order: Data
    let signature: Data
    let assertion: Data
  }

  private let store = KeychainStore.shared

  /// Signs the order with a key of the Secure Enclave, which works only for the enrolled face or finger.
  func send(yen: Int, to friend: String) async throws {
    guard (1...100_000).contains(yen) else { throw Failure.invalidAmount }
    let order = try await Order(
      friend: friend, yen: yen, nonce: SecureRandom.bytes(count: 16), signals: DeviceIntegrity.signals())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let encoded = try encoder.encode(order)
    let signature = try await sign(encoded, reason: "\(friend)さんに\(yen)円を送ります")
    let assertion = try await AppAttestation().assertion(for: encoded)
    _ = try await APIClient.shared.send(
      "payments", body: SignedOrder(order: encoded, signature: signature, assertion: assertion))
  }

  // ウォレット鍵を Secure Enclave に作り、公開鍵を返す。
  func enrol() throws -> Data {
    guard SecureEnclave.isAvailable else { throw Failure.noSecureEnclave }
    let access = try KeychainStore.biometryAccess(flags: [.privateKeyUsage, .biometryCurrentSet])
    let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
    try store.save(key.dataRepresentation, as: .walletKey)
    return key.publicKey.x963Representation
  }

  private func sign(_ order: Data, reason: String) async throws -> Data {
    guard let handle = try store.load(.walletKey) else { throw Failure.notEnrolled }
    return try await Task.detached {
      let context = LAContext()
      context.localizedReason = reason
      defer { context.invalidate() }
      let key = try SecureEnclave.P256.Signing.PrivateKey(
        dataRepresentation: handle, authenticationContext: context)
      return try key.signature(for: order).rawRepresentation
    }.value
  }

  // Server からの通知が本物か確かめる。
  func isGenuine(_ notice: Data, tag: Data, key: SymmetricKey) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: notice, using: key)
  }
}
