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
