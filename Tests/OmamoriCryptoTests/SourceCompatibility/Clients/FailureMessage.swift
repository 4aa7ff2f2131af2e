import Foundation
import OmamoriCrypto

/// What an app tells its user about a failure.
enum FailureMessage {
  static func text(for error: any Error) -> String {
    guard let error = error as? CryptoKitError else { return "something else went wrong" }
    switch error {
    case .authenticationFailure: return "the data were changed, or the key is another"
    case .incorrectKeySize: return "the key has the wrong size"
    case .incorrectParameterSize, .invalidParameter: return "the data are not what they should be"
    case .wrapFailure, .unwrapFailure: return "the key cannot be wrapped or unwrapped"
    case .underlyingCoreCryptoError(let code): return "the system failed with \(code)"
    @unknown default: return "a failure of a newer system"
    }
  }

  static func isForgery(_ work: () throws -> Data) -> Bool {
    do {
      _ = try work()
      return false
    } catch CryptoKitError.authenticationFailure {
      return true
    } catch {
      return false
    }
  }
}
