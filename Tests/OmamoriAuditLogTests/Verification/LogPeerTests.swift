import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// The format as its page says it, verified by another implementation.
@Suite("Audit log: an independent verifier", .enabled(if: LogPeer.isThere))
struct LogPeerTests {
  /// Both verifiers give the same answer, with and without the auditor's key and the anchors.
  private func agree(_ log: WrittenLog, counter: UInt64? = nil) throws {
    for (isAuditor, anchors) in [(true, log.anchors), (false, []), (true, [])] {
      let ours = try LogVerifier(
        key: log.identity.key, auditor: isAuditor ? log.auditor : nil, anchors: anchors, counter: counter
      ).verify(log.folder)
      let theirs = try LogPeer.verify(log, auditor: isAuditor, anchors: anchors, counter: counter)
      #expect(theirs.verdict == LogPeer.spelling(ours.verdict))
      #expect(theirs.size == ours.size)
      #expect(theirs.root == LogPeer.hexadecimal(ours.root.bytes))
      guard isAuditor, !ours.verdict.isTampering else { continue }
      let written = log.payloads.map(LogPeer.hexadecimal)
      #expect(theirs.payloads == Array(written.prefix(Int(ours.events))))
    }
  }

  @Test("Good logs: closed, running, after a crash, with a counter, pruned, with local reading")
  func good() throws {
    let log = try WrittenLog.ordinary()
    try agree(log)
    let bytes = try log.segment([.event(10), .heartbeat, .checkpoint], counter: 7)
    try agree(log, counter: 7)
    try log.write(bytes + [0, 0, 0], to: 3)
    try agree(log)
    let end = try log.recover()
    try log.segment(
      [.event(3), .close], counter: 8, discarded: end.position.discarded,
      for: [log.auditor.key, try AuditorIdentity().key])
    try agree(log, counter: 8)
    try agree(log, counter: 9)
    var stream = SegmentStream(try log.bytes(of: 1))
    let note = try PrunedSegments(before: try stream.header(), on: Date(), signedBy: log.identity)
    try Data(note.note).write(to: URL(fileURLWithPath: log.folder.path + "/" + LogFolder.prunedName))
    // A crash may come between the note and the removal.
    #expect(try LogPeer.verify(log, auditor: true, anchors: log.anchors).verdict == "complete")
    #expect(try log.verify().prunedSegments == 1)
    try log.remove(0)
    let pruned = try LogPeer.verify(log, auditor: true, anchors: log.anchors)
    #expect(pruned.verdict == "complete")
    #expect(try log.verdict() == .complete)
  }

  @Test("A note about removed segments that is forged, or does not fit", arguments: 0..<4)
  func note(attack: Int) throws {
    let log = try WrittenLog.ordinary()
    let other = try WrittenLog.ordinary(seed: 2)
    var stream = SegmentStream(try (attack == 1 ? log : other).bytes(of: 1))
    let header = try stream.header()
    let signer = attack == 2 ? log.identity : other.identity
    var note = try PrunedSegments(before: header, on: Date(), signedBy: signer).note
    if attack == 0 { note = Array("forged\n".utf8) }
    try Data(note).write(to: URL(filePath: log.folder.path + "/" + LogFolder.prunedName))
    #expect(try log.verdict() == .tamperedNote && log.verdict().isTampering)
    try agree(log)
    // Without the first segment there is nothing that the note covers.
    try log.remove(0)
    #expect(try log.verdict() == .missing(0...0))
    try agree(log)
  }

  @Test("Attacked logs: cut, changed, rearranged, spliced", arguments: 0..<12)
  func attacked(attack: Int) throws {
    let log = try WrittenLog.ordinary(seed: UInt64(attack))
    let places = try log.frames(of: 1)
    let bytes = try log.bytes(of: 1)
    switch attack {
    case 0: try log.remove(1)
    case 1: try log.remove(0)
    case 2: try log.remove(2)
    case 3: try log.change(1) { $0.removeSubrange(places[1]..<places[2]) }
    case 4: try log.change(1) { $0.removeSubrange(places[4]...) }
    case 5: try log.change(2) { $0.removeSubrange(places[4]...) }
    case 6: try log.change(2) { $0 += Array("raw line\n".utf8) }
    case 7: try log.write(WrittenLog.ordinary(seed: 99).bytes(of: 1), to: 1)
    case 8: try log.change(1) { $0[places[0] + 20] ^= 1 }
    case 9:
      var frame = Array(bytes[places[0]..<places[1]])
      frame[20] ^= 1
      try log.change(1) { $0.replaceSubrange(places[0]..<places[1], with: withChecksum(frame)) }
    case 10: try log.change(1) { $0[30] ^= 1 }
    default: try log.change(2) { $0.insert(contentsOf: bytes[places[0]..<places[1]], at: places[3]) }
    }
    try agree(log)
  }
}
