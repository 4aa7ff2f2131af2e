#if !canImport(Darwin)
import CTPM
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

extension TPMDevice {
  /// How often a request is made again when others use all of the TPM's memory, as happens without a resource manager.
  private static let greatestRepetition = 8

  /// Calls the C target with the TPM's address and with pointers to two secrets.
  ///
  /// A TPM that is busy has done nothing, so it is asked again, after 10 ms at first and 1.3 s at last.
  ///
  /// - Parameters:
  ///   - first: A secret; `nil` becomes no bytes.
  ///   - second: Another one.
  ///   - body: Makes the call; the pointers are valid until it returns.
  /// - Throws: What the result of `body` stands for.
  func call(
    _ first: SharedSecretBytes? = nil,
    _ second: SharedSecretBytes? = nil,
    _ body: (omtpm_target, omtpm_bytes, omtpm_bytes) -> omtpm_result
  ) throws(TPMError) {
    for repetition in 0... {
      // because the caller says what the pointers are used for
      guard let error = TPMError(unsafe result(first, second, body)) else { return }
      switch error {
      case .busy where repetition < Self.greatestRepetition:
        usleep(UInt32.random(in: 5_000...10_000) << UInt32(repetition))
      case .lockedOut: throw .lockedOut(seconds: (try? lockout())?.secondsPerTry)
      default: throw error
      }
    }
  }

  private func result(
    _ first: SharedSecretBytes?,
    _ second: SharedSecretBytes?,
    _ body: (omtpm_target, omtpm_bytes, omtpm_bytes) -> omtpm_result
  ) -> omtpm_result {
    // because all pointers are valid until the innermost closure returns
    unsafe address.text.withCString { tcti in
      unsafe ownerAuthorization.withPointer { owner in
        unsafe first.withPointer { first in
          unsafe second.withPointer { unsafe body(omtpm_target(tcti: tcti, owner_auth: owner), first, $0) }
        }
      }
    }
  }
}

extension SharedSecretBytes? {
  /// Calls `body` with a pointer to the bytes that is valid until it returns, or with no bytes.
  fileprivate func withPointer(_ body: (omtpm_bytes) -> omtpm_result) -> omtpm_result {
    // because no bytes need no pointer
    guard let self else { return unsafe body(omtpm_bytes(start: nil, count: 0)) }
    return self.withBytes { bytes in
      // because the buffer is valid until the closure returns
      unsafe bytes.withUnsafeBytes { unsafe body(omtpm_bytes(start: $0.baseAddress, count: $0.count)) }
    }
  }
}
#endif
