/// Writes small ELF files for tests.
enum SmallELF {
  /// A file with one part of code, at 0x1000, of one page.
  static func bytes(hasTextRelocations: Bool = false, codeIsWritable: Bool = false) -> [UInt8] {
    var headers: [[UInt64]] = [[1, codeIsWritable ? 7 : 5, 0x1000, 0x1000]]
    if hasTextRelocations { headers.append([2, 6, 0x2000, 32]) }
    headers.append([4, 4, 0x2100, 24])
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 57)
    put(64, at: 32, size: 8, in: &bytes)
    put(56, at: 54, size: 2, in: &bytes)
    put(UInt64(headers.count), at: 56, size: 2, in: &bytes)
    for header in headers {
      var entry = [UInt8](repeating: 0, count: 56)
      put(header[0], at: 0, size: 4, in: &entry)
      put(header[1], at: 4, size: 4, in: &entry)
      put(header[2], at: 8, size: 8, in: &entry)
      put(header[3], at: 32, size: 8, in: &entry)
      bytes += entry
    }
    bytes += [UInt8](repeating: 0, count: 0x1000 - bytes.count)
    bytes += (0..<0x1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var tail = [UInt8](repeating: 0, count: 0x200)
    put(22, at: 0, size: 8, in: &tail)  // DT_TEXTREL
    put(4, at: 0x100, size: 4, in: &tail)
    put(8, at: 0x104, size: 4, in: &tail)
    put(3, at: 0x108, size: 4, in: &tail)
    tail.replaceSubrange(0x10C..<0x110, with: [0x47, 0x4E, 0x55, 0])
    tail.replaceSubrange(0x110..<0x118, with: [1, 2, 3, 4, 5, 6, 7, 8])
    return bytes + tail
  }

  private static func put(_ value: UInt64, at place: Int, size: Int, in bytes: inout [UInt8]) {
    for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
  }
}
