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
    /// Something else.
    case malformed
  }

  private static let windowByteCount = 1 << 18

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
    try fill(SegmentHeader.maximumSize)
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
  mutating func step(expecting sequence: UInt64) throws(AuditLogError) -> Step {
    if end - start < FrameLayout.maximumFrame { try fill(FrameLayout.maximumFrame) }
    guard end > start else { return .end }
    switch unsafe withRest({ unsafe FrameLayout.scan($0, expecting: sequence) }) {
    case .whole(let kind, let sequence, let byteCount):
      return .frame(kind: kind, sequence: sequence, byteCount: byteCount)
    case .incomplete: return .incomplete
    case .malformed: return .malformed
    }
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

  /// The number of bytes from the place that was reached to the end of the segment.
  mutating func restByteCount() throws(AuditLogError) -> Int {
    var count = 0
    while end > start {
      count += end - start
      skip(end - start)
      try fill(Self.windowByteCount)
    }
    return count
  }

  private func withRest<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // because the window has bytes from start to end
    unsafe window.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  /// Reads on until the window has so many bytes or the segment ends.
  private mutating func fill(_ count: Int) throws(AuditLogError) {
    switch source {
    case .bytes(let bytes):
      if offset == 0, window.isEmpty { (window, start, end) = (bytes, 0, bytes.count) }
    case .file(let file):
      let kept = end - start
      if window.count < Self.windowByteCount { window = [UInt8](repeating: 0, count: Self.windowByteCount) }
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
