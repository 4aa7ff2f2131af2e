import CommandLineKit
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension CryptoFault {
  /// The error that ends a run: what OmamoriCrypto refused, a closed pipe, or an interruption.
  static func final(_ error: CryptoError, reading source: String, writing destination: String?) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .file(.write, code: EPIPE) where destination == nil: CommandLineError.outputClosed
    default: CryptoFault(error, reading: source, writing: destination)
    }
  }
}
