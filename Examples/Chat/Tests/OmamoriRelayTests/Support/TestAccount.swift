import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriRelay

/// An account of a test, which signs requests.
struct TestAccount: Sendable {
  let address: String
  let key = Curve25519.Signing.PrivateKey()

  init(_ name: String, device: UInt32 = 1) { address = AccountAddress.text(name: name, device: device) }

  var identity: [UInt8] { Array(key.publicKey.rawRepresentation) }

  /// Milliseconds since 1970.
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  static func identifier() -> String {
    Base64URL.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  /// The value of `Authorization` for a request.
  func authorization(
    _ method: String, _ target: String, _ body: [UInt8], pin: String, time: Int64 = now,
    nonce: [UInt8]? = nil
  ) -> String {
    let nonce = nonce ?? (0..<16).map { _ in UInt8.random(in: 0...255) }
    let digest = Array(SHA256.hash(data: body))
    let text = RequestAuthorization.signedText(
      pin: String(pin.dropFirst("sha256//".count)), method: method, target: target, address: address,
      time: time, nonce: nonce, digest: digest)
    let signature = (try? key.signature(for: text)).map(Array.init) ?? []
    let parts = [
      "address=\(address)", "time=\(time)", "nonce=\(Base64URL.encode(nonce))",
      "digest=\(Base64URL.encode(digest))", "signature=\(Base64URL.encode(signature))",
    ]
    return "Omamori " + parts.joined(separator: ", ")
  }
}
