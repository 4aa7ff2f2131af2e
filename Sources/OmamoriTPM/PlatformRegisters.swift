#if !canImport(Darwin)
/// A set of the TPM's platform configuration registers, which measure what a machine has started.
///
/// A value; safe to share between threads.
package struct PlatformRegisters: OptionSet, Sendable, Hashable {
  /// A bit for each of the registers 0 to 23, in the bank of SHA-256.
  package let rawValue: UInt32

  /// Makes a set from its bits; those above register 23 do not count.
  package init(rawValue: UInt32) { self.rawValue = rawValue & 0xff_ffff }

  /// The set with one register, or an empty one when there is none of that number.
  package static func register(_ number: Int) -> PlatformRegisters {
    PlatformRegisters(rawValue: (0..<24).contains(number) ? 1 << UInt32(number) : 0)
  }

  /// The keys and settings of UEFI Secure Boot; it changes rarely.
  package static let secureBoot = register(7)
}
#endif
