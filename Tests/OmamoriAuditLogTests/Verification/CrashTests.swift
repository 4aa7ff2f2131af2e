import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// What a crash leaves, how a new run goes on from it, and how retention keeps the rest verifiable.
@Suite("Crashes and retention of the audit log")
struct CrashTests {
  private let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1"

  @Test("A crash at every byte of the last frame: it alone is dropped, and the log goes on")
  func tornTail() throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(5), .checkpoint, .event(33)])
    let last = try log.frames(of: 0).dropLast().last ?? 0
    let verifier = { (anchors: [Checkpoint]) in
      try LogVerifier(key: log.identity.key, auditor: log.auditor, anchors: anchors).verify(log.folder)
    }
    let anchor = log.anchors
    for end in last...bytes.count {
      for zeros in [0, bytes.count - end, bytes.count - end + 500] where zeros == 0 || end < bytes.count - 3 {
        try log.write(Array(bytes[..<end]) + [UInt8](repeating: 0, count: zeros), to: 0)
        let left = end == bytes.count ? 0 : end - last + zeros
        let found = try verifier(anchor)
        #expect(found.verdict == .openTail(since: 2, lastAnchor: 2), "byte \(end - last), \(zeros) zeros")
        #expect(found.incompleteBytes == left)
        let recovered = try log.recover()
        #expect(recovered.rest == (left == 0 ? .nothing : .incomplete(byteCount: left)))
        #expect(recovered.position.tree.count == (end == bytes.count ? 4 : 3))
        #expect(recovered.checkpoint?.size == 2)
        #expect(!recovered.isClosed)
        try log.segment([.event(1), .close], discarded: UInt64(left))
        let after = try verifier(anchor + log.anchors.suffix(1))
        #expect(after.discardedBytes == UInt64(left) && after.unclosedSegments == 1)
        #expect(after.verdict == .complete)
        try log.remove(1)
      }
    }
  }

  @Test("What a crash left cannot be changed, cut or grown afterwards")
  func sealedRest() throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(5), .event(33)])
    try log.write(Array(bytes.dropLast(10)), to: 0)
    let place = try log.frames(of: 0).last ?? 0
    let left = bytes.count - 10 - place
    try log.recover()
    try log.segment([.event(1), .close], discarded: UInt64(left))
    #expect(try log.verdict() == .complete)
    try log.write(Array(bytes[..<place]), to: 0)
    #expect(try log.verdict() == .truncated(segment: 0, have: 2, expected: 2))
    try log.write(Array(bytes[..<place]) + [UInt8](repeating: 65, count: left), to: 0)
    #expect(try log.verdict() == .unauthenticatedBytes(segment: 0, offset: place))
    try log.write(bytes, to: 0)
    #expect(try log.verdict() == .unauthenticatedBytes(segment: 0, offset: place))
  }

  @Test("A new run goes on after damage, which stays visible")
  func damaged() throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(5), .event(33)])
    try log.change(0) { $0[$0.count - 8] ^= 1 }
    let place = try log.frames(of: 0).last ?? 0
    let end = try log.recover()
    #expect(end.rest == .unexplained(byteCount: bytes.count - place))
    try log.segment([.event(1), .close], discarded: end.position.discarded)
    #expect(try log.verdict() == .unauthenticatedBytes(segment: 0, offset: place))
  }

  @Test("Retention: the rest stays verifiable, and only what was signed may be missing")
  func pruned() throws {
    let log = try WrittenLog.ordinary()
    for cut in UInt64(1)...2 {
      let last = try log.bytes(of: cut - 1)
      var stream = SegmentStream(try log.bytes(of: cut))
      let note = try PrunedSegments(
        before: try stream.header(), on: Date(timeIntervalSince1970: 0), signedBy: log.identity)
      let place = URL(fileURLWithPath: log.folder.path + "/" + LogFolder.prunedName)
      try log.remove(cut - 1)
      #expect(try log.verdict() == .missing(0...cut - 1))
      try Data(note.note).write(to: place)
      let found = try log.verify()
      #expect(found.verdict == .complete)
      #expect(found.prunedSegments == cut && found.size == 21)
      #expect(found.uncheckedAnchors == (cut == 1 ? [3] : [3, 7, 10]))
      // The note of one state does not cover another one.
      let next = try log.bytes(of: cut)
      try log.remove(cut)
      #expect(try log.verdict().isTampering)
      try log.write(next, to: cut)
      // Before the files are gone both may be there.
      try log.write(last, to: cut - 1)
      #expect(try log.verdict() == .complete)
      #expect(try log.verify().prunedSegments == cut)
      try log.remove(cut - 1)
    }
    var first = SegmentStream(try WrittenLog.ordinary().bytes(of: 0))
    let header = try first.header()
    #expect(throws: AuditLogError.self) {
      try PrunedSegments(before: header, on: Date(), signedBy: log.identity)
    }
  }

  @Test("A folder without segments")
  func empty() throws {
    let log = try WrittenLog()
    #expect(try log.verdict() == .openTail(since: 0, lastAnchor: nil))
    #expect(try log.folder.end(verifiedBy: log.identity.key) == nil)
    let other = try WrittenLog.ordinary()
    let verifier = try LogVerifier(key: other.identity.key, anchors: other.anchors)
    #expect(try verifier.verify(log.folder).verdict == .rolledBack(have: 0, anchor: 3, by: .checkpoint))
    #expect(throws: AuditLogError.system(code: 2)) { try LogFolder(path: "/nonexistent").segments() }
  }

  @Test("Ten thousand segments of one event each verify in linear time")
  func manySegments() throws {
    let count = isDeep ? 10_000 : 400
    let log = try WrittenLog()
    var durations: [Double] = []
    for _ in 0..<2 {
      for _ in 0..<count / 2 { try log.segment([.event(20), .close]) }
      let anchor = [try #require(log.anchors.last)]
      let verifier = try LogVerifier(key: log.identity.key, auditor: log.auditor, anchors: anchor)
      let start = processorTime()
      let verdict = try verifier.verify(log.folder).verdict
      durations.append(processorTime() - start)
      #expect(verdict == .complete)
    }
    #expect(durations[1] < durations[0] * 4, "half: \(durations[0]), all: \(durations[1])")
  }

  /// The seconds that the processor spent on this thread.
  private func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
