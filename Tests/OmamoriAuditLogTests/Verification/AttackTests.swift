import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuditLog

/// What somebody who holds the files can do to a log, and the answer of the verifier.
@Suite("Attacks on the audit log")
struct AttackTests {
  private let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1"

  @Test("A log that nobody touched is complete with its anchor, and open without")
  func untouched() throws {
    let log = try WrittenLog.ordinary()
    for isAuditor in [true, false] {
      let found = try log.verify(auditor: isAuditor)
      #expect(found.verdict == .complete)
      #expect(found.size == 21 && found.events == 9 && found.segments == 3 && found.unclosedSegments == 0)
      #expect(found.root == log.anchors.last?.root)
      #expect(try log.verdict(auditor: isAuditor, anchored: false) == .openTail(since: 0, lastAnchor: nil))
    }
  }

  @Test("A tail after the last anchor, or a run that still goes on, is open")
  func openTail() throws {
    let log = try WrittenLog.ordinary()
    try log.segment([.event(1), .checkpoint])
    #expect(try log.verdict() == .openTail(since: 23, lastAnchor: 23))
    try log.segment([.event(1)])
    #expect(try log.verdict() == .openTail(since: 23, lastAnchor: 23))
  }

  @Test("Any byte edited, in each segment", arguments: [true, false])
  func edited(isAuditor: Bool) throws {
    let log = try WrittenLog.ordinary()
    for segment in UInt64(0)..<3 {
      let bytes = try log.bytes(of: segment)
      // In an ordinary run every eleventh byte, another eleventh of each segment; heads of frames always.
      let places = try log.frames(of: segment)
      for index in bytes.indices
      where isDeep || index % 11 == Int(segment) + (isAuditor ? 0 : 5)
        || places.contains(where: { 0..<13 ~= index - $0 })
      {
        var changed = bytes
        changed[index] ^= UInt8(1 << (index % 8))
        try log.write(changed, to: segment)
        let found = try? log.verdict(auditor: isAuditor)
        // Another version of the format is an error and no answer.
        #expect(found?.isTampering ?? (index == 7), "segment \(segment), byte \(index)")
      }
      try log.write(bytes, to: segment)
    }
    #expect(try log.verdict() == .complete)
  }

  @Test("Any byte of a frame edited with a good checksum: the auditor's key says where")
  func editedWithChecksum() throws {
    let log = try WrittenLog.ordinary()
    let places = try log.frames(of: 1)
    let bytes = try log.bytes(of: 1)
    for frame in 0..<places.count - 1 {
      let range = places[frame]..<places[frame + 1]
      for offset in stride(from: 13, to: range.count - 4, by: isDeep ? 1 : 29) {
        var changed = Array(bytes[range])
        changed[offset] ^= 0x10
        try log.write(
          Array(bytes[..<range.lowerBound]) + withChecksum(changed) + bytes[range.upperBound...], to: 1)
        let record = UInt64(8 + frame)
        #expect(try log.verdict() == .tampered(segment: 1, record: record))
        // Everybody sees it at the next checkpoint.
        #expect(try log.verdict(auditor: false).isTampering)
      }
    }
  }

  /// Frames of the middle segment put together anew.
  private func rearranged(_ order: [Int], auditor: Bool = true) throws -> LogVerdict {
    let log = try WrittenLog.ordinary()
    let places = try log.frames(of: 1)
    try log.change(1) { bytes in
      let frames = (0..<places.count - 1).map { Array(bytes[places[$0]..<places[$0 + 1]]) }
      bytes = Array(bytes[..<places[0]]) + order.flatMap { frames[$0] }
    }
    return try log.verdict(auditor: auditor)
  }

