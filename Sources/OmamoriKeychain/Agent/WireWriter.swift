#if !canImport(Darwin)
import OmamoriCore

/// Writes a message of the agent's protocol into memory that is wiped.
///
/// Numbers are big-endian; texts and bytes have their length in front.
struct WireWriter: ~Copyable {
  private var room: SecretBytes
  private(set) var count = 0

  init() { room = SecretBytes(count: 1000) { _ in } }

  /// What was written.
  var message: SecretBytes { SecretBytes(copying: room.bytes.extracting(0..<count)) }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(_ value: Number) {
    // because the buffer stays inside the closure
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe append($0) }
  }

  mutating func flag(_ value: Bool) { number(value ? UInt8(1) : 0) }

  mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { buffer in
      number(UInt32(clamping: buffer.count))
      unsafe append(UnsafeRawBufferPointer(buffer))  // because the buffer stays inside the closure
    }
  }

  mutating func data(_ value: Data) {
    number(UInt32(clamping: value.count))
    // because the buffer stays inside the closure
    unsafe value.withUnsafeBytes { unsafe append($0) }
  }

  mutating func secret(_ value: SharedSecretBytes?) {
    flag(value != nil)
    guard let value else { return }
    number(UInt32(clamping: value.count))
    reserve(value.count)
    value.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }
  }

  /// Writes whether there is a value, and the value.
  mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    room.withMutableBytes { room in
      // because both buffers stay inside the closures, and there is room for the second behind what is filled
      unsafe room.withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
      }
    }
    count += bytes.count
  }

  /// Makes room for so many bytes; what was there is wiped.
  private mutating func reserve(_ more: Int) {
    guard count + more > room.count else { return }
    let filled = count
    let larger = SecretBytes(count: max(room.count * 2, count + more)) { target in
      // because both buffers stay inside the closures, and the target is the larger one
      unsafe target.withUnsafeMutableBytes { target in
        unsafe room.bytes.extracting(0..<filled).withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      }
    }
    room = larger
  }
}
#endif
