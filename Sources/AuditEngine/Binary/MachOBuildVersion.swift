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
