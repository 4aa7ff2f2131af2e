import OmamoriCore
import OmamoriCrypto

/// How the items of a ``KeychainConversationStore`` are called, so that a keychain which shows the names of its items
/// shows no address.
///
/// An item's account is a keyed hash of the record's name; the name itself stands sealed beside it. The key lies in the
/// store's first item.
struct KeychainRecordNames: Sendable {
  /// The first item of a store: format, key of the names, greatest version that a removed record had.
  struct Head: Sendable {
    static let format: UInt8 = 1
    static let keyByteCount = 32
    static let byteCount = 1 + keyByteCount + 8

    /// Random bytes from which the keys of the names come.
    let key: SharedSecretBytes
    /// The greatest version that a removed record had.
    var greatestRemoved: UInt64

    /// Makes the head of a new store.
    ///
    /// - Throws: ``MessagingError/core(_:)`` when there is no randomness.
    init(randomness: any Randomness) throws(MessagingError) {
      do throws(CoreError) {
        key = SharedSecretBytes(try SecretBytes(randomCount: Self.keyByteCount, from: randomness))
      } catch {
        throw .core(error)
      }
      greatestRemoved = 0
    }

    /// Reads a head; `nil` when it is none.
    init?(decoding secret: SharedSecretBytes?) {
      guard let secret, secret.count == Self.byteCount else { return nil }
      let edges = secret.withBytes { ($0.prefixBytes(1), $0.extracting(last: 8).prefixBytes(8)) }
      guard edges.0 == [Self.format] else { return nil }
      key = secret.withBytes { bytes in
        SharedSecretBytes(SecretBytes(copying: bytes.extracting(1..<1 + Self.keyByteCount)))
      }
      greatestRemoved = edges.1.bigEndian(0..<8)
    }

    /// The bytes of the head.
    var encoded: SharedSecretBytes {
      let tail = [UInt8](bigEndian: greatestRemoved, count: 8)
      let start = key.withBytes { SecretBytes(header: [Self.format], body: $0) }
      return SharedSecretBytes(
        SecretBytes(count: Self.byteCount) { target in
          // because the buffers stay inside the closures, and the target has room for both
          unsafe target.withUnsafeMutableBytes { target in
            unsafe start.bytes.withUnsafeBytes { unsafe target.copyBytes(from: $0) }
            for (offset, byte) in tail.enumerated() { unsafe target[start.count + offset] = byte }
          }
        })
    }
  }

  private let tagKey: SymmetricKey
  private let nameKey: SymmetricKey

  /// Makes the names of a store.
  init(_ head: Head) {
    let key = head.key.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    func derive(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("Omamori Messaging v1 store \(purpose)".utf8), outputByteCount: 32)
    }
    (tagKey, nameKey) = (derive("tag"), derive("name"))
  }

  /// The account of the item that holds a record.
  func account(of name: RecordName) -> String {
    Base64URL.encode(
      Array(HMAC<SHA256>.authenticationCode(for: [name.kind.rawValue] + name.key, using: tagKey)))
  }

  /// The name, sealed and of a length that says little.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func seal(_ name: RecordName) throws(MessagingError) -> [UInt8] {
    var text = [UInt8(truncatingIfNeeded: name.key.count)] + name.key
    text += [UInt8](repeating: 0, count: (64 - text.count % 64) % 64)
    do {
      let box = try AES.GCM.seal(text, using: nameKey, authenticating: [name.kind.rawValue])
      guard let combined = box.combined else { throw CryptoError.authenticationFailed }
      return Array(combined)
    } catch {
      throw .cryptography(.authenticationFailed)
    }
  }

  /// Opens a name; `nil` when it is damaged.
  func open(_ sealed: [UInt8], of kind: RecordKind) -> RecordName? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let text = try? AES.GCM.open(box, using: nameKey, authenticating: [kind.rawValue]),
      let count = text.first.map(Int.init), count < text.count
    else { return nil }
    return RecordName(kind, key: Array(text.dropFirst().prefix(count)))
  }
}
