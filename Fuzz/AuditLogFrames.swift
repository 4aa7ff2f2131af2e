@testable import OmamoriAuditLog
import OmamoriCore

/// Frames after a header: what is taken as one is one, and every byte is accounted for.
func fuzzAuditLogFrames(_ bytes: [UInt8]) {
  var (stream, sequence, count) = (SegmentStream(bytes), UInt64(0), 0)
  while let step = try? stream.step(expecting: sequence), case .frame(_, let found, let byteCount) = step {
    let frame = try? Frame(decoding: stream.frame(byteCount))
    expect(frame?.sequence == found, "a frame in a stream is one alone")
    if let note = frame?.note { expect(note.count < byteCount, "a note lies within its frame") }
    stream.skip(byteCount)
    count += byteCount
    sequence = found &+ 1
  }
  let rest = (try? stream.restByteCount()) ?? -1
  expect(count + rest == bytes.count, "frames and the rest are everything")
}
