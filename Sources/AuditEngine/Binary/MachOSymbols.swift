/// The symbol table of a slice, read entry by entry: large programs have hundreds of thousands.
package struct MachOSymbols: Sequence, Sendable {
  /// A symbol, without its name, which is read when it is asked for.
  package struct Symbol: Sendable, Hashable {
    /// Where the name stands in the table of names.
    let nameOffset: Int
    /// The kind, as bits.
    package let type: UInt8
    /// The number of the section it lies in, from 1; 0 is none.
    package let section: UInt8
    /// The address or another value.
    package let value: UInt64

    /// Whether a debugger alone reads it.
    package var isDebugging: Bool { type & 0xE0 != 0 }
    /// Whether other files see it.
    package var isExternal: Bool { type & 0x01 != 0 && !isDebugging }
    /// Whether it is taken from a library.
    package var isImported: Bool { isExternal && type & 0x0E == 0 && value == 0 }
    /// Whether it is defined here for this file alone.
    package var isLocal: Bool { !isDebugging && !isExternal && type & 0x0E == 0x0E }
  }

  private let entries: BinaryBytes?
  private let names: BinaryBytes?
  private let entrySize: Int

  /// Finds the table of a slice; it is empty when the slice has none or lies about its place.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes) {
    let size = slice.header.is64Bit ? 16 : 12
    entrySize = size
    entries = slice.symbolTable.flatMap { table in
      let (length, overflow) = table.count.multipliedReportingOverflow(by: size)
      return overflow ? nil : bytes.part(at: table.offset, count: length)
    }
    names = slice.symbolNames.flatMap { bytes.part(at: $0.offset, count: $0.count) }
  }

  /// Whether the slice has a table that can be read.
  package var isThere: Bool { entries != nil && names != nil }

  /// How many symbols there are.
  package var count: Int { entries.map { $0.count / entrySize } ?? 0 }

  /// The name of `symbol`, empty when its place is outside.
  package func name(of symbol: Symbol) -> String { names?.text(at: symbol.nameOffset) ?? "" }

  /// Walks over the symbols in the order of the table.
  package func makeIterator() -> AnyIterator<Symbol> {
    var index = 0
    return AnyIterator {
      guard let entries, index < count else { return nil }
      let offset = index * entrySize
      index += 1
      guard let name = entries.size(at: offset), let type = entries.byte(at: offset + 4),
        let section = entries.byte(at: offset + 5)
      else { return nil }
      let value =
        entrySize == 16 ? entries.long(at: offset + 8) : entries.word(at: offset + 8).map { UInt64($0) }
      return Symbol(nameOffset: name, type: type, section: section, value: value ?? 0)
    }
  }
}
