import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Logs written, broken off, cut and changed at random, and what an oracle that saw everything says of the answer.
@Suite("Random histories of the audit log")
struct RandomHistoryTests {
  private let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1"

  @Test(
    "Honest histories are never called tampered with; changed ones always are, once an anchor covers them")
  func histories() throws {
    let seed = UInt64.random(in: 0..<UInt64.max)
    let random = SeededRandomness(seed: seed)
    for round in 0..<(isDeep ? 400 : 25) {
      let log = try WrittenLog(seed: seed &+ UInt64(round))
      for _ in 0..<(try random.integer(in: 1...5)) { try run(log, random) }
      let honest = try log.verify()
      let isClosed = try log.folder.end(verifiedBy: log.identity.key)?.isClosed == true
      #expect(
        isClosed ? honest.verdict == .complete : !honest.verdict.isTampering && !honest.verdict.isComplete,
        "seed \(seed), round \(round): \(honest.verdict)")
      #expect(try log.verify(auditor: false).verdict == honest.verdict)
      guard let change = try attack(log, random) else { continue }
      let found = try log.verify()
      // What lies behind the last anchor may be cut off, which the answer admits; and whole runs that no anchor has seen.
      let open = LogVerdict.openTail(since: change.anchored, lastAnchor: change.anchored)
      let isAdmitted =
        change.isTail && (found.verdict == open || (found.verdict == .complete && change.isWhole))
      #expect(
        found.verdict.isTampering || isAdmitted, "seed \(seed), round \(round): \(change), \(found.verdict)")
    }
  }

  /// One run of the program, which ends with a close, without one, or in the middle of a frame.
  private func run(_ log: WrittenLog, _ random: SeededRandomness) throws {
    var parts: [WrittenLog.Part] = []
    for _ in 0..<(try random.integer(in: 0...6)) {
      switch try random.integer(in: 0...5) {
      case 0: parts.append(.heartbeat)
      case 1: parts.append(.checkpoint)
      default: parts.append(.event(try random.integer(in: 0...80)))
      }
    }
    let number = log.position.segment
    let isClosed = try random.integer(in: 0...2) > 0
    if isClosed { parts.append(.close) }
    let bytes = try log.segment(parts, discarded: log.position.discarded)
    guard !isClosed, case .event = parts.last else { return }
    let places = try log.frames(of: number)
    let last = places[places.count - 2]
    let cut = try random.integer(in: 1...bytes.count - last)
    try log.write(Array(bytes.dropLast(cut)), to: number)
    try log.recover()
  }

  private struct Change {
    let anchored: UInt64
    let isTail: Bool
    /// Whether the log ends between two segments then.
    var isWhole = false
  }

  /// Changes a byte, cuts a segment or removes one; `nil` when there was nothing to do.
  private func attack(_ log: WrittenLog, _ random: SeededRandomness) throws -> Change? {
    let anchored = log.anchors.last?.size ?? 0
    guard anchored > 0 else { return nil }
    let segments = try log.folder.segments()
    let segment = segments[try random.integer(in: 0...segments.count - 1)]
    let isLast = segment == segments.last
    let bytes = try log.bytes(of: segment)
    var stream = SegmentStream(bytes)
    let first = try stream.header().position.tree.count
    let places = try log.frames(of: segment)
    switch try random.integer(in: 0...2) {
    case 0:
      let place = try random.integer(in: 0...bytes.count - 1)
      // Of the rest of a frame that a crash left only the length is kept.
      guard place != 7, isLast || place < (places.last ?? 0) else { return nil }
      try log.change(segment) { $0[place] ^= UInt8(1 << (place % 8)) }
      // A frame whose length reaches beyond the file looks like the rest of one that a crash left, and so does all behind it.
      let index = places.lastIndex { $0 <= place } ?? 0
      let isLength = 0..<4 ~= place - places[index] && first + 1 + UInt64(index) >= anchored
      // Such a rest was never part of the log.
      return Change(anchored: anchored, isTail: isLast && (isLength || place >= (places.last ?? 0)))
    case 1:
      let index = try random.integer(in: 0...places.count - 1)
      guard places[index] < bytes.count else { return nil }
      try log.change(segment) { $0.removeSubrange(places[index]...) }
      return Change(anchored: anchored, isTail: isLast && first + 1 + UInt64(index) >= anchored)
    default:
      try log.remove(segment)
      return Change(anchored: anchored, isTail: isLast && first >= anchored, isWhole: true)
    }
  }
}
