#if !canImport(Darwin)
/// Why there is no TPM to use.
package enum TPMAbsence: Sendable, Hashable, CaseIterable {
  /// The TSS's libraries are missing.
  case library
  /// There is no TPM at the address, it may not be used, or the connection to it broke.
  case device
  /// It did not answer in time.
  case noAnswer
}
#endif
