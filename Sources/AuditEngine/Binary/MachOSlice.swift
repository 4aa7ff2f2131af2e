/// What one slice says of itself: properties, segments, libraries, signature.
///
/// It keeps no bytes of the file.
package struct MachOSlice: Sendable {
  /// Where a table lies in the slice.
  package struct Table: Sendable, Hashable {
    /// The first byte.
    package let offset: Int
    /// The length, in bytes or in entries.
    package let count: Int
  }

  /// The first bytes.
  package let header: MachOHeader
  /// The load commands that are sound.
  package let commands: [MachOCommand]
  /// The segments.
  package private(set) var segments: [MachOSegment] = []
  /// The libraries it is linked with.
  package private(set) var libraries: [MachOLibrary] = []
  /// The name of the library itself, when it is one.
  package private(set) var installName: String?
  /// Where the loader looks for `@rpath`.
  package private(set) var searchPaths: [String] = []
  /// The system it was built for.
  package private(set) var buildVersion: MachOBuildVersion?
  /// The number of the encryption; 0 is what everything has before the store encrypts it.
  package private(set) var encryption: UInt32?
  /// The signature, when there is one.
  package private(set) var signature: CodeSignature?
  /// How many symbols there are of each kind.
  package internal(set) var symbolCounts = MachOSymbolCounts()
  /// The outdated primitives that it takes from libraries, by the names that people know.
  package internal(set) var weakPrimitives: [String] = []
  /// The parts that could not be read, by the names of the format.
  package internal(set) var problems: [String] = []

  /// The most segments that are read; real slices have fewer than twenty.
  static let segmentLimit = 256

  private(set) var symbolTable: Table?
  private(set) var symbolNames: Table?
  package private(set) var bindings: [Table] = []
  private(set) var fixups: Table?

  /// Reads the load commands after `header`.
  package init(_ header: MachOHeader, in bytes: BinaryBytes) {
    self.header = header
    let (commands, complete) = MachOCommand.all(in: bytes, header)
    self.commands = commands
    if !complete { problems.append("load commands") }
    for command in commands { read(command, in: bytes) }
  }

  private mutating func read(_ command: MachOCommand, in bytes: BinaryBytes) {
    let start = command.range.lowerBound
    switch command.number {
    case 0x1, 0x19:
      guard segments.count < Self.segmentLimit, let segment = MachOSegment(bytes, command) else {
        return problems.append("LC_SEGMENT")
      }
      segments.append(segment)
    case 0x2:
      guard command.range.count >= 24, let table = place(bytes, at: start + 8),
        let names = place(bytes, at: start + 16)
      else { return problems.append("LC_SYMTAB") }
      (symbolTable, symbolNames) = (table, names)
    case 0xC, 0x8000_0018, 0x8000_001F, 0x20, 0x8000_0023:
      guard let library = MachOLibrary(bytes, command) else { return problems.append("LC_LOAD_DYLIB") }
      libraries.append(library)
    case 0xD: installName = command.text(in: bytes)
    case 0x8000_001C:
      guard let path = command.text(in: bytes) else { return problems.append("LC_RPATH") }
      searchPaths.append(path)
    case 0x1D where signature == nil:
      guard let table = place(bytes, at: start + 8),
        let blob = bytes.part(at: table.offset, count: table.count),
        let signature = CodeSignature(blob)
      else { return problems.append("LC_CODE_SIGNATURE") }
      self.signature = signature
    case 0x21, 0x2C: encryption = command.range.count >= 20 ? bytes.word(at: start + 16) : nil
    case 0x22, 0x8000_0022:
      guard command.range.count >= 48 else { return problems.append("LC_DYLD_INFO") }
      bindings = [16, 24, 32].compactMap { place(bytes, at: start + $0) }.filter { $0.count > 0 }
    case 0x8000_0034: fixups = place(bytes, at: start + 8)
    case 0x24, 0x25, 0x2F, 0x30, 0x32: buildVersion = buildVersion ?? MachOBuildVersion(bytes, command)
    default: break
    }
  }

  private func place(_ bytes: BinaryBytes, at offset: Int) -> Table? {
    guard let start = bytes.size(at: offset), let count = bytes.size(at: offset + 4) else { return nil }
    return Table(offset: start, count: count)
  }

  /// Whether the slice runs in a simulator, and so is never shipped.
  package var isSimulator: Bool {
    guard let buildVersion else { return false }
    let isDesktop = header.architecture.type & 0x00FF_FFFF == 7
    return buildVersion.isSimulator || (buildVersion.platform == 2 && isDesktop)
  }

  /// The sections of all segments.
  package var sections: [MachOSection] { segments.flatMap(\.sections) }

  /// The first section of this name.
  package func section(_ name: String) -> MachOSection? {
    segments.lazy.compactMap { $0.sections.first { $0.name == name } }.first
  }
}
