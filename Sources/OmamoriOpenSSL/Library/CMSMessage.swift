import COpenSSL
package import OmamoriCore

/// The content and the signer of a signed message of CMS (RFC 5652) whose signature and chain were verified.
package struct CMSMessage {
  /// What was signed.
  package let content: Data
  /// The certificate of the one signer, in DER.
  package let signer: Data

  /// Verifies a message, in BER or DER, that holds its content, its certificates and one signature with SHA-2.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - root: The one certificate that the signer's chain may end at, in DER.
  ///   - moment: The moment at which the certificates have to be valid, in seconds since 1970; `Int64.min` does not look
  ///     at their times.
  /// - Throws: `CryptoError.authenticationFailed` when the signature or the chain does not hold,
  ///   `CryptoError.malformed(_:offset:)` for what is not such a message.
  package init(verifying message: [UInt8], root: [UInt8], at moment: Int64) throws(CryptoError) {
    var result = unsafe omamori_cms_result()
    // because both arrays outlive the call
    let outcome = unsafe omamori_cms_verify(message, message.count, root, root.count, moment, &result)
    guard outcome != CInt(omamori_cms_malformed) else { throw .malformed(.signedMessage, offset: nil) }
    guard outcome == CInt(omamori_cms_valid) else { throw .authenticationFailed }
    defer { unsafe omamori_cms_free(&result) }  // because both are copied before
    // because a valid result has both with their sizes
    content = unsafe Data(UnsafeRawBufferPointer(start: result.content, count: result.content_size))
    signer = unsafe Data(UnsafeRawBufferPointer(start: result.signer, count: result.signer_size))
  }
}
