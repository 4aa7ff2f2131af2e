/// A slice together with its bytes, for as long as the file is examined.
package struct MachOImage: Sendable {
  /// What the slice says of itself.
  package let slice: MachOSlice
  /// The bytes of the slice.
  let bytes: BinaryBytes
  /// What the slice takes from libraries.
  package let imports: ImportedSymbols

  /// Reads the slice that `bytes` hold; `nil` when they begin like none.
  init?(_ bytes: BinaryBytes) {
    guard let (header, bytes) = MachOHeader.read(bytes) else { return nil }
    var slice = MachOSlice(header, in: bytes)
    imports = ImportedSymbols(slice, bytes, problems: &slice.problems)
    (self.slice, self.bytes) = (slice, bytes)
  }

  /// The symbols of the slice, read while they are asked for.
  package var symbols: MachOSymbols { MachOSymbols(slice, bytes) }

  /// The name of the processor, as messages call the slice.
  package var name: String { slice.header.architecture.name }
}
