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

/// A load command: what it is and where it stands in its slice.
package struct MachOCommand: Sendable, Hashable {
  /// The number of the command.
  package let number: UInt32
  /// Its bytes, counted from the beginning of the slice.
  package let range: Range<Int>

  /// The most load commands that are read; the largest programs have a few hundred.
  package static let limit = 10_000

  /// Reads the commands after the header, as far as they are sound.
  ///
  /// - Returns: The commands, and whether all that the header promises were there.
  package static func all(in bytes: BinaryBytes, _ header: MachOHeader) -> (
    commands: [MachOCommand], complete: Bool
  ) {
    var commands: [MachOCommand] = []
    var offset = header.count
    let end = min(bytes.count, header.count + header.commandSize)
    while commands.count < min(header.commandCount, limit) {
      guard let number = bytes.word(at: offset), let size = bytes.size(at: offset + 4), size >= 8,
        size <= end - offset
      else { return (commands, false) }
      commands.append(MachOCommand(number: number, range: offset..<offset + size))
      offset += size
    }
    return (commands, commands.count == header.commandCount)
  }
}

/// The system that a slice was built for.
package struct MachOBuildVersion: Sendable, Hashable {
  /// A version of a system in three parts.
  package struct Version: Sendable, Hashable, Comparable {
    /// The number as the file has it: sixteen, eight and eight bits.
    package let rawValue: UInt32

    /// The parts with dots between them; a zero at the end is left out.
    package var text: String {
      let (major, minor, patch) = (rawValue >> 16, rawValue >> 8 & 0xFF, rawValue & 0xFF)
      return patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }

    /// Whether the first version came before the second.
    package static func < (first: Version, second: Version) -> Bool { first.rawValue < second.rawValue }
  }

  /// The number of the platform: 1 is macOS, 2 iOS, 7 the simulator of iOS.
  package let platform: UInt32
  /// The oldest version that runs it.
  package let minimum: Version
  /// The version of the interfaces it was built with.
  package let sdk: Version

  /// Reads the command; `nil` for other commands.
  package init?(_ bytes: BinaryBytes, _ command: MachOCommand) {
    let start = command.range.lowerBound
    guard let first = bytes.word(at: start + 8), let second = bytes.word(at: start + 12),
      command.range.count >= 16
    else { return nil }
    switch command.number {
    case 0x32:
      guard command.range.count >= 24, let third = bytes.word(at: start + 16) else { return nil }
      (platform, minimum, sdk) = (first, Version(rawValue: second), Version(rawValue: third))
    case 0x24, 0x25, 0x2F, 0x30:
      platform = command.number == 0x24 ? 1 : command.number == 0x25 ? 2 : command.number == 0x2F ? 3 : 4
      (minimum, sdk) = (Version(rawValue: first), Version(rawValue: second))
    default: return nil
    }
  }

  /// Whether the slice runs in a simulator, and so is never shipped.
  package var isSimulator: Bool { (7...9).contains(platform) || platform == 12 }

  /// The name of the platform.
  package var platformName: String {
    switch platform {
    case 1: "macOS"
    case 2: "iOS"
    case 3: "tvOS"
    case 4: "watchOS"
    case 6: "Mac Catalyst"
    case 7: "iOS Simulator"
    case 8: "tvOS Simulator"
    case 9: "watchOS Simulator"
    case 10: "DriverKit"
    case 11: "visionOS"
    case 12: "visionOS Simulator"
    default: "platform \(platform)"
    }
  }
}
