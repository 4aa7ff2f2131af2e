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

/// Reads the small programs by which a slice tells the loader which names to bind.
enum BindOpcodes {
  /// Adds the names in `bytes` to `names`.
  ///
  /// - Returns: Whether the program was sound to its end.
  static func names(in bytes: BinaryBytes, into names: inout Set<String>) -> Bool {
    var cursor = BinaryCursor(bytes)
    var current: String?
    while let byte = cursor.byte() {
      // A table of lazy bindings has an end after each name, so zeros are passed over.
      var isSound = true
      switch byte & 0xF0 {
      case 0x20: isSound = cursor.skipNumber()
      case 0x40:
        current = cursor.text()
        isSound = current != nil
      case 0x60, 0x70, 0x80: isSound = cursor.skipNumber()
      case 0x90, 0xB0: insert(current, &names)
      case 0xA0:
        insert(current, &names)
        isSound = cursor.skipNumber()
      case 0xC0:
        insert(current, &names)
        isSound = cursor.skipNumber() && cursor.skipNumber()
      case 0xD0: isSound = byte & 0x0F == 0 ? cursor.skipNumber() : true
      case 0x00, 0x10, 0x30, 0x50: break
      default: isSound = false
      }
      if !isSound { return false }
    }
    return true
  }

  private static func insert(_ name: String?, _ names: inout Set<String>) {
    if let name, names.count < ImportedSymbols.limit { names.insert(name) }
  }
}

/// Reads what newer slices tell the loader: a table of imports, and pointers that are chained through the data.
enum ChainedFixups {
  /// The names of the imports, or `nil` when the table is broken or compressed.
  static func imports(in bytes: BinaryBytes) -> [String]? {
    guard let importsOffset = bytes.size(at: 8), let namesOffset = bytes.size(at: 12),
      let count = bytes.size(at: 16), let format = bytes.word(at: 20), bytes.word(at: 24) == 0,
      namesOffset <= bytes.count, count <= ImportedSymbols.limit,
      let names = bytes.part(at: namesOffset, count: bytes.count - namesOffset)
    else { return nil }
    let width: Int
    switch format {
    case 1: width = 4
    case 2: width = 8
    case 3: width = 16
    default: return nil
    }
    guard let table = bytes.part(at: importsOffset, count: count * width) else { return nil }
    var imports: [String] = []
    imports.reserveCapacity(count)
    for index in 0..<count {
      // The place of the name has 23 of 32 bits in the first two formats and 32 of 64 in the third.
      let place =
        format == 3
        ? table.long(at: index * width).map { Int($0 >> 32) }
        : table.word(at: index * width).map { Int($0 >> 9) }
      guard let place, let name = names.text(at: place) else { return nil }
      imports.append(name)
    }
    return imports
  }

  /// How pointers of each segment are written, by the number of the segment.
  static func pointerFormats(in bytes: BinaryBytes) -> [Int: UInt16] {
    guard let starts = bytes.size(at: 4), let count = bytes.size(at: starts), count <= 256 else { return [:] }
    var formats: [Int: UInt16] = [:]
    for index in 0..<count {
      guard let offset = bytes.size(at: starts + 4 + index * 4), offset > 0 else { continue }
      formats[index] = bytes.half(at: starts + offset + 6)
    }
    return formats
  }
}

/// Knows the symbols of primitives that are outdated.
enum WeakPrimitives {
  /// The primitives among `imports`, by the names that people know, sorted.
  static func names(in imports: ImportedSymbols) -> [String] {
    var names: Set<String> = []
    for (symbol, name) in functions where imports.contains(symbol) { names.insert(name) }
    for symbol in imports.listed.union(imports.bound) where symbol.hasPrefix("_$s9CryptoKit8Insecure") {
      for (mangled, name) in types where symbol.contains(mangled) { names.insert(name) }
    }
    return names.sorted()
  }

  private static let functions = [
    ("_CC_MD2", "CC_MD2"), ("_CC_MD4", "CC_MD4"), ("_CC_MD5", "CC_MD5"), ("_CC_MD5_Init", "CC_MD5"),
    ("_CC_SHA1", "CC_SHA1"), ("_CC_SHA1_Init", "CC_SHA1"),
  ]

  /// The mangled names of types inside `CryptoKit.Insecure`.
  private static let types = [("3MD5V", "Insecure.MD5"), ("4SHA1V", "Insecure.SHA1")]
}
