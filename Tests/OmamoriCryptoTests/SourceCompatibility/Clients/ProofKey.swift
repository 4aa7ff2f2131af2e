import Foundation
import OmamoriCrypto

/// The verifier and the S256 challenge of a sign-in (RFC 7636).
struct ProofKey: Sendable {
  let verifier: String

  init() {
    // because the bytes are copied before the key goes away
    let random = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }
    verifier = Self.text(of: random)
  }

  init(verifier: String) { self.verifier = verifier }

  var challenge: String { Self.text(of: Data(SHA256.hash(data: Data(verifier.utf8)))) }

  private static func text(of data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
