#if !canImport(Darwin)
import OmamoriCore

/// One of a store's two sides, that of readers and that of the writer: a connection and the keys, ready to be used.
///
/// Lives behind a lock. The keys are dropped, and wiped with that, as soon as others are in force.
final class StoreSide {
  private let location: StoreLocation
  private let isDurable: Bool
  private var open: StoreConnection?
  private var sealer: ItemSealer?
  /// The version of the keys that are ready to be used.
  private(set) var keyVersion: UInt64 = 0

  /// Opens a side.
  ///
  /// - Throws: ``KeychainError``.
  init(_ location: StoreLocation, isDurable: Bool) throws(KeychainError) {
    (self.location, self.isDurable) = (location, isDurable)
    open = try StoreConnection(location, isDurable: isDurable)
  }

  /// The connection to the file that the store's name stands for.
  ///
  /// - Returns: The connection.
  /// - Throws: ``KeychainError``; ``KeychainError/unavailable(_:)`` after ``close()`` and when the file is gone.
  func connection() throws(KeychainError) -> StoreConnection {
    guard let open else { throw .unavailable(.store) }
    if try open.isCurrent(location) { return open }
    let next = try StoreConnection(location, isDurable: isDurable)
    self.open = next
    return next
  }

  /// The keys in force.
  ///
  /// - Throws: ``KeychainError/locked``.
  func sealer(_ inForce: Protected<StoreKeys>, _ store: StoreID) throws(KeychainError) -> ItemSealer {
    if let sealer, inForce.withLock({ $0.version }) == keyVersion { return sealer }
    let keys = inForce.current
    dropKeys()
    guard let ring = keys.ring else { throw .locked }
    let made = try ItemSealer(store, ring, keybagGeneration: keys.keybagGeneration)
    (sealer, keyVersion) = (made, keys.version)
    return made
  }

  /// Drops the keys.
  func dropKeys() { sealer = nil }

  /// Closes the connection.
  func close() {
    dropKeys()
    open = nil
  }
}
#endif
