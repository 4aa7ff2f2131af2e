#if !canImport(Darwin)
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/invalidated`` when the class is bound to the device and there is no device key.
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
#endif
