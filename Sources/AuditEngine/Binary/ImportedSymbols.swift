/// The names that a slice takes from libraries, by its symbol table and by what it tells the loader.
package struct ImportedSymbols: Sendable {
  /// The names that the symbol table leaves undefined.
  package let listed: Set<String>
  /// The names that the loader binds, from bind opcodes or chained fixups.
  package let bound: Set<String>

  /// The most names that are kept; the largest apps take some ten thousand.
  package static let limit = 500_000

  /// Reads the names of a slice; what cannot be read is added to `problems`.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes, problems: inout [String]) {
    let symbols = MachOSymbols(slice, bytes)
    if slice.symbolTable != nil, !symbols.isThere { problems.append("LC_SYMTAB") }
    listed = symbols.reduce(into: []) { names, symbol in
      if symbol.isImported, names.count < Self.limit { names.insert(symbols.name(of: symbol)) }
    }
    var bound: Set<String> = []
    for table in slice.bindings {
      guard let opcodes = bytes.part(at: table.offset, count: table.count),
        BindOpcodes.names(in: opcodes, into: &bound)
      else {
        problems.append("LC_DYLD_INFO")
        continue
      }
    }
    if let table = slice.fixups {
      if let fixups = bytes.part(at: table.offset, count: table.count),
        let names = ChainedFixups.imports(in: fixups)
      {
        bound.formUnion(names)
      } else {
        problems.append("LC_DYLD_CHAINED_FIXUPS")
      }
    }
    self.bound = bound
  }

  /// Whether the slice takes `name` from a library.
  package func contains(_ name: String) -> Bool { listed.contains(name) || bound.contains(name) }

  /// All names, sorted.
  package var all: [String] { listed.union(bound).sorted() }
}
