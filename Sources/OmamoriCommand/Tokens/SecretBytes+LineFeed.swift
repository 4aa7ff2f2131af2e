import OmamoriCore

extension SecretBytes {
  /// The bytes with a line feed after them.
  func withLineFeed() -> SecretBytes {
    let count = count
    return SecretBytes(count: count + 1) { bytes in
      // because every buffer stays inside the closure, and the target has room for one byte more
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe self.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        unsafe target[count] = UInt8(ascii: "\n")
      }
    }
  }
}
