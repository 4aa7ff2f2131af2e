import OmamoriCore

/// Writes the fields of a state one after the other into one secret.
struct StateWriter: ~Copyable {
  private var secret: SecretBytes
  private var offset = 0

  /// Makes a writer.
  ///
  /// - Parameter byteCount: The length of all fields together.
  init(byteCount: Int) {
    secret = SecretBytes(count: byteCount) { _ in }
  }

  /// Writes an integer, the most significant byte first.
  mutating func write<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer) {
    let place = take(Integer.bitWidth / 8)
    secret.withMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: place, as: Integer.self) }
  }

  /// Writes bytes.
  mutating func write(_ bytes: RawSpan) {
    let place = take(bytes.byteCount)
    let end = place + bytes.byteCount
    secret.withMutableBytes { target in
      // because the field lies within the secret, and both buffers stay inside the closures
      unsafe target.withUnsafeMutableBytes { target in
        let field = unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<end])
        unsafe bytes.withUnsafeBytes { unsafe field.copyMemory(from: $0) }
      }
    }
  }

  /// Writes bytes that are not secret.
  mutating func write(public bytes: [UInt8]) {
    unsafe write(bytes.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// Writes a key.
  mutating func write(_ key: SharedSecretBytes) {
    key.withBytes { write($0) }
  }

  /// Writes 1 and a value, or 0.
  mutating func write<Value>(_ value: Value?, _ body: (inout StateWriter, Value) -> Void) {
    write(UInt8(value == nil ? 0 : 1))
    if let value { body(&self, value) }
  }

  /// What was written.
  consuming func finish() -> SharedSecretBytes { SharedSecretBytes(secret) }

  private mutating func take(_ count: Int) -> Int {
    defer { offset += count }
    return offset
  }
}

extension [UInt8] {
  /// Appends an integer, the most significant byte first.
  mutating func append<Integer: FixedWidthInteger>(bigEndian value: Integer) {
    for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
