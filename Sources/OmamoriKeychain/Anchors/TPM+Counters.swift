#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto
import OmamoriTPM

extension TPM: MonotonicCounters {
  func value(for store: AnchoredStore) throws(KeychainError) -> UInt64? {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      return try wait { (device) throws(TPMError) in try device.read(counter) }
    } catch .counterMissing {
      return nil
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  func create(for store: AnchoredStore) throws(KeychainError) -> UInt64 {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      return try wait { (device) throws(TPMError) in try device.create(counter) }
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  func increment(for store: AnchoredStore) throws(KeychainError) {
    do throws(TPMError) {
      let counter = try Self.counter(store)
      _ = try wait { (device) throws(TPMError) in try device.increment(counter) }
    } catch {
      throw KeychainError(anchor: error)
    }
  }

  /// The store's counter: its place follows from the store's identifier, and only the unlocked store has its key.
  private static func counter(_ store: AnchoredStore) throws(TPMError) -> TPMCounter {
    let digest = SHA256.hash(data: Array("omamori keychain counter".utf8) + store.id)
    let number = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let range = TPMCounter.indexes
    return try TPMCounter(
      index: range.lowerBound + number % UInt32(range.count),
      authorization: SharedSecretBytes(store.derivedKey("counter").secretBytes))
  }
}

extension KeychainError {
  /// What a keychain says when a TPM did not give or change a counter.
  fileprivate init(anchor error: TPMError) {
    self =
      switch error {
      case .wrongAuthorization, .notACounter, .tampered: .corrupt(.witness)
      default: KeychainError(error)
      }
  }
}
#endif
