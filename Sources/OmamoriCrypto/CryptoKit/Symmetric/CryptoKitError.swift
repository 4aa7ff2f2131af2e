#if !canImport(Darwin)
/// What the functions with CryptoKit's names throw; the cases of CryptoKit's type of the same name.
public enum CryptoKitError: Error, Sendable, Hashable {
  /// The key has a size that the algorithm does not take.
  case incorrectKeySize
  /// A nonce, a tag or another parameter has a size that the algorithm does not take.
  case incorrectParameterSize
  /// The data were changed, or the key or the authenticated data is wrong; which of these is not said.
  case authenticationFailure
  /// The cryptographic library failed in a way that valid input does not cause; `error` is its error number.
  case underlyingCoreCryptoError(error: Int32)
  /// A key could not be wrapped.
  case wrapFailure
  /// A wrapped key could not be opened: it was changed, or the key that opens it is wrong.
  case unwrapFailure
  /// A parameter has a value that the algorithm does not take.
  case invalidParameter
}

extension CryptoKitError {
  /// The error that CryptoKit would throw in place of one of this module.
  init(_ error: CryptoError) {
    self =
      switch error {
      case .authenticationFailed: .authenticationFailure
      case .outOfRange: .incorrectParameterSize
      case .backend(let code): .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
      default: .invalidParameter
      }
  }
}

/// What is wrong with a key or a signature in DER or PEM; holds no part of the input.
public enum CryptoKitASN1Error: Error, Sendable, Hashable {
  /// The identifier of a field is not valid.
  case invalidFieldIdentifier
  /// The type of a field is not the expected one.
  case unexpectedFieldType
  /// An object identifier is not valid, or names an algorithm other than the expected one.
  case invalidObjectIdentifier
  /// An object has a content that its type does not allow, or something follows it.
  case invalidASN1Object
  /// An integer is not encoded minimally, is negative or is too large.
  case invalidASN1IntegerEncoding
  /// A field ends before its content does.
  case truncatedASN1Field
  /// The length of a field is not encoded minimally or is too large.
  case unsupportedFieldLength
  /// A PEM document is not as RFC 7468 writes it or has another label.
  case invalidPEMDocument
}
#endif
