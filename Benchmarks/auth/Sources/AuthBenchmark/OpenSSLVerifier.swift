import Baseline
import OmamoriAuth
import OmamoriCore

/// The least that a verification needs: OpenSSL on a context that was set up before, and the claims as JSON.
// because one thread at a time uses it
final class OpenSSLVerifier: @unchecked Sendable {
  private let verifier: OpaquePointer
  private let message: [UInt8]
  private let content: [UInt8]
  private let signature: [UInt8]

  struct Failure: Error {}

  /// `nil` for algorithms with secrets.
  init?(_ algorithm: SignatureAlgorithm, _ pem: String, token: String) throws {
    guard !algorithm.isSymmetric else { return nil }
    guard let verifier = baseline_verifier_new(pem, algorithm == .edDSA ? nil : "SHA256") else {
      throw Failure()
    }
    let parts = token.split(separator: ".")
    self.verifier = verifier
    message = Array("\(parts[0]).\(parts[1])".utf8)
    content = try Base64URL.decode(parts[1])
    signature = try Base64URL.decode(parts[2])
  }

  deinit { baseline_verifier_free(verifier) }

  func verify() throws {
    guard baseline_verify(verifier, message, message.count, signature, signature.count) == 1 else {
      throw Failure()
    }
    _ = try StrictJSON.parse(content)
  }
}
