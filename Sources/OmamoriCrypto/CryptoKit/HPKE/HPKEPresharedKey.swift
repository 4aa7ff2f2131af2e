#if !canImport(Darwin)
import OmamoriCore

/// A secret that both sides had before, and its name.
struct HPKEPresharedKey {
  let key: SymmetricKey
  let identifier: Data

  /// Checks that both are there.
  init(_ key: SymmetricKey, identifier: Data) throws(HPKE.Errors) {
    guard (key.byteCount == 0) == identifier.isEmpty else { throw .inconsistentPSKInputs }
    guard !identifier.isEmpty else { throw .expectedPSK }
    self.key = key
    self.identifier = identifier
  }
}
#endif
