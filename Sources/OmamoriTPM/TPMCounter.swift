#if !canImport(Darwin)
import CTPM
package import OmamoriCore

/// The place of a counter in a TPM's memory that only goes up.
///
/// Even its owner cannot lower it: a counter that is removed and created again goes on above the highest value that
/// any counter of that TPM has had. Safe to share between threads.
package struct TPMCounter: Sendable {
  /// The indexes that the TCG leaves to owners.
  package static let indexes: ClosedRange<UInt32> = 0x0180_0000...0x01bf_ffff

  /// Where it is.
  package let index: UInt32
  let authorization: SharedSecretBytes

  /// Names a counter; the TPM is not asked for anything yet.
  ///
  /// - Parameters:
  ///   - index: One of ``indexes``.
  ///   - authorization: The key that counting and reading need, at most 32 bytes; 32 random ones are best, since wrong
  ///     ones do not lock anything. It also proves that an answer comes from the TPM.
  /// - Throws: ``TPMError/invalidIndex``, ``TPMError/invalidLength(limit:)``.
  package init(index: UInt32, authorization: SharedSecretBytes) throws(TPMError) {
    guard Self.indexes.contains(index) else { throw .invalidIndex }
    guard (1...TPMDevice.longestPIN).contains(authorization.count) else {
      throw .invalidLength(limit: TPMDevice.longestPIN)
    }
    (self.index, self.authorization) = (index, authorization)
  }
}

#endif
