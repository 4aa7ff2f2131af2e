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
