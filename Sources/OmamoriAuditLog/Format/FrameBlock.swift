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
