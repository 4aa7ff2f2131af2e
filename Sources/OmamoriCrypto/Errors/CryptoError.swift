public import OmamoriCore

/// What can fail in OmamoriCrypto beyond what ``CryptoKitError`` says.
///
/// It holds formats, places, sizes and codes only, never a key, a password, a path or a part of the data. A value; safe
/// to share between threads.
@nonexhaustive
public enum CryptoError: OmamoriError {
  /// The key, the password or the context is wrong, or the data were changed; which of these is not said.
  case authenticationFailed
  /// None of the given identities and passwords belongs to the file.
  case noMatchingKey
  /// Only some of the recipients hold against quantum computers, so the file would not.
  case mixedRecipients
  /// The input is not what the format allows, at this byte offset where one is known.
  case malformed(CryptoFormat, offset: Int?)
  /// This line of a file of keys, counted from 1, is not one that can be used.
  case malformedLine(CryptoFormat, line: Int)
  /// The input begins like no format of encrypted files that is known.
  case unknownFormat
  /// The input ends too early.
  case truncated(CryptoFormat)
  /// The version or algorithm of the input is not one that this version reads.
  case unsupported(CryptoFormat)
  /// The input asks for more memory or time to check a password than is allowed.
  case costLimitExceeded
  /// New password hashes would be too cheap to guess against.
  case costTooLow
  /// Too many passwords are being checked at the same time.
  case overloaded
  /// A size, count or cost lies outside of this range.
  case outOfRange(lower: Int, upper: Int)
  /// The key has been used as often as is safe.
  case usageLimitReached
  /// The key or the pepper with this identifier is not among those that were given.
  case unknownKey(id: UInt32)
  /// The primary key of a keyset can be neither retired nor destroyed; another one has to be primary first.
  case primaryKeyNeeded
  /// The input changed while it was being read.
  case sourceChanged
  /// A file already stands where the result belongs.
  case destinationExists
  /// The file system refused; `code` is its error number.
  case file(FileOperation, code: Int32)
  /// The task was cancelled; nothing was left behind.
  case cancelled
  /// The operating system gave no random bytes; `code` is its error number.
  case randomnessUnavailable(code: Int32)
  /// There was not enough memory for the calculation.
  case outOfMemory
  /// The cryptographic library failed in a way that valid input does not cause; `code` is its error number.
  case backend(code: UInt)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}
