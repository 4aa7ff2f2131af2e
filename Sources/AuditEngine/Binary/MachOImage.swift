package import OmamoriCore

/// A slice together with its bytes, for as long as the file is examined.
package struct MachOImage: Sendable {
  /// What the slice says of itself.
  package let slice: MachOSlice
  /// The bytes of the slice.
  package let bytes: BinaryBytes
  /// What the slice takes from libraries.
  package let imports: ImportedSymbols
  /// What the slice tells the runtime of Objective-C.
  package let objectiveC: ObjectiveCMetadata

  /// Reads the slice that `bytes` hold; `nil` when they begin like none.
  package init?(_ bytes: BinaryBytes) {
    guard let (header, bytes) = MachOHeader.read(bytes) else { return nil }
    var slice = MachOSlice(header, in: bytes)
    imports = ImportedSymbols(slice, bytes, problems: &slice.problems)
    objectiveC = ObjectiveCMetadata(slice, bytes)
    slice.weakPrimitives = WeakPrimitives.names(in: imports)
    slice.symbolCounts = MachOSymbolCounts(slice, bytes)
    (self.slice, self.bytes) = (slice, bytes)
  }

  /// The symbols of the slice, read while they are asked for.
  package var symbols: MachOSymbols { MachOSymbols(slice, bytes) }

  /// The texts of the slice, read while they are asked for.
  package var strings: BinaryStrings { BinaryStrings(slice, bytes) }

  /// Whether the slice brings its own guard for the stack, as statically linked runtimes do.
  package var definesGuard: Bool {
    let symbols = symbols
    return symbols.contains { $0.section != 0 && symbols.name(of: $0).hasPrefix("___stack_chk_") }
  }

  /// The name of the processor, as messages call the slice.
  package var name: String { slice.header.architecture.name }
}

/// What a file of machine code says of itself, slice by slice.
///
/// It keeps no bytes of the file.
package struct MachOFile: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// Its slices, in the order of the file.
  package let slices: [MachOSlice]

  /// The parts of all slices that could not be read.
  package var problems: [String] {
    slices.flatMap { slice in slice.problems.map { "\(slice.header.architecture.name) \($0)" } }
  }
}

/// The kind of processor that a slice is for.
package struct MachOArchitecture: Sendable, Hashable {
  /// The number of the processor family.
  package let type: UInt32
  /// The number of the member of the family, without its capability bits.
  package let subtype: UInt32

  /// Makes an architecture from the numbers of a header.
  package init(type: UInt32, subtype: UInt32) {
    (self.type, self.subtype) = (type, subtype & 0x00FF_FFFF)
  }

  /// The name that tools use: `arm64`, `x86_64`.
  package var name: String {
    switch (type, subtype) {
    case (0x0100_000C, 2): "arm64e"
    case (0x0100_000C, _): "arm64"
    case (0x0200_000C, _): "arm64_32"
    case (0x0100_0007, 8): "x86_64h"
    case (0x0100_0007, _): "x86_64"
    case (7, _): "i386"
    case (12, 9): "armv7"
    case (12, 11): "armv7s"
    case (12, 12): "armv7k"
    case (12, 6): "armv6"
    case (12, _): "arm"
    case (18, _): "ppc"
    case (0x0100_0012, _): "ppc64"
    default: "processor \(type).\(subtype)"
    }
  }
}

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

/// A part of a segment with content of one kind.
package struct MachOSection: Sendable, Hashable {
  /// The name, such as `__cstring`.
  package let name: String
  /// The segment it is meant for, such as `__TEXT`.
  package let segment: String
  /// The first address.
  package let address: UInt64
  /// The length in bytes.
  package let size: UInt64
  /// Where its bytes begin in the slice.
  package let fileOffset: Int
  /// Its type and attributes.
  package let flags: UInt32

  /// Reads the description of a section.
  package init?(_ bytes: BinaryBytes, at offset: Int, is64Bit: Bool) {
    let width = is64Bit ? 8 : 4
    func number(at offset: Int) -> UInt64? {
      is64Bit ? bytes.long(at: offset) : bytes.word(at: offset).map { UInt64($0) }
    }
    let after = offset + 32 + 2 * width
    guard let name = bytes.text(inField: offset, count: 16),
      let segment = bytes.text(inField: offset + 16, count: 16), let address = number(at: offset + 32),
      let size = number(at: offset + 32 + width), let fileOffset = bytes.size(at: after),
      let flags = bytes.word(at: after + 16)
    else { return nil }
    (self.name, self.segment, self.address, self.size) = (name, segment, address, size)
    (self.fileOffset, self.flags) = (fileOffset, flags)
  }

  /// Whether the section has room in memory only.
  var isZeroFilled: Bool { [1, 12, 18].contains(flags & 0xFF) }

  /// Whether the section holds nothing but texts that end with a zero.
  var holdsTexts: Bool { flags & 0xFF == 2 }

  /// The bytes of the section, or `nil` when they are not all there.
  package func bytes(in slice: BinaryBytes) -> BinaryBytes? {
    guard !isZeroFilled, let size = Int(exactly: size) else { return nil }
    return slice.part(at: fileOffset, count: size)
  }
}

/// How many symbols a slice has of each kind, with a few names of those that nobody outside needs.
package struct MachOSymbolCounts: Sendable, Hashable {
  /// Symbols for debuggers.
  package private(set) var debugging = 0
  /// Symbols that are defined for the slice alone.
  package private(set) var local = 0
  /// Symbols that others see.
  package private(set) var external = 0
  /// The names of the first local symbols.
  package private(set) var samples: [String] = []

  /// Counts nothing.
  package init() {}

  /// Counts the symbols of a slice.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes) {
    let symbols = MachOSymbols(slice, bytes)
    for symbol in symbols {
      if symbol.isDebugging {
        // The tool that strips symbols leaves this one behind as its mark.
        if symbol.type != 0x3C || symbols.name(of: symbol) != "radr://5614542" { debugging += 1 }
      } else if symbol.isLocal {
        local += 1
        if samples.count < 3 { samples.append(symbols.name(of: symbol)) }
      } else if symbol.isExternal, !symbol.isImported {
        external += 1
      }
    }
  }
}

/// Why a file that begins like machine code is not examined.
package enum MachOError: Error, Sendable, Equatable {
  /// No header of a known form, or a table of slices that leads nowhere.
  case malformed
  /// An archive of object files for linking; the product that it is linked into is examined instead.
  case archive

  /// What failed and what to do, in both languages.
  package var message: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "machine code with a broken header; build or copy the file again",
        ja: "機械語ファイルのヘッダーが壊れています。もう一度ビルドするかコピーしてください")
    case .archive:
      LocalizedText(
        "a static library; audit the app that it is linked into",
        ja: "静的ライブラリです。リンク先のアプリを監査してください")
    }
  }
}

extension MachOError: CustomStringConvertible {
  /// What failed and what to do, in English.
  package var description: String { message.english }
}
