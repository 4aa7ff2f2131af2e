import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuditLog

/// A log in a folder of its own, written segment by segment, for tests that then change it.
final class WrittenLog {
  let folder: LogFolder
  let identity: LogIdentity
  let auditor: AuditorIdentity
  let randomness: SeededRandomness
  private(set) var position = LogPosition.beginning
  /// The note that was handed out with each close or checkpoint, the last one last.
  private(set) var anchors: [Checkpoint] = []
  /// What was written as events.
  private(set) var payloads: [[UInt8]] = []
  private(set) var seconds = 1_800_000_000.0

  init(seed: UInt64 = 1, identity: LogIdentity? = nil, auditor: AuditorIdentity? = nil) throws {
    randomness = SeededRandomness(seed: seed)
    self.identity = try identity ?? LogIdentity(randomness: randomness)
    self.auditor = try auditor ?? AuditorIdentity(randomness: randomness)
    let path = NSTemporaryDirectory() + "omamori-log-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    folder = LogFolder(path: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  /// One frame after the other.
  enum Part {
    case event(Int)
    case heartbeat
    case checkpoint
    case close
    case clock(Double)
  }

  /// Writes a segment.
  @discardableResult
  func segment(
    _ parts: [Part], counter: UInt64? = nil, discarded: UInt64 = 0, for readers: [AuditorKey]? = nil
  ) throws -> [UInt8] {
    let start = LogPosition(
      segment: position.segment, tree: position.tree, link: position.link, discarded: discarded)
    var sealer = try FrameSealer(
      beginningAt: start, on: Date(timeIntervalSince1970: seconds), for: readers ?? [auditor.key],
      signedBy: identity, randomness: randomness)
    var bytes = sealer.header.encoded
    for part in parts {
      seconds += 1
      let date = Date(timeIntervalSince1970: seconds)
      switch part {
      case .event(let count):
        let payload = try randomness.bytes(count: count)
        payloads.append(payload)
        bytes += try sealer.seal(.event, payload, on: date)
      case .heartbeat: bytes += try sealer.seal(.heartbeat, [], on: date)
      case .checkpoint:
        let (frame, checkpoint) = try sealer.sealCheckpoint(on: date, counter: counter)
        bytes += frame
        anchors.append(checkpoint)
      case .close:
        let (frame, checkpoint) = try sealer.sealClose(on: date, counter: counter)
        bytes += frame
        anchors.append(checkpoint)
      case .clock(let change): seconds += change
      }
    }
    try write(bytes, to: start.segment)
    position = sealer.position
    return bytes
  }

  /// Goes on as a program does after a crash: from what stands in the folder.
  @discardableResult
  func recover() throws -> LogEnd {
    let end = try #require(try folder.end(verifiedBy: identity.key))
    position = end.position
    return end
  }

  func write(_ bytes: [UInt8], to number: UInt64) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(ofSegment: number)))
  }

  func bytes(of number: UInt64) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(ofSegment: number))))
  }

  func remove(_ number: UInt64) throws {
    try FileManager.default.removeItem(atPath: folder.path(ofSegment: number))
  }

  /// Where the header ends and where each frame of a segment begins, and the end.
  func frames(of number: UInt64) throws -> [Int] {
    let bytes = try bytes(of: number)
    var stream = SegmentStream(bytes)
    let header = try stream.header()
    var (places, sequence) = ([stream.offset], header.position.tree.count + 1)
    while case .frame(_, _, let count) = try stream.step(expecting: sequence) {
      stream.skip(count)
      places.append(stream.offset)
      sequence += 1
    }
    return places
  }

  /// Changes the bytes of a segment.
  func change(_ number: UInt64, _ body: (inout [UInt8]) throws -> Void) throws {
    var bytes = try bytes(of: number)
    try body(&bytes)
    try write(bytes, to: number)
  }

  func verify(
    auditor isAuditor: Bool = true, anchored: Bool = true, counter: UInt64? = nil
  ) throws -> LogVerification {
    try LogVerifier(
      key: identity.key, auditor: isAuditor ? auditor : nil, anchors: anchored ? anchors : [],
      counter: counter
    ).verify(folder)
  }

  func verdict(auditor: Bool = true, anchored: Bool = true, counter: UInt64? = nil) throws -> LogVerdict {
    try verify(auditor: auditor, anchored: anchored, counter: counter).verdict
  }

  /// A log of three closed segments, each with events, a heartbeat and a checkpoint.
  static func ordinary(seed: UInt64 = 1) throws -> WrittenLog {
    let log = try WrittenLog(seed: seed)
    for _ in 0..<3 { try log.segment([.event(40), .event(0), .checkpoint, .heartbeat, .event(300), .close]) }
    return log
  }
}

/// Gives a frame a good checksum again after it was changed, as an attacker would.
func withChecksum(_ frame: [UInt8]) -> [UInt8] {
  var frame = Array(frame.dropLast(4))
  frame.append(number: unsafe frame.withUnsafeBytes { unsafe CRC32.checksum($0) })
  return frame
}

extension FrameBlock {
  /// Seals a frame with a content that somebody else put together: with its time, or as it should never be.
  ///
  /// - Returns: The bytes of the frame, or `nil` when the library fails.
  mutating func seal(
    _ kind: FrameKind, _ sequence: UInt64, _ content: [UInt8], after link: LogHash, _ ratchet: Ratchet
  ) -> [UInt8]? {
    guard seal(kind, sequence, nil, content, after: link, ratchet) else { return nil }
    var frame: [UInt8] = []
    appendFrame(to: &frame)
    return frame
  }
}
