import OmamoriCore

/// Reads bytes until they hold a whole header, and no more than that needs.
struct HeaderScan {
  private let opening: PayloadOpening
  /// What has been read; the bytes after the header belong to the chunks.
  private(set) var bytes: [UInt8] = []
  private var meter: (any HeaderMeter)?

  /// The bytes that are read at a time.
  static let step = 4096

  init(_ opening: PayloadOpening) { self.opening = opening }

  /// Takes bytes; gives the header when it is whole.
  mutating func take(_ piece: RawSpan) throws(CryptoError) -> [UInt8]? {
    // because the bytes are copied inside the closure
    unsafe piece.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    guard let size = try opening.headerSize(in: bytes, &meter) else { return nil }
    let header = Array(bytes[..<size])
    bytes.removeFirst(size)
    return header
  }

  /// Takes the bytes after the header.
  mutating func takeRest() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The failure when no more bytes come.
  var truncation: CryptoError { opening.truncation(of: bytes) }

  /// Opens the header of a file in memory.
  func open(_ file: RawSpan) throws(CryptoError) -> (cipher: ChunkCipher, headerSize: Int) {
    var (scan, offset) = (self, 0)
    while offset < file.byteCount {
      let end = min(offset + Self.step, file.byteCount)
      if let header = try scan.take(file.extracting(offset..<end)) {
        return (try opening.open(header), header.count)
      }
      offset = end
    }
    throw scan.truncation
  }

  /// Opens the header that `read` gives, in pieces of up to ``step`` bytes, and keeps what follows it.
  mutating func open(
    reading read: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Int
  ) throws(CryptoError) -> (cipher: ChunkCipher, headerSize: Int) {
    let buffer = ChunkBuffer(count: Self.step)
    while true {
      let count = try unsafe read(buffer.bytes)  // because the room belongs to this call
      guard count > 0 else { throw truncation }
      // because the room belongs to this call and holds that many bytes
      if let header = try take(unsafe UnsafeRawBufferPointer(buffer[0..<count]).bytes) {
        return (try opening.open(header), header.count)
      }
    }
  }
}

/// Finds the end of the header of a file that comes in pieces.
///
/// It looks at every byte once, so that a long header in small pieces costs no more than in large ones.
protocol HeaderMeter: Sendable {
  /// Finds the end of the header.
  ///
  /// - Parameter bytes: The file from its start, as far as it has been read; never less than the last time.
  /// - Returns: The size of the header, all of which is there; `nil` when more bytes are needed.
  /// - Throws: `CryptoError` when no more bytes would make it a header, or when it would be too long.
  mutating func size(in bytes: [UInt8]) throws(CryptoError) -> Int?
}
