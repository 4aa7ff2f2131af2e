#if !canImport(Darwin)
package import OmamoriCore
import OmamoriTPM

/// The TPM that the slots of this process are sealed by: what `TPM2TOOLS_TCTI` names, or else the kernel's.
///
/// A value; safe to share between threads.
package struct SystemTPM: Sendable {
  /// Where it is, in the words of the TSS; `nil` when the variable names nothing that may be used.
  package let address: String?
  /// Why it cannot be used, and what to do about it; `nil` when it answered.
  package let problem: (explanation: LocalizedText, recovery: LocalizedText)?

  /// Asks the TPM for a few random bytes, which changes nothing in it.
  ///
  /// - Parameter limit: How long it may take.
  /// - Returns: What was found.
  package static func examine(within limit: Duration = .seconds(5)) async -> SystemTPM {
    var found: String?
    do throws(TPMError) {
      let address = try TPMAddress.standard()
      found = address.text
      _ = try await TPM(TPMDevice(at: address), timeout: limit).random(8)
      return SystemTPM(address: found, problem: nil)
    } catch {
      return SystemTPM(address: found, problem: (error.explanation, error.recovery))
    }
  }
}
#endif
