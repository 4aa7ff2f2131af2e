import OmamoriCore
import OmamoriCrypto

/// Puts fields of groups together: numbers with the greatest byte first, and bytes after their length.
///
/// Secret fields are copied once, into the result.
struct GroupFieldWriter: Sendable {
  private enum Piece: Sendable {
    case bytes([UInt8])
    case key(SymmetricKey)
    case secret(SharedSecretBytes)
  }

  private var pieces: [Piece] = []
  /// The number of bytes so far.
  private(set) var count = 0

  /// Writes a number.
  mutating func write(_ number: some FixedWidthInteger & UnsignedInteger) {
    write(raw: GroupFieldWriter.bytes(of: number))
  }

  /// Writes bytes whose number the reader knows.
  mutating func write(raw bytes: [UInt8]) {
    count += bytes.count
    guard case .bytes(var last)? = pieces.last else { return pieces.append(.bytes(bytes)) }
    // Without the copy in the list the bytes are appended in place.
    pieces.removeLast()
    last += bytes
    pieces.append(.bytes(last))
  }

  /// Writes bytes after their number, which is written in four bytes.
  mutating func write(_ bytes: [UInt8]) {
    write(UInt32(truncatingIfNeeded: bytes.count))
    write(raw: bytes)
  }

  /// Writes the text in UTF-8 after its size.
  mutating func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a key whose size the reader knows.
  mutating func write(_ key: SymmetricKey) {
    count += key.bitCount / 8
    pieces.append(.key(key))
  }

  /// Writes a secret whose size the reader knows.
  mutating func write(_ secret: SharedSecretBytes) {
    count += secret.count
    pieces.append(.secret(secret))
  }

  /// Writes a point in time in whole seconds.
  mutating func write(_ date: Date) {
    write(UInt64(bitPattern: Int64(min(max(date.timeIntervalSince1970, -1e12), 1e12))))
  }

  /// All fields as one secret.
  var secret: SharedSecretBytes {
    let bytes = SecretBytes(count: count) { room in
      var offset = 0
      for piece in pieces {
        switch piece {
        case .bytes(let bytes):
          // because UInt8 has no padding
          unsafe Self.copy(bytes.byteSpan.bytes, &room, &offset)
        case .key(let key):
          // because the bytes are copied inside the closure
          unsafe key.withUnsafeBytes { unsafe Self.copy($0.bytes, &room, &offset) }
        case .secret(let secret): secret.withBytes { Self.copy($0, &room, &offset) }
        }
      }
    }
    return SharedSecretBytes(bytes)
  }

  /// All fields as plain bytes; for what holds no key, or is sealed at once.
  var plain: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces {
      switch piece {
      case .bytes(let part): bytes += part
      case .key(let key):
        // because the bytes are copied inside the closure
        unsafe key.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
      case .secret(let secret): secret.withBytes { bytes += $0.byteArray }
      }
    }
    return bytes
  }

  /// The bytes of a number, the greatest first.
  static func bytes(of number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func copy(_ source: RawSpan, _ room: inout MutableRawSpan, _ offset: inout Int) {
    let start = offset
    offset += source.byteCount
    // because the room was made for all fields, and both buffers stay inside the closures
    unsafe room.withUnsafeMutableBytes { room in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[start...])
      unsafe source.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
    }
  }
}
