#if !canImport(Darwin)
import OmamoriCore

/// Where a TPM is, in the words of the TSS: a kind and its settings, such as `device:/dev/tpmrm0`.
///
/// The TSS would load any library and, with the kind `cmd`, run any program that an address names. Only kinds that
/// speak to a TPM are accepted, so an environment variable cannot do that.
package struct TPMAddress: Sendable, Hashable {
  /// The address as text.
  package let text: String

  private static let kinds = ["device", "swtpm", "mssim", "tabrmd"]
  private static let longest = 512

  /// The kernel's TPM, shared by its resource manager.
  package static let kernel = TPMAddress(unchecked: "device:/dev/tpmrm0")

  /// Reads an address.
  ///
  /// - Parameter text: `device`, `swtpm`, `mssim` or `tabrmd`, alone or followed by a colon and settings; at most 512
  ///   printable ASCII characters.
  /// - Throws: ``TPMError/invalidAddress``.
  package init(_ text: String) throws(TPMError) {
    let kind = text.prefix { $0 != ":" }
    guard Self.kinds.contains(String(kind)), text.utf8.count <= Self.longest else { throw .invalidAddress }
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .invalidAddress }
    self.text = text
  }

  /// The address in the variable `TPM2TOOLS_TCTI`, which the TPM tools read too, or the kernel's TPM.
  ///
  /// - Parameter environment: The variables, those of the process unless a test says otherwise.
  /// - Returns: The address.
  /// - Throws: ``TPMError/invalidAddress``.
  package static func standard(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TPMError) -> TPMAddress {
    guard let named = environment["TPM2TOOLS_TCTI"], !named.isEmpty else { return .kernel }
    return try TPMAddress(named)
  }

  private init(unchecked text: String) { self.text = text }
}
#endif
