package import OmamoriCore

/// A frame behind what its leaf hash and its seal also cover: a zero byte and the link, in one piece of memory.
///
/// ```
/// 00 | link (32) | length kind sequence (13) | body | CRC-32 (4)
///    '-- authenticated by the seal ----------'
/// '------- hashed to the leaf of the tree ----------'
/// ```
// because every offset lies within the buffer: the frame was measured when it was loaded or made
struct FrameBlock {
  private static let frameStart = 1 + LogHash.byteCount
  private static let bodyStart = frameStart + FrameLayout.headByteCount

  private var bytes = [UInt8](repeating: 0, count: bodyStart + FrameLayout.maximumBody)
  private var end = 0
  /// The content of a frame that is being sealed.
  private var plain: [UInt8] = []

  /// Takes over a whole frame.
  mutating func load(_ frame: UnsafeRawBufferPointer, after link: LogHash) {
    end = Self.frameStart + frame.count - FrameLayout.checksumByteCount
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe link.store(in: bytes, at: 1)
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[Self.frameStart..<end])
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: frame.dropLast(FrameLayout.checksumByteCount)))
    }
  }

  /// The leaf hash of the frame, which is the link of the next one.
  var leaf: LogHash {
    unsafe bytes.withUnsafeBytes { unsafe LogHash(hashing: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
  }

  /// Makes sure that the frame is what was sealed with the key of the ratchet's step.
  ///
  /// - Parameters:
  ///   - ratchet: The keys, at the step of the frame.
  ///   - sequence: The sequence that the frame must have.
  ///   - isClear: Whether its content is not encrypted.
  ///   - content: Gets the content: the time and the payload, or nothing for a clear frame.
  /// - Returns: `false` when it is something else.
  func open(_ ratchet: Ratchet, sequence: UInt64, isClear: Bool, into content: inout [UInt8]) -> Bool {
    let sealed = isClear ? end - FrameLayout.tagByteCount : Self.bodyStart
    let count = end - sealed - FrameLayout.tagByteCount
    if content.count < count { content = [UInt8](repeating: 0, count: count) }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe content.withUnsafeMutableBytes { content in
        unsafe ratchet.withKey { key in
          unsafe FrameCipher.open(
            UnsafeRawBufferPointer(rebasing: bytes[sealed..<end]), key: key, sequence: sequence,
            authenticating: UnsafeRawBufferPointer(rebasing: bytes[1..<sealed]),
            into: UnsafeMutableRawBufferPointer(rebasing: content[..<count]))
        }
      }
    }
  }

  /// The number of bytes of the content of an encrypted frame: of its time and its payload.
  var contentByteCount: Int { end - Self.bodyStart - FrameLayout.tagByteCount }

  /// The content of a clear frame.
  var clearContent: [UInt8] { Array(bytes[Self.bodyStart..<end - FrameLayout.tagByteCount]) }

  /// Makes a frame and seals it.
  ///
  /// - Parameters:
  ///   - kind: What it holds.
  ///   - sequence: Its place among the entries.
  ///   - milliseconds: The time, which stands before the payload; `nil` in a clear frame.
  ///   - payload: The content; at most what a body has room for.
  ///   - link: The leaf hash of the entry before.
  ///   - ratchet: The keys, at the step of the frame.
  /// - Returns: `false` when the library fails.
  mutating func seal(
    _ kind: FrameKind, _ sequence: UInt64, _ milliseconds: UInt64?, _ payload: [UInt8], after link: LogHash,
    _ ratchet: Ratchet
  ) -> Bool {
    plain.removeAll(keepingCapacity: true)
    if let milliseconds { plain.append(number: milliseconds) }
    plain.append(contentsOf: payload)
    let count = plain.count
    end = Self.bodyStart + count + FrameLayout.tagByteCount
    let sealed = kind.isClear ? end - FrameLayout.tagByteCount : Self.bodyStart
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe plain.withUnsafeBytes { plain in
        unsafe link.store(in: bytes, at: 1)
        let length = UInt32(count + FrameLayout.tagByteCount).bigEndian
        unsafe bytes.storeBytes(of: length, toByteOffset: Self.frameStart, as: UInt32.self)
        unsafe bytes[Self.frameStart + 4] = kind.rawValue
        unsafe bytes.storeBytes(of: sequence.bigEndian, toByteOffset: Self.frameStart + 5, as: UInt64.self)
        let body = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[Self.bodyStart..<end])
        if kind.isClear { unsafe body.copyMemory(from: plain) }
        let secret = unsafe kind.isClear ? UnsafeRawBufferPointer(rebasing: plain[..<0]) : plain
        let data = unsafe UnsafeRawBufferPointer(rebasing: bytes[1..<sealed])
        let output = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[sealed..<end])
        return unsafe ratchet.withKey { key in
          unsafe FrameCipher.seal(secret, key: key, sequence: sequence, authenticating: data, into: output)
        }
      }
    }
  }

  /// Adds the bytes of the frame that was sealed, with their checksum, to others.
  func appendFrame(to output: inout [UInt8]) {
    let checksum = unsafe bytes.withUnsafeBytes { bytes in
      unsafe CRC32.checksum(UnsafeRawBufferPointer(rebasing: bytes[Self.frameStart..<end]))
    }
    output.append(contentsOf: bytes[Self.frameStart..<end])
    output.append(number: checksum)
  }
}

