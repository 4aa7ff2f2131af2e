#if !canImport(Darwin)
import OmamoriCore

/// Reads a message of the agent's protocol; nothing that it is given makes it fail in another way than by an error.
///
/// Every length is compared with what is left before anything is taken.
struct WireReader {
  private let message: SharedSecretBytes
  private var offset = 0

  init(_ message: SharedSecretBytes) { self.message = message }

  /// The error for everything that is not a message.
  static var malformed: KeychainError { .corrupt(.agent) }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(KeychainError) -> Number {
    let start = try advance(MemoryLayout<Number>.size)
    return message.withBytes { bytes in
      // because the offset was checked, and any bits are a number
      Number(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Number.self))
    }
  }

  mutating func flag() throws(KeychainError) -> Bool {
    switch try number(UInt8.self) {
    case 0: false
    case 1: true
    default: throw Self.malformed
    }
  }

  mutating func text() throws(KeychainError) -> String {
    let count = Int(try number(UInt32.self))
    let start = try advance(count)
    let text = message.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.extracting(start..<start + count).withUnsafeBytes {
        unsafe String(validating: $0, as: UTF8.self)
      }
    }
    guard let text else { throw Self.malformed }
    return text
  }

  mutating func data() throws(KeychainError) -> Data {
    let count = Int(try number(UInt32.self))
    let start = try advance(count)
    return message.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.extracting(start..<start + count).withUnsafeBytes { unsafe Data($0) }
    }
  }

  mutating func secret() throws(KeychainError) -> SharedSecretBytes? {
    guard try flag() else { return nil }
    let count = Int(try number(UInt32.self))
    let start = try advance(count)
    return message.withBytes { bytes in
      SharedSecretBytes(SecretBytes(copying: bytes.extracting(start..<start + count)))
    }
  }

  mutating func optional<Value>(
    _ read: (inout WireReader) throws(KeychainError) -> Value
  ) throws(KeychainError) -> Value? {
    try flag() ? try read(&self) : nil
  }

  /// Reads up to `limit` values.
  mutating func list<Value>(
    limit: Int, _ read: (inout WireReader) throws(KeychainError) -> Value
  ) throws(KeychainError) -> [Value] {
    let count = Int(try number(UInt32.self))
    // Every value has at least one byte.
    guard count <= min(limit, message.count - offset) else { throw Self.malformed }
    var values: [Value] = []
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  /// Makes sure that nothing is left.
  func end() throws(KeychainError) {
    guard offset == message.count else { throw Self.malformed }
  }

  private mutating func advance(_ count: Int) throws(KeychainError) -> Int {
    guard count <= message.count - offset else { throw Self.malformed }
    defer { offset += count }
    return offset
  }
}
#endif
