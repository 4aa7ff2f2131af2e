import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// Sealing of keys with keys: AES-256-GCM with a random nonce, nonce first, tag last.
enum KeyWrap {
  /// The length of a key in bytes.
  static let keyByteCount = 32
  /// How much longer than the secret a sealed secret is.
  static let overhead = 28
  /// The length of a sealed key in bytes.
  static let sealedKeyByteCount = keyByteCount + overhead

  /// Seals a secret.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func seal(
    _ secret: borrowing SecretBytes,
    under key: SymmetricKey,
    authenticating data: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    let shared = SharedSecretBytes(secret.copy())
    do {
      // because the buffer is only read during the call
      let box = try shared.withBytes { bytes in
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe AES.GCM.seal(bytes.assumingMemoryBound(to: UInt8.self), using: key, authenticating: data)
        }
      }
      return [UInt8](box.nonce) + box.ciphertext + box.tag
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Seals a key.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func seal(
    _ secret: SymmetricKey,
    under key: SymmetricKey,
    authenticating data: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    try seal(secret.secretBytes, under: key, authenticating: data)
  }

  /// Opens a sealed secret; `nil` when it was changed, or the key or the data is another one.
  static func open(
    _ sealed: [UInt8],
    under key: SymmetricKey,
    authenticating data: [UInt8]
  ) -> SharedSecretBytes? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      var opened = try? AES.GCM.open(box, using: key, authenticating: data)
    else { return nil }
    defer { opened.resetBytes(in: opened.startIndex..<opened.endIndex) }
    return SharedSecretBytes(SecretBytes(copying: opened))
  }

  /// Opens a sealed key; `nil` when it was changed, is no key, or the key or the data is another one.
  static func openKey(
    _ sealed: [UInt8],
    under key: SymmetricKey,
    authenticating data: [UInt8]
  ) -> SymmetricKey? {
    guard let opened = open(sealed, under: key, authenticating: data), opened.count == keyByteCount else {
      return nil
    }
    return SymmetricKey(opened)
  }

  /// Derives a key of 32 bytes for a purpose.
  static func derive(_ purpose: String, from key: SymmetricKey, salt: [UInt8], _ info: [UInt8] = [])
    -> SymmetricKey
  {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array("omamori keychain 1 \(purpose)\0".utf8) + info,
      outputByteCount: keyByteCount)
  }

  /// Bytes that need not be secret.
  ///
  /// - Throws: `KeychainError.backend(code:)` when the system gives none.
  static func random(
    _ count: Int,
    from randomness: some Randomness = SystemRandomness()
  ) throws(KeychainError) -> [UInt8] {
    do throws(CoreError) { return try randomness.bytes(count: count) } catch {
      guard case .randomnessUnavailable(let code) = error else { throw .backend(code: 0) }
      throw .backend(code: Int(code))
    }
  }
}

extension SymmetricKey {
  /// Makes a key with the bytes of a secret.
  init(_ secret: SharedSecretBytes) {
    self = secret.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
  }

  /// The bytes of the key as a secret.
  var secretBytes: SecretBytes {
    // because the buffer is only read during the call
    let shared = unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return shared.copy()
  }
}

/// The key of an accessibility class as the keybag keeps it.
///
/// Safe to share between threads.
struct ClassKey: Sendable {
  /// The key; `nil` when it is bound to a device key that is not at hand.
  let key: SymmetricKey?
  /// The key sealed with the device key; `nil` for a class that is not bound to the device.
  let bound: [UInt8]?

  /// Makes a new key for a class.
  ///
  /// - Throws: `KeychainError.invalidated` when the class is bound to the device and there is no device key.
  init(
    new accessibility: ItemAccessibility,
    store: StoreID,
    device: DeviceKey?
  ) throws(KeychainError) {
    let key = SymmetricKey(size: .bits256)
    guard accessibility.isThisDeviceOnly else {
      (self.key, bound) = (key, nil)
      return
    }
    guard let device else { throw .invalidated }
    self.key = key
    bound = try KeyWrap.seal(
      key, under: device.sealingKey(for: store), authenticating: Self.binding(accessibility, store))
  }

  /// Takes a key that is not bound to the device.
  init(_ key: SymmetricKey) { (self.key, bound) = (key, nil) }

  /// Takes a bound key, which needs the device key that it was bound to.
  init(bound: [UInt8], _ accessibility: ItemAccessibility, store: StoreID, device: DeviceKey?) {
    self.bound = bound
    key = device.flatMap {
      KeyWrap.openKey(
        bound, under: $0.sealingKey(for: store), authenticating: Self.binding(accessibility, store))
    }
  }

  /// The keys that items are sealed with.
  func keys(for accessibility: ItemAccessibility, of store: StoreID) -> ClassKeys? {
    guard let key else { return nil }
    let info = Array(accessibility.rawValue.utf8)
    return ClassKeys(
      metadata: KeyWrap.derive("metadata", from: key, salt: store.bytes, info),
      secret: KeyWrap.derive("secret", from: key, salt: store.bytes, info))
  }

  private static func binding(_ accessibility: ItemAccessibility, _ store: StoreID) -> [UInt8] {
    Array("omamori keychain device class".utf8) + store.bytes + Array(accessibility.rawValue.utf8)
  }
}
