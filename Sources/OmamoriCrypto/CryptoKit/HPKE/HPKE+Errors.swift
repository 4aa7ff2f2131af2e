#if !canImport(Darwin)

extension HPKE {
  /// What is wrong with the use of HPKE; the cases of CryptoKit's type of the same name.
  ///
  /// A value; safe to share between threads.
  public enum Errors: Error, Sendable, Equatable {
    /// The parameters do not fit together.
    case inconsistentParameters
    /// The key is not one of the suite's mechanism.
    case inconsistentCiphersuiteAndKey
    /// The suite has no cipher, so that nothing can be sealed or opened.
    case exportOnlyMode
    /// Only one of the preshared key and its identifier is there.
    case inconsistentPSKInputs
    /// The preshared key and its identifier are empty.
    case expectedPSK
    /// There is a preshared key in a mode without one.
    case unexpectedPSK
    /// All numbers for messages have been used.
    case outOfRangeSequenceNumber
    /// The ciphertext is shorter than a tag.
    case ciphertextTooShort
  }
}
#endif
