#if !canImport(Darwin)
import CTPM

/// The TPM software stack, opened at run time.
///
/// Its functions do not change once it is open; safe to share between threads.
@safe
// because what the pointer leads to is never written again
package struct TPMLibrary: @unchecked Sendable {
  /// The functions, or `nil` where the stack is missing.
  let functions: OpaquePointer?

  /// The stack that the system has.
  // because the C target opens it once and keeps it
  package static let standard = unsafe TPMLibrary(functions: omtpm_library_standard())

  /// Whether the stack is there; that says nothing about a TPM.
  package var isPresent: Bool { unsafe functions != nil }

  /// Opens a stack whose libraries have other names.
  package init(esys: String, marshalling: String, loader: String) {
    // because the names are only read during the call
    unsafe functions = omtpm_library_open(esys, marshalling, loader)
  }

  private init(functions: OpaquePointer?) {
    unsafe self.functions = functions  // because the caller got it from the C target, which keeps it
  }
}
#endif
