/// Reads a process's memory map in the form of proc_pid_maps(5).
///
/// The bytes may come from a process that wants to deceive; whatever does not fit the form ends the reading.
package struct MemoryMapReader {
  /// The most mappings that are read; the kernel's own default limit is 65,530.
  package static let greatestCount = 1 << 18
  /// The longest path.
  package static let greatestPath = 4096 + 16

  private let bytes: [UInt8]
  private var place = 0
  /// The last path and its bytes, since the mappings of a file stand next to each other.
  private var last: (start: Int, end: Int, path: String, isDeleted: Bool)?

  /// Reads all mappings.
  ///
  /// - Parameter bytes: The lines.
  /// - Returns: The mappings in their order.
  /// - Throws: ``DeviceError/process(_:)`` with `unreadable` when a line has another form or there are too many.
  package static func mappings(in bytes: [UInt8]) throws(DeviceError) -> [MemoryMapping] {
    var reader = MemoryMapReader(bytes)
    var mappings: [MemoryMapping] = []
    while reader.place < bytes.count {
      guard mappings.count < greatestCount, let mapping = reader.mapping() else {
        throw .process(.unreadable)
      }
      mappings.append(mapping)
    }
    return mappings
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func mapping() -> MemoryMapping? {
    guard let start = hexadecimal(), skip("-"), let end = hexadecimal(), start <= end, skip(" "),
      let access = access(), skip(" "), let offset = hexadecimal(), skip(" "), let major = hexadecimal(),
      skip(":"), let minor = hexadecimal(), skip(" "), let inode = decimal()
    else { return nil }
    guard let (path, isDeleted) = path() else { return nil }
    return MemoryMapping(
      start: start, end: end, access: access, offset: offset, device: major << 32 | minor & 0xFFFF_FFFF,
      inode: inode, path: path, isDeleted: isDeleted)
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func hexadecimal() -> UInt64? {
    let first = place
    var value: UInt64 = 0
    while place < bytes.count, place - first < 16 {
      let digit: UInt8
      switch bytes[place] {
      case 0x30...0x39: digit = bytes[place] - 0x30
      case 0x61...0x66: digit = bytes[place] - 0x57
      default: return place > first ? value : nil
      }
      value = value << 4 | UInt64(digit)
      place += 1
    }
    return place > first ? value : nil
  }

  private mutating func decimal() -> UInt64? {
    let first = place
    var value: UInt64 = 0
    while place < bytes.count, case 0x30...0x39 = bytes[place] {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[place] - 0x30))
      guard !overflow, !carry else { return nil }
      value = sum
      place += 1
    }
    return place > first ? value : nil
  }

  private mutating func access() -> MemoryMapping.Access? {
    guard place + 4 <= bytes.count else { return nil }
    var access: MemoryMapping.Access = []
    for index in 0..<3 {
      let (letter, right) = Self.letters[index]
      switch bytes[place] {
      case letter: access.insert(right)
      case UInt8(ascii: "-"): break
      default: return nil
      }
      place += 1
    }
    switch bytes[place] {
    case UInt8(ascii: "s"), UInt8(ascii: "S"): access.insert(.shared)
    case UInt8(ascii: "p"): break
    default: return nil
    }
    place += 1
    return access
  }

  /// The rest of the line.
  private mutating func path() -> (String, Bool)? {
    while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    let end = place
    if place < bytes.count { place += 1 }
    guard end - start <= Self.greatestPath else { return nil }
    guard end > start else { return ("", false) }
    if let last, last.end - last.start == end - start, bytes[last.start..<last.end] == bytes[start..<end] {
      return (last.path, last.isDeleted)
    }
    let isDeleted = bytes[start..<end].suffix(Self.deletionMark.count).elementsEqual(Self.deletionMark)
    let path = String(
      decoding: bytes[start..<(isDeleted ? end - Self.deletionMark.count : end)], as: UTF8.self)
    last = (start, end, path, isDeleted)
    return (path, isDeleted)
  }

  private static let letters: [(UInt8, MemoryMapping.Access)] = [
    (UInt8(ascii: "r"), .read), (UInt8(ascii: "w"), .write), (UInt8(ascii: "x"), .execute),
  ]
  private static let deletionMark = Array(" (deleted)".utf8)
}
