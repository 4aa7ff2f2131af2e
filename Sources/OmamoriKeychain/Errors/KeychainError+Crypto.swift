#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCrypto

extension KeychainError {
  /// What a failure of a file or of cryptography means for the keychain.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - place: What was being worked on.
  init(_ error: CryptoError, at place: KeychainPlace) {
    switch error {
    case .file(_, let code): self.init(errorNumber: code, at: place)
    case .destinationExists: self = .file(place, code: EEXIST)
    case .noMatchingKey: self = .wrongCredential
    case .authenticationFailed, .malformed, .truncated, .unknownKey, .sourceChanged: self = .corrupt(place)
    case .unknownFormat, .malformedLine: self = .malformedImport(line: nil)
    case .unsupported, .costLimitExceeded: self = .unsupported(.format)
    case .outOfRange(_, let upper): self = .tooLarge(limit: upper)
    case .cancelled: self = .cancelled
    case .overloaded: self = .busy
    case .outOfMemory: self = .backend(code: Int(ENOMEM))
    case .randomnessUnavailable(let code): self = .backend(code: Int(code))
    case .backend(let code): self = .backend(code: Int(clamping: code))
    default: self = .backend(code: 0)
    }
  }

  /// What an error number of the system means for the keychain.
  ///
  /// - Parameters:
  ///   - code: The error number.
  ///   - place: What was being worked on.
  init(errorNumber code: Int32, at place: KeychainPlace) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    default: self = .file(place, code: code)
    }
  }
}
