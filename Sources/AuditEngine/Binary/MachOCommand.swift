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
