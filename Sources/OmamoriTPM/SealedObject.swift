#if !canImport(Darwin)
import CTPM

/// A secret that only one TPM opens again.
///
/// The bytes are no secret. They say which registers have to be as they were and, in the clear, whether there is a PIN.
/// A value; safe to share between threads.
package struct SealedObject: Sendable, Hashable {
  /// The most bytes of a sealed object.
  package static let longest = Int(OMTPM_MAX_SEALED) + header
  /// The version of the layout: this byte, three bytes of registers, the storage key's name, TPM2B_PUBLIC, TPM2B_PRIVATE.
  static let version: UInt8 = 1
  private static let header = 4

  /// The encoded object.
  package let bytes: [UInt8]
  /// The registers that have to be as they were.
  package let registers: PlatformRegisters

  /// Reads an encoded object; its content is checked when it is opened.
  ///
  /// - Throws: ``TPMError/tampered`` when it cannot be one, ``TPMError/newerFormat(version:)``.
  package init(bytes: [UInt8]) throws(TPMError) {
    guard bytes.count > Self.header, bytes.count <= Self.longest, bytes[0] > 0 else { throw .tampered }
    guard bytes[0] == Self.version else { throw .newerFormat(version: Int(bytes[0])) }
    registers = PlatformRegisters(
      rawValue: UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3]))
    self.bytes = bytes
  }

  init(registers: PlatformRegisters, content: [UInt8]) {
    let mask = registers.rawValue
    bytes = [Self.version, UInt8(mask >> 16 & 0xff), UInt8(mask >> 8 & 0xff), UInt8(mask & 0xff)] + content
    self.registers = registers
  }

  /// What the C target reads and writes.
  var content: ArraySlice<UInt8> { bytes.dropFirst(Self.header) }
}
#endif
