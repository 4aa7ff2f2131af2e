import Dispatch
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriAuth

/// Signed tokens in both serializations: one that is taken has a valid signature and one spelling.
func fuzzSignedToken(_ bytes: [UInt8]) {
  if let token = try? UnverifiedToken(bytes: bytes) {
    let size = token.protection == .signature ? 3 : 5
    let parts = (0..<size).map { Array(token.part($0)) }
    expect(Array(parts.joined(separator: [UInt8(ascii: ".")])) == bytes, "the parts are the token")
    _ = try? token.contentForDisplay()
  }
  if let claims = try? ClaimSet(content: bytes) {
    _ = try? RegisteredClaims(claims)
  }
  guard let verifier, let tokens else { return }
  waiting {
    if let content = try? await verifier.verify(UnverifiedToken(bytes: bytes)) {
      let encoded = Base64URL.encode(content.bytes)
      expect(
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[1].elementsEqual(
          encoded.utf8),
        "a verified content has one spelling")
    }
    if let contents = try? await verifier.verify(json: bytes) {
      expect(!contents.isEmpty, "a message with no signature is not verified")
    }
    _ = try? await tokens.verify(String(decoding: bytes, as: UTF8.self))
  }
}

/// The key of the example of RFC 7515, appendix A.1, with which one of the seeds is signed.
private let key = try? JSONWebKey(
  json: """
    {"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}
    """)
private let source = key.flatMap { try? StaticKeys($0) }
private let verifier = source.flatMap { try? SignatureVerifier(algorithms: [.hs256], keys: $0) }
private let tokens = source.flatMap {
  try? TokenVerifier(issuer: "joe", audience: "app", algorithms: [.hs256], keys: $0)
}

/// Waits for what runs on another thread.
private func waiting(_ work: @escaping @Sendable () async -> Void) {
  let semaphore = DispatchSemaphore(value: 0)
  Task {
    await work()
    semaphore.signal()
  }
  semaphore.wait()
}