/// A frame as it stands in a segment: whole, with a good checksum, and not yet authenticated.
package struct Frame: Sendable, Hashable {
  /// What it says that it holds.
  package let kind: FrameKind
  /// The place that it says it has among the entries of the log.
  package let sequence: UInt64
  /// All bytes.
  package let encoded: [UInt8]

  /// Reads the frame that some bytes are.
  ///
  /// - Parameter bytes: The frame and nothing else.
  /// - Throws: ``AuditLogError/format(_:)``.
  package init(decoding bytes: [UInt8]) throws(AuditLogError) {
    // because the buffer is only read during the call
    let scan = unsafe bytes.withUnsafeBytes { unsafe FrameLayout.scan($0, expecting: 0) }
    guard !bytes.isEmpty, case .whole(let kind, let sequence, bytes.count) = scan else {
      throw .format(.malformed(offset: 0))
    }
    (self.kind, self.sequence, encoded) = (kind, sequence, bytes)
  }

  /// Takes over a frame that was looked at.
  init(kind: FrameKind, sequence: UInt64, encoded: [UInt8]) {
    (self.kind, self.sequence, self.encoded) = (kind, sequence, encoded)
  }

  /// The note of a checkpoint or close frame, which says nothing until it was verified; `nil` for the other kinds.
  package var note: [UInt8]? {
    guard kind.isClear else { return nil }
    let end = encoded.count - FrameLayout.checksumByteCount - FrameLayout.tagByteCount
    return Array(encoded[FrameLayout.headByteCount..<end])
  }
}

/// What a frame holds.
package enum FrameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// An event.
  case event = 0x01
  /// Nothing but the time: the program still runs.
  case heartbeat = 0x02
  /// What the beginning of a run found of the run before.
  case recovered = 0x03
  /// The erasure of the key of private fields.
  case erasure = 0x04
  /// A checkpoint over everything before it, as a signed note that everybody can read.
  case checkpoint = 0x81
  /// The same, and the end of the segment.
  case close = 0x82

  /// Whether the content is authenticated but not encrypted.
  var isClear: Bool { rawValue & 0x80 != 0 }
}

/// The bytes of a frame: length of the body (4), kind (1), sequence (8), body, CRC-32 of all of these (4).
///
/// The body of an encrypted frame is the ciphertext and the tag; that of a clear one its content and the tag.
enum FrameLayout {
  static let headByteCount = 13
  static let tagByteCount = 16
  static let checksumByteCount = 4
  static let timeByteCount = 8
  /// The most bytes of a body.
  static let maximumBody = timeByteCount + OpenedFrame.maximumPayload + tagByteCount
  /// The most bytes of a frame.
  static let maximumFrame = headByteCount + maximumBody + checksumByteCount

  /// What stands at a place of a segment.
  enum Scan: Equatable {
    /// A whole frame with a good checksum.
    case whole(kind: FrameKind, sequence: UInt64, byteCount: Int)
    /// The beginning of a frame, of which the rest was not written.
    case incomplete
    /// A frame with the right head, of which other bytes were changed.
    case damaged
    /// Something else.
    case malformed
  }

