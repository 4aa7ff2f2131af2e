import COpenSSL
import OmamoriCore

/// A key store of PKCS #12 (RFC 7292) whose content has a sum that is made with a password.
package struct PKCS12Store: Sendable {
  /// How often a password is hashed when it is tried: whoever made the store chose the number.
  package let rounds: Int
  private let bytes: [UInt8]

  /// Reads a store; `nil` for anything else, and for a store without a sum.
  package init?(_ bytes: [UInt8]) {
    let rounds = unsafe omamori_pkcs12_rounds(bytes, bytes.count)  // because the array outlives the call
    guard rounds > 0 else { return nil }
    (self.rounds, self.bytes) = (rounds, bytes)
  }

  /// Whether the sum is made with `password`; nothing is decrypted.
  ///
  /// - Parameter password: The password; `nil` for none, which some programs tell from an empty one.
  /// - Returns: Whether the password is that of the store.
  package func isMade(with password: String?) -> Bool {
    // because the array and the text outlive the call
    unsafe omamori_pkcs12_opens(bytes, bytes.count, password) == 1
  }
}
