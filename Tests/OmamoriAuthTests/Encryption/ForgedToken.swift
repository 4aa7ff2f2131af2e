import OmamoriCore
import OmamoriCrypto

@testable import OmamoriAuth

/// A token whose every part a test may choose; as it is made it is a good one with the shared key ``key``.
struct ForgedToken {
  static let key = SymmetricKey(data: [UInt8](repeating: 0x5A, count: 32))
  static let content = "not to be believed"

  /// The parts in base64url, to be changed as text.
  var parts: [String]

  /// Encrypts with ``key`` itself.
  ///
  /// - Parameters:
  ///   - header: The protected header in JSON.
  ///   - content: The content.
  ///   - algorithm: How it is encrypted, whatever the header says.
  ///   - encryptedKey: What the token carries as a key.
  ///   - key: The key that the content is encrypted with.
  /// - Throws: ``AuthError``.
  init(
    _ header: String = #"{"alg":"dir","enc":"A256GCM"}"#,
    content: [UInt8] = Array(Self.content.utf8),
    _ algorithm: ContentEncryptionAlgorithm = .a256GCM,
    encryptedKey: [UInt8] = [],
    key: SymmetricKey = Self.key
  ) throws {
    let first = Base64URL.encode(Array(header.utf8))
    let vector = try SystemRandomness().bytes(count: algorithm.vectorByteCount)
    let sealed = try algorithm.seal(content, using: key, vector: vector, authenticating: Array(first.utf8))
    parts =
      [first] + [encryptedKey, sealed.vector, sealed.ciphertext, sealed.tag].map { Base64URL.encode($0) }
  }

  var text: String { parts.joined(separator: ".") }

  /// Takes only what the initialiser makes.
  static func decrypter(inflationLimit: Int? = nil) throws -> TokenDecrypter {
    try TokenDecrypter(
      keys: [DecryptionKey(key, for: .direct)], keyManagement: [.direct], contentEncryption: [.a256GCM],
      inflationLimit: inflationLimit)
  }

  /// The fault that a token is refused with; `nil` when it is taken.
  static func fault(_ text: String, with decrypter: TokenDecrypter) -> AuthError? {
    do throws(AuthError) {
      _ = try decrypter.decrypt(text)
      return nil
    } catch {
      return error
    }
  }

  /// The fault that a token is refused with; `nil` when it is taken.
  static func fault(_ token: SecretText, with decrypter: TokenDecrypter) -> AuthError? {
    fault(token.reveal(), with: decrypter)
  }
}
