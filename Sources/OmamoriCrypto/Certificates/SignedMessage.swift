#if !canImport(Darwin)
package import OmamoriCore
import OmamoriCryptoKit

/// A signed message of CMS (RFC 5652) whose signature and chain were verified.
package struct SignedMessage: Sendable {
  /// The largest message that is read unless more is asked for, in bytes; the receipts of App Attest take four thousand.
  package static let greatestSize = 64 * 1024

  /// What was signed.
  package let content: Data
  /// The certificate of the one signer.
  package let signer: Certificate

  /// Verifies a message, in BER or DER, that holds its content, its certificates and one signature with SHA-2.
  ///
  /// - Parameters:
  ///   - message: The message; at most `limit` bytes.
  ///   - root: The one certificate that the signer's chain may end at.
  ///   - date: The moment at which the certificates have to be valid; `nil` does not look at their times, for a caller
  ///     who learns the moment from the content and then verifies again.
  ///   - limit: The most bytes that are read.
  /// - Throws: `CryptoError.authenticationFailed` when the signature or the chain does not hold,
  ///   `CryptoError.malformed(_:offset:)` and `CryptoError.outOfRange(lower:upper:)` for what is not such a message.
  package init(
    verifying message: Data, root: Certificate, at date: Date?, limit: Int = greatestSize
  ) throws(CryptoError) {
    guard 1...limit ~= message.count else { throw .outOfRange(lower: 1, upper: limit) }
    let seconds = date?.timeIntervalSince1970.rounded(.down) ?? Double(Int64.min)
    guard let moment = Int64(exactly: seconds), date == nil || moment != .min else {
      throw .authenticationFailed
    }
    let verified = try CMSMessage(
      verifying: Array(message), root: Array(root.derRepresentation), at: moment)
    content = verified.content
    signer = try Certificate(derRepresentation: verified.signer)
  }
}
#endif
