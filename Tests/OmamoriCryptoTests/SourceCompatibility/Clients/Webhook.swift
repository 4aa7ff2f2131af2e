import Foundation
import OmamoriCrypto

/// Checks that a message came from somebody who has the key.
struct Webhook: Sendable {
  let key: SymmetricKey

  func signature(of body: Data) -> Data { Data(HMAC<SHA256>.authenticationCode(for: body, using: key)) }

  func accepts(_ body: Data, signature: Data) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: body, using: key)
  }

  func accepts(_ body: Data, code: HMAC<SHA256>.MAC) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key)
  }

  func code(of pieces: [some DataProtocol]) -> HMAC<SHA256>.MAC {
    var mac = HMAC<SHA256>(key: key)
    for piece in pieces { mac.update(data: piece) }
    return mac.finalize()
  }

  func longSignature(of body: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA512>.authenticationCode(for: body, using: key))
  }
}
