/// Goes through a segment from its beginning, with one window of it in memory.
struct SegmentStream: Sendable {
  /// What stands at the place that was reached.
  enum Step: Equatable {
    /// A whole frame with a good checksum.
    case frame(kind: FrameKind, sequence: UInt64, byteCount: Int)
    /// The end of the segment.
    case end
    /// The beginning of a frame and then the end of the segment.
    case incomplete
    /// A frame with the right head, of which other bytes were changed.
    case damaged
    /// Something else.
    case malformed
  }

  private static let windowByteCount = 1 << 18
  private static let firstWindowByteCount = 1 << 14

  private enum Source: Sendable {
    case file(SegmentFile)
    case bytes([UInt8])
  }

  private let source: Source
  private var window: [UInt8] = []
  private var start = 0
  private var end = 0
  /// The place in the segment that was reached.
  private(set) var offset = 0

  /// Goes through a file.
  init(_ file: SegmentFile) { source = .file(file) }

  /// Goes through a segment that is there as a whole.
  init(_ bytes: [UInt8]) { source = .bytes(bytes) }

  /// Reads the header, at the beginning, and verifies its signature.
  ///
  /// - Throws: What ``SegmentHeader/init(decoding:)`` throws, or ``AuditLogError/system(code:)``.
  mutating func header() throws(AuditLogError) -> SegmentHeader {
    try fill()
    let count = try SegmentHeader.byteCount(
      of: Array(window[start..<min(end, start + SegmentHeader.prefixByteCount)]))
    guard count <= end - start else { throw .format(.malformed(offset: end - start)) }
    let header = try SegmentHeader(decoding: Array(window[start..<start + count]))
    skip(count)
    return header
  }

  /// Looks at what stands at the place that was reached; what was written there in the meantime is seen.
  ///
  /// - Parameter sequence: The sequence that the next frame must have to be taken for an incomplete one.
  /// - Returns: What it is.
  /// - Throws: ``AuditLogError/system(code:)``.
  mutating func step(expecting sequence: UInt64) throws(AuditLogError) -> Step {
    var scan = scan(expecting: sequence)
    if case .whole = scan {
    } else if end - start < FrameLayout.maximumFrame {
      try fill()
      scan = self.scan(expecting: sequence)
    }
    switch scan {
    case .whole(let kind, let sequence, let byteCount):
      return .frame(kind: kind, sequence: sequence, byteCount: byteCount)
    case .incomplete: return .incomplete
    case .damaged: return .damaged
    case .malformed: return .malformed
    case nil: return .end
    }
  }

  private func scan(expecting sequence: UInt64) -> FrameLayout.Scan? {
    guard end > start else { return nil }
    return unsafe withRest { unsafe FrameLayout.scan($0, expecting: sequence) }  // because it is only read
  }

  /// Calls `body` with the bytes of the frame at the place that was reached.
  func withFrame<Result>(_ byteCount: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // because the frame lies within the window
    unsafe withRest { unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<byteCount])) }
  }

  /// The bytes of the frame at the place that was reached.
  func frame(_ byteCount: Int) -> [UInt8] { Array(window[start..<start + byteCount]) }

  /// Goes on behind a frame or header.
  mutating func skip(_ byteCount: Int) {
    start += byteCount
    offset += byteCount
  }

  /// The number of bytes from the place that was reached to the end of the segment, which are not read.
  func restByteCount() throws(AuditLogError) -> Int {
    switch source {
    case .bytes(let bytes): max(bytes.count - offset, 0)
    case .file(let file): max(try file.size() - offset, 0)
    }
  }

  private func withRest<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // because the window has bytes from start to end
    unsafe window.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  /// Reads on as far as the window has room.
  private mutating func fill() throws(AuditLogError) {
    switch source {
    case .bytes(let bytes):
      if offset == 0, window.isEmpty { (window, start, end) = (bytes, 0, bytes.count) }
    case .file(let file):
      let kept = end - start
      // Most segments of a log that is opened for one event fit into the first window.
      let room = window.isEmpty ? Self.firstWindowByteCount : Self.windowByteCount
      if window.count < room { window += [UInt8](repeating: 0, count: room - window.count) }
      let (from, place) = (start, offset)
      var (read, failure): (Int, AuditLogError?) = (0, nil)
      // because what is kept and what is read both lie within the window
      unsafe window.withUnsafeMutableBytes { window in
        if from > 0 {
          unsafe window.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[from..<from + kept]))
        }
        do throws(AuditLogError) {
          read = try unsafe file.read(
            at: place + kept, into: UnsafeMutableRawBufferPointer(rebasing: window[kept...]))
        } catch {
          failure = error
        }
      }
      (start, end) = (0, kept + read)
      if let failure { throw failure }
    }
  }
}
