import OmamoriCore
import OmamoriCrypto

/// How the files of a ``FolderConversationStore`` are called and sealed.
///
/// A file is a format byte, a random nonce, the ciphertext and the tag of AES-256-GCM. Each record has a key of its own,
/// derived from the key of the store; what is authenticated with it is the name, the kind and the version, so that no
/// file can stand for another one or for an older one.
struct FolderSeal: Sendable {
  /// The length of the key of a store in bytes.
  static let keyByteCount = 32
  /// How much longer a file is than what is sealed in it.
  static let overhead = 1 + 12 + 16
  private static let format: UInt8 = 1
  private static let nameByteCount = 20

  private let key: SymmetricKey
  private let tagKey: SymmetricKey

  /// Makes the seal of a store.
  ///
  /// - Parameter secret: The key of the store; `nil` is the result when it is not of 32 bytes.
  init?(_ secret: SharedSecretBytes) {
    guard secret.count == Self.keyByteCount else { return nil }
    key = secret.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    tagKey = Self.derive("tag", from: key)
  }

  /// The name of the file that holds a version of a record; it says nothing of either.
  func fileName(_ name: RecordName, version: UInt64) -> String {
    let tag = HMAC<SHA256>.authenticationCode(for: Self.described(name, version), using: tagKey)
    return Hexadecimal.text(of: tag.prefix(Self.nameByteCount))
  }

  /// Whether a file can be one of those that hold records.
  static func isFileName(_ name: String) -> Bool {
    name.utf8.count == 2 * nameByteCount && name.utf8.allSatisfy("0123456789abcdef".utf8.contains)
  }

  /// Seals a version of a record.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func seal(
    _ bytes: SharedSecretBytes, _ name: RecordName, version: UInt64
  ) throws(MessagingError) -> [UInt8] {
    try Self.sealing { [key] in
      // because the buffer is only read during the calls
      try bytes.withBytes { bytes in
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe AES.GCM.seal(
            bytes.assumingMemoryBound(to: UInt8.self), using: Self.recordKey(name, from: key),
            authenticating: Self.described(name, version))
        }
      }
    }
  }

  /// Opens a version of a record; `nil` when it is damaged or another one.
  func open(_ sealed: [UInt8], _ name: RecordName, version: UInt64) -> SharedSecretBytes? {
    guard sealed.first == Self.format, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
      var opened = try? AES.GCM.open(
        box, using: Self.recordKey(name, from: key), authenticating: Self.described(name, version))
    else { return nil }
    defer { opened.resetBytes(in: opened.startIndex..<opened.endIndex) }
    return SharedSecretBytes(SecretBytes(copying: opened))
  }

  /// Seals an index.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func seal(_ index: FolderIndex) throws(MessagingError) -> [UInt8] {
    try Self.sealing { [key] in
      try AES.GCM.seal(index.encoded, using: Self.derive("index", from: key), authenticating: [Self.format])
    }
  }

  /// Opens an index; `nil` when it is damaged.
  func openIndex(_ sealed: [UInt8]) -> FolderIndex? {
    guard sealed.first == Self.format, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
      let opened = try? AES.GCM.open(
        box, using: Self.derive("index", from: key), authenticating: [Self.format])
    else { return nil }
    return FolderIndex(decoding: Array(opened))
  }

  private static func sealing(_ body: () throws -> AES.GCM.SealedBox) throws(MessagingError) -> [UInt8] {
    do {
      let box = try body()
      return [format] + box.nonce + box.ciphertext + box.tag
    } catch {
      throw .cryptography(.authenticationFailed)
    }
  }

  private static func recordKey(_ name: RecordName, from key: SymmetricKey) -> SymmetricKey {
    derive("record", [name.kind.rawValue] + name.key, from: key)
  }

  private static func derive(
    _ purpose: String, _ info: [UInt8] = [], from key: SymmetricKey
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array("Omamori Messaging v1 folder \(purpose)\0".utf8) + info,
      outputByteCount: keyByteCount)
  }

  private static func described(_ name: RecordName, _ version: UInt64) -> [UInt8] {
    [format, name.kind.rawValue, UInt8(truncatingIfNeeded: name.key.count)] + name.key
      + [UInt8](bigEndian: version, count: 8)
  }
}
