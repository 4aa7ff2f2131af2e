import OmamoriCore

/// Reads a `bplist00` file.
///
/// Every object is decoded once and remembered with its height and its expanded size, so shared references
/// cost no time, yet count at every use against the limit.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  private let layout: BinaryPropertyListLayout
  private var states: [State]
  private var contentBytes = 0
  private var references = 0
  private var duplicates: [PropertyListDictionary.Entry] = []

  private enum State {
    case unread
    case open
    case read(Node)
  }

  /// A decoded object with what it costs to expand it.
  private struct Node {
    let value: PropertyList
    let count: Int
    let height: Int
  }

  /// Makes a reader after checking the file's trailer.
  init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    (self.bytes, self.limits) = (bytes, limits)
    layout = try BinaryPropertyListLayout(bytes, limits: limits)
    states = Array(repeating: .unread, count: layout.objectCount)
  }

  /// Reads the whole file.
  mutating func read() throws(PropertyListError) -> PropertyListDocument {
    let root = try object(layout.topObject, depth: 0, at: bytes.count - 16)
    return PropertyListDocument(root: root.value, format: .binary, duplicates: duplicates)
  }

  // MARK: - Objects

  private mutating func object(_ reference: Int, depth: Int, at site: Int) throws(PropertyListError) -> Node {
    guard reference < layout.objectCount else { throw .outOfBounds(at: .byte(site)) }
    switch states[reference] {
    case .open: throw .cycle(at: .byte(site))
    case .read(let node):
      guard depth + node.height <= limits.maximumDepth else {
        throw .tooDeep(limit: limits.maximumDepth, at: .byte(site))
      }
      return node
    case .unread: break
    }
    let offset = try layout.offset(of: reference, in: bytes)
    states[reference] = .open
    let node = try decode(at: offset, depth: depth)
    states[reference] = .read(node)
    return node
  }

  private mutating func decode(at offset: Int, depth: Int) throws(PropertyListError) -> Node {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0xA:
      let (count, start) = try length(low, at: offset)
      return try array(count, from: start, depth: depth, at: offset)
    case 0xD:
      let (count, start) = try length(low, at: offset)
      return try dictionary(count, from: start, depth: depth, at: offset)
    default:
      return Node(value: PropertyList(try leaf(marker, at: offset)), count: 1, height: 0)
    }
  }

  private mutating func leaf(_ marker: UInt8, at offset: Int) throws(PropertyListError)
    -> PropertyList.Content
  {
    let low = Int(marker & 0x0F)
    switch (marker >> 4, low) {
    case (0, 8): return .boolean(false)
    case (0, 9): return .boolean(true)
    case (1, 0...4): return .integer(try integer(sized: 1 << low, at: offset + 1))
    case (2, 2):
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try bits(4, at: offset + 1)))))
    case (2, 3): return .real(Double(bitPattern: UInt64(truncatingIfNeeded: try bits(8, at: offset + 1))))
    case (3, 3):
      let seconds = Double(bitPattern: UInt64(truncatingIfNeeded: try bits(8, at: offset + 1)))
      guard seconds.isFinite else { throw .invalidValue(at: .byte(offset)) }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (4, _):
      let (count, start) = try length(low, at: offset)
      return .data(Array(try content(count, from: start)))
    case (5, _):
      let (count, start) = try length(low, at: offset)
      let text = try content(count, from: start)
      guard text.allSatisfy({ $0 < 0x80 }) else { throw .invalidText(at: .byte(offset)) }
      return .string(String(decoding: text, as: UTF8.self))
    case (6, _):
      let (count, start) = try length(low, at: offset)
      let (size, overflow) = count.multipliedReportingOverflow(by: 2)
      guard !overflow else { throw .outOfBounds(at: .byte(offset)) }
      guard let text = TextDecoding.utf16Text(try content(size, from: start), bigEndian: true) else {
        throw .invalidText(at: .byte(offset))
      }
      return .string(text)
    case (8, 0...7): return .uid(UInt64(truncatingIfNeeded: try bits(low + 1, at: offset + 1)))
    default: throw .unsupportedObject(marker: marker, at: .byte(offset))
    }
  }

  private mutating func array(
    _ count: Int,
    from start: Int,
    depth: Int,
    at offset: Int
  ) throws(PropertyListError) -> Node {
    try enter(count, lists: 1, from: start, depth: depth, at: offset)
    var elements: [PropertyList] = []
    elements.reserveCapacity(count)
    var (total, height) = (1, 0)
    for index in 0..<count {
      let site = start + index * layout.referenceSize
      let node = try object(try reference(at: site), depth: depth + 1, at: site)
      (total, height) = (try add(node.count, to: total, at: site), max(height, node.height))
      elements.append(node.value)
    }
    return Node(value: PropertyList(.array(elements)), count: total, height: height + 1)
  }

  private mutating func dictionary(
    _ count: Int,
    from start: Int,
    depth: Int,
    at offset: Int
  ) throws(PropertyListError) -> Node {
    try enter(count, lists: 2, from: start, depth: depth, at: offset)
    var entries: [PropertyListDictionary.Entry] = []
    entries.reserveCapacity(count)
    var (total, height) = (1, 0)
    for index in 0..<count {
      let keySite = start + index * layout.referenceSize
      let key = try object(try reference(at: keySite), depth: depth + 1, at: keySite)
      guard let name = key.value.string else { throw .keyNotText(at: .byte(keySite)) }
      let site = keySite + count * layout.referenceSize
      let node = try object(try reference(at: site), depth: depth + 1, at: site)
      (total, height) = (try add(node.count, to: total, at: site), max(height, node.height))
      entries.append(.init(key: name, value: node.value))
    }
    let dictionary = PropertyListDictionary(entries)
    duplicates += dictionary.duplicates
    return Node(value: PropertyList(.dictionary(dictionary)), count: total, height: height + 1)
  }

  // MARK: - Bounds

  /// Checks a container's depth and that its lists of references fit in the file and in the limit.
  private mutating func enter(
    _ count: Int,
    lists: Int,
    from start: Int,
    depth: Int,
    at offset: Int
  ) throws(PropertyListError) {
    guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth, at: .byte(offset)) }
    // Containers that lie over each other in the file could list the same references again and again.
    references = try add(count, to: references, at: offset)
    let (each, first) = count.multipliedReportingOverflow(by: lists)
    let (size, second) = each.multipliedReportingOverflow(by: layout.referenceSize)
    guard !first, !second, size <= layout.end - start else { throw .outOfBounds(at: .byte(offset)) }
  }

  private func add(_ count: Int, to total: Int, at offset: Int) throws(PropertyListError) -> Int {
    let (sum, overflow) = total.addingReportingOverflow(count)
    guard !overflow, sum <= limits.maximumNodes else {
      throw .tooManyNodes(limit: limits.maximumNodes, at: .byte(offset))
    }
    return sum
  }

  private mutating func content(_ count: Int, from start: Int) throws(PropertyListError) -> ArraySlice<UInt8>
  {
    guard count <= layout.end - start else { throw .outOfBounds(at: .byte(start)) }
    contentBytes += count
    guard contentBytes <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    return bytes[start..<(start + count)]
  }

  /// The length that a marker announces and the offset behind it.
  private func length(_ low: Int, at offset: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    guard low == 0x0F else { return (low, offset + 1) }
    let marker = try bits(1, at: offset + 1)
    guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw .outOfBounds(at: .byte(offset)) }
    let size = 1 << Int(marker & 0x0F)
    guard let count = Int(exactly: try bits(size, at: offset + 2)) else {
      throw .outOfBounds(at: .byte(offset))
    }
    return (count, offset + 2 + size)
  }

  private func integer(sized size: Int, at offset: Int) throws(PropertyListError) -> Int128 {
    let value = try bits(size, at: offset)
    return switch size {
    case 8: Int128(Int64(truncatingIfNeeded: value))
    case 16: Int128(truncatingIfNeeded: value)
    default: Int128(value)
    }
  }

  private func reference(at offset: Int) throws(PropertyListError) -> Int {
    Int(exactly: try bits(layout.referenceSize, at: offset)) ?? Int.max
  }

  private func bits(_ size: Int, at offset: Int) throws(PropertyListError) -> UInt128 {
    guard size <= layout.end - offset else { throw .outOfBounds(at: .byte(offset)) }
    return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt128($1) }
  }
}

