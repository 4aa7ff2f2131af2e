import OmamoriCore
import OmamoriCrypto

/// The cryptography of groups: one label for each use, AES-256-GCM, HKDF with SHA-256, and Ed25519.
enum GroupCipher {
  /// What a derived value is for.
  enum Label: String {
    /// The chain key after this one.
    case chain = "Omamori Messaging v1 group chain"
    /// The key of one message.
    case message = "Omamori Messaging v1 group message"
    /// The key of the headers of one epoch.
    case header = "Omamori Messaging v1 group header"
    /// What messages of one epoch are recognised by.
    case tag = "Omamori Messaging v1 group tag"
    /// What a change says of the secret of its epoch.
    case commitment = "Omamori Messaging v1 group commitment"
    /// The digest of a change.
    case change = "Omamori Messaging v1 group change"
    /// The digest of a state.
    case state = "Omamori Messaging v1 group state"
    /// The signature of a change.
    case changeSignature = "Omamori Messaging v1 group change signature"
    /// The signature of one who leaves.
    case leaveSignature = "Omamori Messaging v1 group leave signature"
    /// The signature of a message.
    case messageSignature = "Omamori Messaging v1 group message signature"

    /// The label, and a zero byte that ends it.
    var bytes: [UInt8] { Array(rawValue.utf8) + [0] }
  }

  static let keySize = 32
  static let nonceSize = 12
  static let tagSize = 16
  static let signatureSize = 64

  /// Derives a key of 32 bytes.
  static func derive(_ key: SymmetricKey, _ label: Label, _ context: [UInt8] = []) -> SymmetricKey {
    HKDF<SHA256>.expand(pseudoRandomKey: key, info: label.bytes + context, outputByteCount: keySize)
  }

  /// Derives bytes that others may see.
  static func deriveBytes(_ key: SymmetricKey, _ label: Label, _ context: [UInt8], count: Int) -> [UInt8] {
    let derived = HKDF<SHA256>.expand(
      pseudoRandomKey: key, info: label.bytes + context, outputByteCount: count)
    // because the bytes are copied inside the closure
    return unsafe derived.withUnsafeBytes { unsafe Array($0) }
  }

  /// The digest of bytes under a label.
  static func digest(_ label: Label, _ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: label.bytes + bytes))
  }

  /// A random key of 32 bytes.
  static func randomKey(_ randomness: some Randomness) throws(MessagingError) -> SymmetricKey {
    do throws(CoreError) {
      let secret = SharedSecretBytes(try SecretBytes(randomCount: keySize, from: randomness))
      return key(secret)
    } catch { throw .core(error) }
  }

  /// Random bytes that others may see.
  static func randomBytes(_ count: Int, _ randomness: some Randomness) throws(MessagingError) -> [UInt8] {
    do throws(CoreError) { return try randomness.bytes(count: count) } catch { throw .core(error) }
  }

  /// The key with the bytes of a secret.
  static func key(_ secret: SharedSecretBytes) -> SymmetricKey {
    secret.withBytes { span in
      // because the key copies the bytes
      unsafe span.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
  }

  /// Seals bytes; gives the ciphertext and its tag.
  static func seal(
    _ plaintext: [UInt8],
    _ key: SymmetricKey,
    _ nonce: [UInt8],
    _ authenticated: [UInt8]
  ) throws(MessagingError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        plaintext, using: key, nonce: try AES.GCM.Nonce(data: nonce), authenticating: authenticated)
      return Array(box.ciphertext) + Array(box.tag)
    } catch { throw .cryptography(.authenticationFailed) }
  }

  /// Opens what ``seal(_:_:_:_:)`` gave.
  static func open(
    _ sealed: [UInt8],
    _ key: SymmetricKey,
    _ nonce: [UInt8],
    _ authenticated: [UInt8]
  ) throws(MessagingError) -> [UInt8] {
    guard sealed.count >= tagSize else { throw .message(.malformed) }
    do {
      let box = try AES.GCM.SealedBox(
        nonce: try AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(tagSize),
        tag: sealed.suffix(tagSize))
      return Array(try AES.GCM.open(box, using: key, authenticating: authenticated))
    } catch { throw .message(.forged) }
  }

  /// Signs bytes under a label.
  static func sign(
    _ label: Label,
    _ bytes: [UInt8],
    _ key: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) -> [UInt8] {
    do { return Array(try key.signature(for: label.bytes + bytes)) } catch {
      throw .cryptography(.authenticationFailed)
    }
  }

  /// Says whether a signature of bytes under a label belongs to a public key of 32 bytes.
  static func verify(_ label: Label, _ bytes: [UInt8], _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool {
    guard signature.count == signatureSize, publicKey.count == keySize else { return false }
    do {
      let key = try Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
      return key.isValidSignature(signature, for: label.bytes + bytes)
    } catch { return false }
  }
}
