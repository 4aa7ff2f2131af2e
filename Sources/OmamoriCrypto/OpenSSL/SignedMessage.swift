#if !canImport(Darwin)
import COpenSSL
package import OmamoriCore

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
  /// - Throws: ``CryptoError/authenticationFailed`` when the signature or the chain does not hold,
  ///   ``CryptoError/malformed(_:offset:)`` and ``CryptoError/outOfRange(lower:upper:)`` for what is not such a message.
  package init(
    verifying message: Data, root: Certificate, at date: Date?, limit: Int = greatestSize
  ) throws(CryptoError) {
    guard 1...limit ~= message.count else { throw .outOfRange(lower: 1, upper: limit) }
    let seconds = date?.timeIntervalSince1970.rounded(.down) ?? Double(Int64.min)
    guard let moment = Int64(exactly: seconds), date == nil || moment != .min else {
      throw .authenticationFailed
    }
    let (bytes, anchor) = (Array(message), Array(root.derRepresentation))
    var result = unsafe omamori_cms_result()
    // because both arrays outlive the call
    let outcome = unsafe omamori_cms_verify(bytes, bytes.count, anchor, anchor.count, moment, &result)
    guard outcome != CInt(omamori_cms_malformed) else { throw .malformed(.signedMessage, offset: nil) }
    guard outcome == CInt(omamori_cms_valid) else { throw .authenticationFailed }
    defer { unsafe omamori_cms_free(&result) }  // because both are copied before
    // because a valid result has both with their sizes
    content = unsafe Data(UnsafeRawBufferPointer(start: result.content, count: result.content_size))
    let der = unsafe Data(UnsafeRawBufferPointer(start: result.signer, count: result.signer_size))
    signer = try Certificate(derRepresentation: der)
  }
}
#endif
