/// The checksum of Ethernet and zip (ISO 3309), which tells an incomplete frame from a whole one; it protects from no
/// attacker.
enum CRC32 {
  /// The checksum of some bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // because every index lies within the tables or the buffer
    unsafe tables.withUnsafeBufferPointer { tables in
      var (sum, offset): (UInt32, Int) = (0xFFFF_FFFF, 0)
      while offset + 8 <= bytes.count {
        let low =
          unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) ^ sum
        let high = unsafe UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        sum = unsafe tables[7 * 256 + Int(low & 255)] ^ tables[6 * 256 + Int(low >> 8 & 255)]
        sum ^= unsafe tables[5 * 256 + Int(low >> 16 & 255)] ^ tables[4 * 256 + Int(low >> 24)]
        sum ^= unsafe tables[3 * 256 + Int(high & 255)] ^ tables[2 * 256 + Int(high >> 8 & 255)]
        sum ^= unsafe tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
        offset += 8
      }
      while offset < bytes.count {
        sum = unsafe tables[Int((sum ^ UInt32(bytes[offset])) & 255)] ^ sum >> 8
        offset += 1
      }
      return ~sum
    }
  }

  /// For each of eight distances, what a byte adds to the sum.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let value = tables[index - 256]
      tables[index] = tables[Int(value & 255)] ^ value >> 8
    }
    return tables
  }()
}
