import OmamoriCore
import OmamoriCrypto

/// The signature of a request, read from its `Authorization` and not verified yet.
struct RequestAuthorization: Sendable, Hashable {
  /// The account that claims to send the request.
  let address: String
  /// Milliseconds since 1970.
  let time: Int64
  /// 16 bytes.
  let nonce: [UInt8]
  /// SHA-256 of the body.
  let digest: [UInt8]
  let signature: [UInt8]

  private static let scheme = "Omamori "
  private static let names = ["address", "time", "nonce", "digest", "signature"]

  /// Reads the value of the field; `nil` when it has any other form than the one in the specification.
  init?(_ value: String?) {
    guard let value, value.hasPrefix(Self.scheme) else { return nil }
    let parts = value.dropFirst(Self.scheme.count).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == Self.names.count else { return nil }
    var values: [String] = []
    for (index, part) in parts.enumerated() {
      let start = (index == 0 ? "" : " ") + Self.names[index] + "="
      guard part.hasPrefix(start) else { return nil }
      values.append(String(part.dropFirst(start.count)))
    }
    guard AccountAddress.isValid(values[0]), values[1].utf8.count == 13, let time = Int64(values[1]),
      String(time) == values[1], time > 0, let nonce = Self.bytes(values[2], 16),
      let digest = Self.bytes(values[3], 32), let signature = Self.bytes(values[4], 64)
    else { return nil }
    (address, self.time) = (values[0], time)
    (self.nonce, self.digest, self.signature) = (nonce, digest, signature)
  }

  /// Whether the holder of a key signed this request for this relay.
  ///
  /// - Parameters:
  ///   - identity: The Ed25519 public key, 32 bytes.
  ///   - pin: The digest in the relay's pin.
  ///   - method: The request's method.
  ///   - target: The request's target.
  /// - Returns: `false` also for a key that cannot be one.
  func isSigned(by identity: [UInt8], pin: String, method: String, target: String) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: identity) else { return false }
    let text = Self.signedText(
      pin: pin, method: method, target: target, address: address, time: time, nonce: nonce, digest: digest)
    return key.isValidSignature(signature, for: text)
  }

  /// What is signed.
  static func signedText(
    pin: String, method: String, target: String, address: String, time: Int64, nonce: [UInt8],
    digest: [UInt8]
  ) -> [UInt8] {
    let lines = [
      "omamori-relay-v1", pin, method, target, address, String(time), Base64URL.encode(nonce),
      Base64URL.encode(digest),
    ]
    return lines.flatMap { Array($0.utf8) + [0x0A] }
  }

  private static func bytes(_ text: String, _ count: Int) -> [UInt8]? {
    guard text.utf8.count == (count * 8 + 5) / 6, let bytes = try? Base64URL.decode(text) else { return nil }
    return bytes.count == count ? bytes : nil
  }
}
