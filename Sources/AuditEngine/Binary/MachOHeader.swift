/// The first bytes of a slice.
package struct MachOHeader: Sendable, Hashable {
  /// What a slice is.
  package enum FileType: Sendable, Hashable {
    /// An object file that was not linked.
    case object
    /// A program.
    case executable
    /// A dynamic library, also that of a framework.
    case library
    /// A plug-in that is loaded while a program runs.
    case bundle
    /// A library without code, for linking only.
    case stub
    /// Debugging information without code.
    case debugSymbols
    /// Anything else, with its number.
    case other(UInt32)

    /// Whether it is a product of the linker that code is loaded from.
    package var isLinked: Bool { self == .executable || self == .library || self == .bundle }

    package init(_ number: UInt32) {
      self =
        switch number {
        case 1: .object
        case 2: .executable
        case 6: .library
        case 8: .bundle
        case 9: .stub
        case 10: .debugSymbols
        default: .other(number)
        }
    }
  }

  /// Properties of a slice, one a bit.
  package struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt32

    /// Makes flags from their bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The stack may hold code.
    package static let allowsStackExecution = Flags(rawValue: 0x2_0000)
    /// The program is loaded at an address that cannot be foreseen.
    package static let positionIndependent = Flags(rawValue: 0x20_0000)
    /// The heap may not hold code.
    package static let noHeapExecution = Flags(rawValue: 0x100_0000)
  }

  /// The processor.
  package let architecture: MachOArchitecture
  /// What the slice is.
  package let fileType: FileType
  /// Its properties.
  package let flags: Flags
  /// Whether addresses have 64 bits.
  package let is64Bit: Bool
  /// How many load commands follow.
  package let commandCount: Int
  /// How many bytes the load commands have.
  package let commandSize: Int

  /// The length of the header.
  package var count: Int { is64Bit ? 32 : 28 }

  /// Reads a header, and says in which order the slice has its numbers; `nil` for anything else.
  package static func read(_ bytes: BinaryBytes) -> (header: MachOHeader, bytes: BinaryBytes)? {
    for isBigEndian in [false, true] {
      let bytes = bytes.reading(bigEndian: isBigEndian)
      guard let magic = bytes.word(at: 0), magic == 0xFEED_FACE || magic == 0xFEED_FACF,
        let type = bytes.word(at: 4), let subtype = bytes.word(at: 8), let fileType = bytes.word(at: 12),
        let count = bytes.size(at: 16), let size = bytes.size(at: 20), let flags = bytes.word(at: 24)
      else { continue }
      let header = MachOHeader(
        architecture: MachOArchitecture(type: type, subtype: subtype), fileType: FileType(fileType),
        flags: Flags(rawValue: flags), is64Bit: magic == 0xFEED_FACF, commandCount: count, commandSize: size)
      return (header, bytes)
    }
    return nil
  }
}
