extension [UInt8] {
  /// Appends an integer, the most significant byte first.
  mutating func append<Integer: FixedWidthInteger>(bigEndian value: Integer) {
    for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
