#if !canImport(Darwin)
package import OmamoriCore

/// Why a TPM did not do what it was asked.
///
/// It holds codes and numbers only. A value; safe to share between threads.
package enum TPMError: OmamoriError {
  /// There is no TPM to use.
  case unavailable(TPMAbsence)
  /// The address is of no known kind.
  case invalidAddress
  /// The PIN or the counter's key is wrong. Wrong PINs count towards the lockout.
  case wrongAuthorization
  /// The secret wants a PIN and none was given; that does not count as a wrong one.
  case pinMissing
  /// Too many wrong PINs; after at most this many seconds one more is allowed, where the TPM says so.
  case lockedOut(seconds: Int?)
  /// Another TPM sealed it, or this one was cleared since.
  case otherDevice
  /// The sealed object is damaged or was changed.
  case tampered
  /// A newer version of the toolkit sealed it.
  case newerFormat(version: Int)
  /// The platform configuration registers do not have the values that they had when it was sealed.
  case systemChanged
  /// The TPM has an owner, whose authorisation is needed and was not given or is wrong.
  case ownerAuthorizationRequired
  /// A value is empty or longer than this many bytes.
  case invalidLength(limit: Int)
  /// The index is outside the range for owners, 0x01800000 to 0x01BFFFFF.
  case invalidIndex
  /// There is no counter at the index.
  case counterMissing
  /// There is something at the index already.
  case counterExists
  /// What is at the index is not a counter made by this toolkit.
  case notACounter
  /// The TPM has no room for another counter.
  case noRoom
  /// Others use all of the TPM's memory, or it is busy with itself.
  case busy
  /// The caller's task was cancelled; the TPM may have done it all the same.
  case cancelled
  /// The TPM refused with this response code of the TCG's.
  case failed(code: UInt32)

  /// What failed, as a sentence.
  package var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  package var recovery: LocalizedText { Self.recovery(from: self) }
}
#endif