  @Test("Frames deleted, swapped, doubled", arguments: [true, false])
  func rearrangements(isAuditor: Bool) throws {
    #expect(try rearranged([0, 1, 2, 3, 4, 5], auditor: isAuditor) == .complete)
    #expect(try rearranged([0, 2, 3, 4, 5], auditor: isAuditor) == .tampered(segment: 1, record: 9))
    #expect(try rearranged([1, 0, 2, 3, 4, 5], auditor: isAuditor) == .tampered(segment: 1, record: 8))
    #expect(try rearranged([0, 0, 1, 2, 3, 4, 5], auditor: isAuditor) == .tampered(segment: 1, record: 9))
    #expect(
      try rearranged([0, 1, 2, 3, 4], auditor: isAuditor) == .truncated(segment: 1, have: 13, expected: 14))
  }

  @Test("A heartbeat replayed under a later sequence, with a good checksum")
  func replayed() throws {
    let log = try WrittenLog()
    try log.segment([.heartbeat, .event(4), .event(4), .checkpoint, .event(2)])
    let places = try log.frames(of: 0)
    try log.change(0) { bytes in
      var frame = Array(bytes[places[0]..<places[1]])
      frame.replaceSubrange(5..<13, with: [0, 0, 0, 0, 0, 0, 0, 3])
      bytes.replaceSubrange(places[2]..<places[3], with: withChecksum(frame))
    }
    #expect(try log.verdict(anchored: false) == .tampered(segment: 0, record: 3))
    #expect(try log.verdict(auditor: false, anchored: false) == .tampered(segment: 0, record: 4))
  }

  @Test("Frames inserted from another device, a raw line, zeros", arguments: [true, false])
  func inserted(isAuditor: Bool) throws {
    let log = try WrittenLog.ordinary()
    let other = try WrittenLog.ordinary(seed: 2)
    let places = try log.frames(of: 1)
    let theirs = try other.frames(of: 1)
    let foreign = Array(try other.bytes(of: 1)[theirs[1]..<theirs[2]])
    let bytes = try log.bytes(of: 1)
    try log.write(Array(bytes[..<places[1]]) + foreign + bytes[places[2]...], to: 1)
    #expect(
      try log.verdict(auditor: isAuditor, anchored: false)
        == .tampered(segment: 1, record: isAuditor ? 9 : 10))
    for line in [Array("{\"event\":\"nothing happened\"}\n".utf8), [UInt8](repeating: 0, count: 40)] {
      try log.write(Array(bytes[..<places[1]]) + line + bytes[places[1]...], to: 1)
      #expect(try log.verdict(auditor: isAuditor).isTampering)
      for segment in UInt64(1)...2 {
        let whole = try segment == 1 ? bytes : log.bytes(of: segment)
        try log.write(whole + line, to: segment)
        #expect(
          try log.verdict(auditor: isAuditor) == .unauthenticatedBytes(segment: segment, offset: whole.count))
        try log.write(whole, to: segment)
      }
      try log.write(bytes, to: 1)
    }
  }

  @Test("The last records cut off: open without an anchor, rolled back with one", arguments: [true, false])
  func cutTail(isAuditor: Bool) throws {
    for kept in 0..<6 {
      let log = try WrittenLog.ordinary()
      let places = try log.frames(of: 2)
      try log.change(2) { $0.removeSubrange(places[kept]...) }
      let size = UInt64(15 + kept)
      let anchor: UInt64 = size < 17 ? 17 : 21
      #expect(
        try log.verdict(auditor: isAuditor) == .rolledBack(have: size, anchor: anchor, by: .checkpoint))
      #expect(try log.verdict(auditor: isAuditor, anchored: false) == .openTail(since: 0, lastAnchor: nil))
    }
  }

  @Test("The last segment removed, a middle one, the first one")
  func removed() throws {
    let log = try WrittenLog.ordinary()
    let middle = try log.bytes(of: 1)
    try log.remove(1)
    #expect(try log.verdict() == .missing(1...1))
    try log.write(middle, to: 1)
    let first = try log.bytes(of: 0)
    try log.remove(0)
    #expect(try log.verdict() == .missing(0...0))
    try log.write(first, to: 0)
    try log.remove(2)
    #expect(try log.verdict() == .rolledBack(have: 14, anchor: 17, by: .checkpoint))
    #expect(try log.verdict(anchored: false) == .openTail(since: 0, lastAnchor: nil))
  }

  @Test("A segment replaced by an older copy of it")
  func olderCopy() throws {
    let log = try WrittenLog()
    let old = try log.segment([.event(5)])
    let places = try log.frames(of: 0)
    // The run went on after the copy.
    try log.write(old, to: 0)
    try log.segment([.event(2), .close])
    try log.write(Array(old[..<places[0]]), to: 0)
    #expect(try log.verdict() == .truncated(segment: 0, have: 1, expected: 2))
    try log.write(old, to: 0)
    #expect(try log.verdict() == .complete)
  }

  @Test("Everything rolled back to a snapshot and continued, which a sealed journal does not notice")
  func rolledBackAndContinued() throws {
    let log = try WrittenLog.ordinary()
    let snapshot = log.position
    try log.segment([.event(100), .event(200), .close])
    let evidence = log.anchors
    // The program goes on from the restored files and writes even more than was there.
    try log.remove(3)
    try log.recover()
    #expect(log.position == snapshot)
    try log.segment([.event(1), .event(2), .event(3), .close])
    let verifier = { (anchors: [Checkpoint]) in
      try LogVerifier(key: log.identity.key, auditor: log.auditor, anchors: anchors).verify(log.folder)
        .verdict
    }
    #expect(try verifier(evidence) == .rolledBack(have: 21, anchor: 25, by: .checkpoint))
    #expect(try verifier([]) == .openTail(since: 0, lastAnchor: nil))
    #expect(try verifier(Array(log.anchors.suffix(1))) == .complete)
  }

  @Test("A counter notices the same without a checkpoint outside")
  func counter() throws {
    let log = try WrittenLog()
    try log.segment([.event(1), .close], counter: 41)
    let snapshot = log.position
    #expect(try log.verdict(anchored: false, counter: 41) == .complete)
    try log.segment([.event(1), .close], counter: 42)
    #expect(try log.verdict(anchored: false, counter: 42) == .complete)
    // Written, but the counter was not incremented any more: a crash, and no reason for an alarm.
    #expect(try log.verdict(anchored: false, counter: 41) == .openTail(since: 2, lastAnchor: 2))
    try log.remove(1)
    #expect(try log.verdict(anchored: false, counter: 42) == .rolledBack(have: 41, anchor: 42, by: .counter))
    try log.recover()
    #expect(log.position == snapshot)
    #expect(throws: AuditLogError.anchor(.mismatch)) { try log.verdict(anchored: false, counter: 39) }
    // Values that go down were not written by this program.
    try log.segment([.event(1), .close], counter: 40)
    #expect(try log.verdict(anchored: false, counter: 41) == .tampered(segment: 1, record: 5))
  }

  @Test("Old data sealed again with a newer key, as with CVE-2023-31439")
  func resealed() throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(10), .event(10), .event(10)])
    let places = try log.frames(of: 0)
    var stream = SegmentStream(bytes)
    let header = try stream.header()
    // The attacker has the keys from the third frame on and writes the second one anew with them.
    var captured = Ratchet(seed: try header.seed(with: log.auditor), header: header.leaf)
    captured.advance()
    captured.advance()
    let first = LogHash.leaf(header.leaf.bytes + bytes[places[0]..<places[1] - 4])
    var block = FrameBlock()
    let seal = block.seal(.event, 2, [UInt8](repeating: 0, count: 18), after: first, captured)
    let forged = try #require(seal)
    let link = block.leaf
    let later = block.seal(.event, 3, [UInt8](repeating: 1, count: 18), after: link, captured)
    let genuine = try #require(later)
    try log.write(Array(bytes[..<places[1]]) + forged + genuine, to: 0)
    #expect(try log.verdict() == .tampered(segment: 0, record: 2))
  }

  @Test("Sequences that leave a gap, as with CVE-2023-31438")
  func gap() throws {
    let log = try WrittenLog()
    try log.segment([.event(10), .event(10), .event(10)])
    let places = try log.frames(of: 0)
    try log.change(0) { $0.removeSubrange(places[1]..<places[2]) }
    #expect(try log.verdict() == .tampered(segment: 0, record: 2))
    #expect(try log.verdict(auditor: false) == .tampered(segment: 0, record: 2))
  }

  @Test("Two logs spliced, segments swapped, the segment of another log, that of another reader")
  func spliced() throws {
    let log = try WrittenLog.ordinary()
    let other = try WrittenLog.ordinary(seed: 2)
    let own = try log.bytes(of: 1)
    try log.write(other.bytes(of: 1), to: 1)
    #expect(try log.verdict() == .foreignKey(segment: 1))
    try log.write(log.bytes(of: 2), to: 1)
    #expect(try log.verdict() == .tampered(segment: 1, record: nil))
    try log.write(own, to: 1)
    // Two logs of one key, as after the files of a machine were copied to another one.
    let twin = try WrittenLog(seed: 1)
    for count in [7, 8, 9] {
      try twin.segment([.event(count), .event(1), .checkpoint, .heartbeat, .event(2), .close])
    }
    try log.write(twin.bytes(of: 1), to: 1)
    #expect(try log.verdict() == .tampered(segment: 0, record: nil))
    try log.write(own, to: 1)
    try log.segment([.event(1), .close], for: [try AuditorIdentity().key])
    #expect(try log.verdict() == .foreignKey(segment: 3))
    #expect(try log.verdict(auditor: false) == .complete)
  }

  @Test("Checkpoints replaced by older ones, forged with another key, or lying with the right one")
  func checkpoints() throws {
    let log = try WrittenLog.ordinary()
    let places = try log.frames(of: 2)
    let bytes = try log.bytes(of: 2)
    let stranger = try LogIdentity()
    let root = LogHash.leaf([7])
    let notes = [
      log.anchors[0].note,
      try Checkpoint(size: 17, root: root, milliseconds: 0, counter: nil, signedBy: stranger).note,
      try Checkpoint(size: 17, root: root, milliseconds: 0, counter: nil, signedBy: log.identity).note,
    ]
    for note in notes {
      var frame: [UInt8] = []
      frame.append(number: UInt32(note.count + 16))
      frame.append(FrameKind.checkpoint.rawValue)
      frame.append(number: UInt64(17))
      frame = withChecksum(frame + note + [UInt8](repeating: 0, count: 20))
      try log.write(Array(bytes[..<places[2]]) + frame + bytes[places[3]...], to: 2)
      #expect(try log.verdict() == .tampered(segment: 2, record: 17))
      #expect(try log.verdict(auditor: false) == .tampered(segment: 2, record: 17))
    }
    try log.write(bytes, to: 2)
    let forged = try Checkpoint(size: 20, root: root, milliseconds: 0, counter: nil, signedBy: log.identity)
    let verifier = try LogVerifier(key: log.identity.key, anchors: [forged])
    let other = try verifier.verify(log.folder).verdict
    #expect(other == .rolledBack(have: 0, anchor: 20, by: .checkpoint))
    // The root of another history does not tell from where on it is another one, so no number is claimed.
    #expect(other.description.contains("is not known") && !other.description.contains(" 0 "))
    let both = try LogVerifier(key: log.identity.key, anchors: [forged, log.anchors[1]]).verify(log.folder)
    #expect(both.verdict == .rolledBack(have: 7, anchor: 20, by: .checkpoint))
    #expect(both.verdict.description.contains("no more than the first 7 of them"))
    #expect(throws: AuditLogError.anchor(.mismatch)) {
      try LogVerifier(key: stranger.key, anchors: log.anchors)
    }
  }

  @Test("A clock that was set back is reported and is no tampering")
  func clock() throws {
    let log = try WrittenLog()
    try log.segment([.event(1), .clock(-3600), .event(1), .event(1), .close])
    let found = try log.verify()
    #expect(found.verdict == .complete)
    #expect(found.clockSetBack == [2])
  }

  @Test("A frame after the close, sealed with keys that were taken", arguments: [true, false])
  func afterClose(isAuditor: Bool) throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(1), .close])
    var stream = SegmentStream(bytes)
    let header = try stream.header()
    var captured = Ratchet(seed: try header.seed(with: log.auditor), header: header.leaf)
    captured.advance()
    captured.advance()
    var block = FrameBlock()
    let seal = block.seal(.event, 3, [UInt8](repeating: 0, count: 9), after: log.position.link, captured)
    try log.write(bytes + (try #require(seal)), to: 0)
    #expect(try log.verdict(auditor: isAuditor) == .unauthenticatedBytes(segment: 0, offset: bytes.count))
  }
}
