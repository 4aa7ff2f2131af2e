#if !canImport(Darwin)
import CTPM
import OmamoriCore

extension TPMDevice {
  /// Calls the C target with the TPM's address and with pointers to two secrets.
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
    // because all pointers are valid until the innermost closure returns
    let result = unsafe address.text.withCString { tcti in
      unsafe ownerAuthorization.withPointer { owner in
        unsafe first.withPointer { first in
          unsafe second.withPointer { unsafe body(omtpm_target(tcti: tcti, owner_auth: owner), first, $0) }
        }
      }
    }
    guard let error = TPMError(result) else { return }
    guard error == .lockedOut(seconds: nil) else { throw error }
    throw .lockedOut(seconds: (try? lockout())?.secondsPerTry)
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
