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
