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
