import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging
import OmamoriTransport

/// The key with which an account shows a relay who it is.
///
/// It is a key of its own: what a relay asks to be signed is never signed with the identity that peers verify.
struct RelayKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// Makes a new key.
  init() { key = Curve25519.Signing.PrivateKey() }

  /// Reads what ``encoded()`` wrote.
  init(decoding bytes: SharedSecretBytes) throws {
    // because the buffer stays inside the closure
    key = try bytes.withBytes { bytes in
      try unsafe bytes.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }
  }

  /// The key as it is stored.
  func encoded() -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: key.rawRepresentation))
  }

  /// What the relay is given, 32 bytes.
  var publicKey: Data { key.publicKey.rawRepresentation }

  /// The field that a request is authenticated with.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the query, as they are sent.
  ///   - body: The body.
  ///   - address: The address of the account.
  ///   - pin: The relay's pin.
  ///   - time: The time.
  /// - Returns: The value of `Authorization`.
  /// - Throws: `CryptoError`, `CoreError`.
  func authorization(
    _ method: String, _ target: String, _ body: Data, as address: String, to pin: RelayPin, at time: Date
  ) throws -> String {
    let milliseconds = String(Int64(time.timeIntervalSince1970 * 1000))
    let nonce = Base64URL.encode(try SystemRandomness().bytes(count: 16))
    let digest = Base64URL.encode(Array(SHA256.hash(data: body)))
    let lines = [
      "omamori-relay-v1", pin.pin.base64, method, target, address, milliseconds, nonce, digest,
    ]
    let text = lines.map { $0 + "\n" }.joined()
    let signature = Base64URL.encode(try key.signature(for: Data(text.utf8)))
    return
      "Omamori address=\(address), time=\(milliseconds), nonce=\(nonce), digest=\(digest), signature=\(signature)"
  }
}

extension MessagingAddress {
  /// The address as a relay writes it.
  var relayText: String { Base64URL.encode(Array(name.utf8)) + ".\(device)" }

  /// Reads an address as a relay writes it; `nil` for anything else.
  init?(relayText text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // because what is no address is refused as a whole
    guard parts.count == 2, let bytes = try? Base64URL.decode(parts[0]),
      let name = String(validating: bytes, as: UTF8.self), let device = UInt32(parts[1]),
      String(device) == parts[1]
    else { return nil }
    try? self.init(name: name, device: device)
  }
}