/// The trailer of a `bplist00` file, checked so that no later arithmetic can leave the file.
struct BinaryPropertyListLayout {
  /// How many objects the file has.
  let objectCount: Int
  /// The object that is the outermost value.
  let topObject: Int
  /// The size of a reference to an object, in bytes, 1 to 8.
  let referenceSize: Int
  /// The offset behind the last object, where the table of offsets begins.
  let end: Int

  private let offsetSize: Int

  private static let headerSize = 8
  private static let trailerSize = 32

  /// Reads and checks the trailer of `bytes`.
  init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    guard bytes.count >= Self.headerSize + Self.trailerSize + 2 else {
      throw .truncated(at: .byte(bytes.count))
    }
    guard bytes[..<Self.headerSize].elementsEqual("bplist00".utf8) else { throw .unknownFormat }
    let trailer = bytes.count - Self.trailerSize
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw .outOfBounds(at: .byte(trailer + 6))
    }
    func number(at offset: Int) throws(PropertyListError) -> Int {
      let value = bytes[offset..<(offset + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw .outOfBounds(at: .byte(offset)) }
      return number
    }
    objectCount = try number(at: trailer + 8)
    topObject = try number(at: trailer + 16)
    end = try number(at: trailer + 24)
    guard objectCount <= limits.maximumNodes else {
      throw .tooManyNodes(limit: limits.maximumNodes, at: .byte(trailer + 8))
    }
    guard topObject < objectCount else { throw .outOfBounds(at: .byte(trailer + 16)) }
    // At most a few million objects of 8 bytes each: the product cannot overflow.
    guard end > Self.headerSize, end <= trailer, objectCount <= (trailer - end) / offsetSize else {
      throw .outOfBounds(at: .byte(trailer + 24))
    }
  }

  /// The offset of the object with the number `reference`, which is below ``objectCount``.
  func offset(of reference: Int, in bytes: [UInt8]) throws(PropertyListError) -> Int {
    let entry = end + reference * offsetSize
    let value = bytes[entry..<(entry + offsetSize)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let offset = Int(exactly: value), offset >= Self.headerSize, offset < end else {
      throw .outOfBounds(at: .byte(entry))
    }
    return offset
  }
}
