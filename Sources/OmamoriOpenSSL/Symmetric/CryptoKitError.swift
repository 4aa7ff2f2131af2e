public import OmamoriCore

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
  package init(_ error: CryptoError) {
    self =
      switch error {
      case .authenticationFailed: .authenticationFailure
      case .outOfRange: .incorrectParameterSize
      case .backend(let code): .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
      default: .invalidParameter
      }
  }
}

/// CryptoKit's name for what is wrong with a key or a signature in DER or PEM.
public typealias CryptoKitASN1Error = DERError
