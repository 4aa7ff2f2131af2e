import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuditLog

/// Headers, frames, keys: what is written is read, and nothing else.
@Suite("Frames of the audit log")
struct FrameTests {
  @Test("What was sealed is read in order by the auditor")
  func roundTrip() throws {
    let log = try WrittenLog.ordinary()
    var reader = try LogReader(log.folder, key: log.identity.key, identity: log.auditor)
    var (events, sequences): ([[UInt8]], [UInt64]) = ([], [])
    while let frame = try reader.readNext() {
      sequences.append(frame.sequence)
      if frame.kind == .event { events.append(frame.payload) }
      #expect((frame.milliseconds == nil) == frame.kind.isClear)
    }
    #expect(events == log.payloads)
    #expect(sequences == (0..<21).filter { $0 % 7 != 0 })
    #expect(try reader.readNext() == nil)
    try log.segment([.event(3), .close])
    #expect(try reader.readNext()?.payload == log.payloads.last)
  }

  @Test("The largest payload fits, a larger one is refused, and a closed segment takes nothing")
  func bounds() throws {
    let log = try WrittenLog()
    try log.segment([.event(OpenedFrame.maximumPayload), .event(OpenedFrame.maximumPayload), .close])
    #expect(try log.verdict() == .complete)
    var sealer = try FrameSealer(
      beginningAt: log.position, on: Date(), for: [log.auditor.key], signedBy: log.identity)
    #expect(throws: AuditLogError.event(.tooLarge(limit: 1 << 16))) {
      try sealer.seal(.event, [UInt8](repeating: 0, count: 1 << 16 + 1), on: Date())
    }
    _ = try sealer.sealClose(on: Date())
    #expect(throws: AuditLogError.storage(.closed)) { try sealer.seal(.event, [], on: Date()) }
    #expect(throws: AuditLogError.storage(.closed)) { try sealer.sealClose(on: Date()) }
  }

  @Test("A header with any byte changed is refused")
  func headers() throws {
    let log = try WrittenLog.ordinary()
    let start = try log.frames(of: 2)[0]
    let header = Array(try log.bytes(of: 2).prefix(start))
    #expect(try SegmentHeader(decoding: header).encoded == header)
    for index in header.indices {
      var changed = header
      changed[index] ^= 4
      #expect(throws: AuditLogError.self) { try SegmentHeader(decoding: changed) }
    }
    for count in header.indices {
      #expect(throws: AuditLogError.self) { try SegmentHeader(decoding: Array(header.prefix(count))) }
    }
  }

  @Test("Several readers open a segment, others do not")
  func readers() throws {
    let log = try WrittenLog()
    let local = try AuditorIdentity()
    try log.segment([.event(9), .close], for: [log.auditor.key, local.key])
    var reader = try LogReader(log.folder, key: log.identity.key, identity: local)
    #expect(try reader.readNext()?.payload == log.payloads[0])
    var stranger = try LogReader(log.folder, key: log.identity.key, identity: try AuditorIdentity())
    #expect(throws: AuditLogError.key(.wrongKey)) { try stranger.readNext() }
    for readers in [[], Array(repeating: local.key, count: 5)] {
      #expect(throws: AuditLogError.key(.invalid)) { try log.segment([], for: readers) }
    }
  }

  @Test("Keys as text and as files")
  func texts() throws {
    let auditor = try AuditorIdentity(randomness: SeededRandomness(seed: 3))
    #expect(auditor.key.text.hasPrefix("omamori-auditor1"))
    #expect(try AuditorKey(text: auditor.key.text) == auditor.key)
    #expect(try AuditorIdentity(text: auditor.exportText().bytes) == auditor)
    #expect(try AuditorIdentity(file: auditor.exportFile().bytes) == auditor)
    #expect(try AuditorIdentity(rawRepresentation: auditor.exportRawRepresentation()) == auditor)
    #expect(throws: AuditLogError.key(.invalid)) { try AuditorKey(text: auditor.key.text + "q") }
    #expect(throws: AuditLogError.key(.invalid)) { try AuditorKey(text: auditor.key.text.uppercased()) }
    for file in ["", "# comment\n", "x\n", String(repeating: "#", count: 1 << 16 + 1)] {
      let bytes = SecretBytes(copying: Array(file.utf8))
      #expect(throws: AuditLogError.key(.invalid)) { try AuditorIdentity(file: bytes.bytes) }
    }
    #expect("\(auditor) \(try LogIdentity())" == "<redacted> <redacted>")
    let identity = try LogIdentity()
    #expect(try LogIdentity(rawRepresentation: identity.exportRawRepresentation()) == identity)
  }

  @Test("The checksum of zip")
  func checksum() {
    let sum = { (text: String) in unsafe Array(text.utf8).withUnsafeBytes { unsafe CRC32.checksum($0) } }
    #expect(sum("123456789") == 0xCBF4_3926)
    #expect(sum("") == 0)
    #expect(sum("The quick brown fox jumps over the lazy dog") == 0x414F_A339)
  }

  @Test("A key that was taken opens and forges nothing that was written before")
  func forwardSecrecy() throws {
    let log = try WrittenLog()
    let bytes = try log.segment([.event(10), .event(20), .event(30), .event(40)])
    let places = try log.frames(of: 0)
    let frames = try (0..<4).map { try Frame(decoding: Array(bytes[places[$0]..<places[$0 + 1]])) }
    var stream = SegmentStream(bytes)
    let header = try stream.header()
    var captured = Ratchet(seed: try header.seed(with: log.auditor), header: header.leaf)
    var links = [header.leaf]
    for frame in frames { links.append(.leaf((links.last?.bytes ?? []) + frame.encoded.dropLast(4))) }
    captured.advance()
    captured.advance()
    // The keys of step 2 open frame 2 and, advanced, frame 3, but no earlier one, in whatever order they are tried.
    var content: [UInt8] = []
    var open = FrameBlock()
    unsafe frames[2].encoded.withUnsafeBytes { unsafe open.load($0, after: links[2]) }
    #expect(open.open(captured, sequence: 3, isClear: false, into: &content))
    for _ in 0..<4 {
      for (index, frame) in frames.enumerated().prefix(2) {
        var block = FrameBlock()
        unsafe frame.encoded.withUnsafeBytes { unsafe block.load($0, after: links[index]) }
        #expect(!block.open(captured, sequence: UInt64(index + 1), isClear: false, into: &content))
      }
      captured.advance()
    }
  }
}
