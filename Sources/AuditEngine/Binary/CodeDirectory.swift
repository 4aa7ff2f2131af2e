/// The table of a signature that has a hash of every page.
package struct CodeDirectory: Sendable, Hashable {
  /// The hash that protects the pages.
  package enum Hash: Sendable, Hashable {
    case sha1
    case sha256
    case sha256Truncated
    case sha384
    case other(UInt8)

    package init(_ number: UInt8) {
      self =
        switch number {
        case 1: .sha1
        case 2: .sha256
        case 3: .sha256Truncated
        case 4: .sha384
        default: .other(number)
        }
    }
  }

  /// Properties of the signature, one a bit.
  package struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt32

    /// Makes flags from their bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No certificate signed it.
    package static let adHoc = Flags(rawValue: 0x2)
    /// The hardened runtime of macOS is on.
    package static let hardenedRuntime = Flags(rawValue: 0x1_0000)
    /// The linker signed it, in place of a person.
    package static let linkerSigned = Flags(rawValue: 0x2_0000)
  }

  /// The version of the format.
  package let version: UInt32
  /// The properties.
  package let flags: Flags
  /// The hash.
  package let hash: Hash
  /// The name under which it was signed.
  package let identifier: String?
  /// The team whose certificate signed it.
  package let team: String?

  /// Reads the fields.
  package init?(_ bytes: BinaryBytes) {
    guard let version = bytes.word(at: 8), let flags = bytes.word(at: 12),
      let identifier = bytes.size(at: 20), let hash = bytes.byte(at: 37)
    else { return nil }
    (self.version, self.flags, self.hash) = (version, Flags(rawValue: flags), Hash(hash))
    self.identifier = bytes.text(at: identifier)
    // The team came with version 2.2 of the format.
    let team = version >= 0x20200 ? bytes.size(at: 48) ?? 0 : 0
    self.team = team > 0 ? bytes.text(at: team) : nil
  }
}
