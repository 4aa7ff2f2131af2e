/// A dynamic library that a slice is linked with.
package struct MachOLibrary: Sendable, Hashable {
  /// Where the loader looks for it, such as `@rpath/Kit.framework/Kit`.
  package let path: String
  /// Whether the program also starts without it.
  package let isWeak: Bool

  /// Reads the command; `nil` for other commands.
  package init?(_ bytes: BinaryBytes, _ command: MachOCommand) {
    switch command.number {
    case 0xC, 0x8000_0018, 0x8000_001F, 0x20, 0x8000_0023: break
    default: return nil
    }
    guard let path = command.text(in: bytes) else { return nil }
    (self.path, isWeak) = (path, command.number == 0x8000_0018)
  }
}

extension MachOCommand {
  /// The text that a command holds after its fields, at the place that its first field names.
  package func text(in bytes: BinaryBytes) -> String? {
    guard let own = bytes.part(at: range.lowerBound, count: range.count), let offset = own.size(at: 8),
      offset >= 12
    else { return nil }
    return own.text(at: offset)
  }
}