  /// Looks at what stands at the beginning of a buffer, which is not empty.
  ///
  /// - Parameters:
  ///   - buffer: Everything up to the end of the segment, or at least ``maximumFrame`` bytes of it.
  ///   - sequence: The sequence that the frame must have to be taken for an incomplete one.
  /// - Returns: What it is.
  static func scan(_ buffer: UnsafeRawBufferPointer, expecting sequence: UInt64) -> Scan {
    // because every offset is compared with the number of bytes before it is used
    guard buffer.count >= headByteCount else { return unsafe broken(buffer, expecting: sequence) }
    let body = unsafe Int(UInt32(bigEndian: buffer.loadUnaligned(as: UInt32.self)))
    let byteCount = headByteCount + body + checksumByteCount
    guard tagByteCount...maximumBody ~= body, let kind = unsafe FrameKind(rawValue: buffer[4]),
      kind.isClear || body >= tagByteCount + timeByteCount, buffer.count >= byteCount
    else { return unsafe broken(buffer, expecting: sequence) }
    let end = byteCount - checksumByteCount
    let stored = unsafe UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    let covered = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<end])
    guard unsafe CRC32.checksum(covered) == stored else { return unsafe broken(buffer, expecting: sequence) }
    let found = unsafe UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
    return .whole(kind: kind, sequence: found, byteCount: byteCount)
  }

  /// Tells what a crash leaves from other damage.
  ///
  /// A file system may show the length of a write before its last bytes, which are zero then; so what counts as written
  /// ends with the last byte that is not.
  private static func broken(_ buffer: UnsafeRawBufferPointer, expecting sequence: UInt64) -> Scan {
    // because every offset is compared with the number of bytes before it is used
    let written = unsafe (buffer.lastIndex { $0 != 0 } ?? -1) + 1
    guard unsafe isBeginning(UnsafeRawBufferPointer(rebasing: buffer[..<written]), of: sequence) else {
      return .malformed
    }
    guard written >= headByteCount else { return .incomplete }
    let body = unsafe Int(UInt32(bigEndian: buffer.loadUnaligned(as: UInt32.self)))
    let end = headByteCount + body
    return buffer.count < end + checksumByteCount || written <= end ? .incomplete : .damaged
  }

  /// Says whether some bytes can be the beginning of a frame with this sequence.
  private static func isBeginning(_ buffer: UnsafeRawBufferPointer, of sequence: UInt64) -> Bool {
    // because every offset is compared with the number of bytes before it is used
    var (length, index) = (0, 0)
    while index < min(buffer.count, 4) {
      length |= unsafe Int(buffer[index]) << (24 - 8 * index)
      index += 1
    }
    guard length <= maximumBody, buffer.count <= 4 || length >= tagByteCount else { return false }
    if buffer.count >= 5, unsafe FrameKind(rawValue: buffer[4]) == nil { return false }
    index = 5
    while index < min(buffer.count, headByteCount) {
      guard unsafe buffer[index] == UInt8(truncatingIfNeeded: sequence >> UInt64(8 * (12 - index))) else {
        return false
      }
      index += 1
    }
    return true
  }
}

/// What a frame holds, after it was authenticated.
package struct OpenedFrame: Sendable, Hashable {
  /// The most bytes of a payload: 64 KiB.
  package static let maximumPayload = 1 << 16

  /// What it holds.
  package let kind: FrameKind
  /// Its place among the entries of the log.
  package let sequence: UInt64
  /// When it was written, in milliseconds since 1970; that of a clear frame stands in its note.
  package let milliseconds: UInt64?
  /// The payload; the note of a clear frame.
  package let payload: [UInt8]

  init(kind: FrameKind, sequence: UInt64, milliseconds: UInt64?, payload: [UInt8]) {
    (self.kind, self.sequence) = (kind, sequence)
    (self.milliseconds, self.payload) = (milliseconds, payload)
  }

  /// When it was written, by the clock of the machine that wrote the log.
  package var date: Date? { milliseconds.map(LogTime.date) }
}
