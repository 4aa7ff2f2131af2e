@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Signed notes and the checkpoints in them.
@Suite("Signed notes")
struct SignedNoteTests {
  /// The example of the Go project's package for signed notes, which C2SP's format describes.
  static let known = """
    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=

    """
  static let knownKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

  private func identity() throws -> LogIdentity { try LogIdentity(randomness: SeededRandomness(seed: 5)) }

  private func checkpoint(counter: UInt64? = nil) throws -> Checkpoint {
    try Checkpoint(
      size: 7, root: .leaf([1]), milliseconds: 1_800_000_000_123, counter: counter, signedBy: try identity())
  }

  @Test("A note that another program signed is verified")
  func knownNote() throws {
    let signer = try NoteSigner(text: Self.knownKey)
    #expect(signer.text == Self.knownKey)
    let note = try SignedNote(Array(Self.known.utf8))
    #expect(note.isSigned(by: signer))
    #expect(note.encoded == Array(Self.known.utf8))
    let changed = try SignedNote(Array(Self.known.replacing("problem,", with: "problem.").utf8))
    #expect(!changed.isSigned(by: signer))
  }

  @Test("A verifier key with another hash, name or algorithm is refused")
  func keys() throws {
    for text in [
      "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
      "PeterNeuman+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
      "PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "PeterNeumann+c74f20a3", "",
    ] {
      #expect(throws: AuditLogError.key(.invalid)) { try NoteSigner(text: text) }
    }
    let key = try identity().key
    #expect(try LogKey(text: key.text) == key)
    #expect(throws: AuditLogError.key(.invalid)) { try LogKey(text: Self.knownKey) }
  }

  @Test(
    "A checkpoint survives the round trip, with and without a counter", arguments: [nil, 0, 12] as [UInt64?])
  func roundTrip(counter: UInt64?) throws {
    let made = try checkpoint(counter: counter)
    let read = try Checkpoint(note: made.note, verifiedBy: made.key)
    #expect(read == made)
    #expect(read.counter == counter)
    #expect(read.size == 7)
    #expect(String(decoding: made.note, as: UTF8.self).hasPrefix("omamori-audit-log/"))
  }

  @Test("A checkpoint with any byte changed is refused")
  func changed() throws {
    let made = try checkpoint(counter: 3)
    for index in made.note.indices {
      var note = made.note
      note[index] ^= 1
      #expect(throws: AuditLogError.self) { try Checkpoint(note: note, verifiedBy: made.key) }
    }
    for count in made.note.indices {
      #expect(throws: AuditLogError.self) {
        try Checkpoint(note: Array(made.note.prefix(count)), verifiedBy: made.key)
      }
    }
  }

  @Test("The signatures of witnesses are passed over; a second wrong one of the log counts")
  func cosigned() throws {
    let made = try checkpoint()
    let line =
      "\u{2014} witness.example " + Base64.standard.encode([UInt8](repeating: 7, count: 76), padded: true)
      + "\n"
    #expect(try Checkpoint(note: made.note + Array(line.utf8), verifiedBy: made.key).root == made.root)
    let signer = made.key.signer
    let wrong =
      "\u{2014} \(signer.name) "
      + Base64.standard.encode(signer.hash + [UInt8](repeating: 7, count: 64), padded: true) + "\n"
    #expect(throws: AuditLogError.key(.wrongKey)) {
      try Checkpoint(note: made.note + Array(wrong.utf8), verifiedBy: made.key)
    }
  }

  @Test("The note of another log, and a note about removed segments, is no checkpoint")
  func others() throws {
    let other = try LogIdentity(randomness: SeededRandomness(seed: 6))
    let made = try checkpoint()
    #expect(throws: AuditLogError.key(.wrongKey)) { try Checkpoint(note: made.note, verifiedBy: other.key) }
    let log = try WrittenLog.ordinary()
    var stream = SegmentStream(try log.bytes(of: 1))
    let pruned = try PrunedSegments(
      before: try stream.header(), on: made.date, signedBy: log.identity)
    #expect(throws: AuditLogError.self) { try Checkpoint(note: pruned.note, verifiedBy: log.identity.key) }
    #expect(throws: AuditLogError.self) {
      try PrunedSegments(note: log.anchors[0].note, verifiedBy: log.identity.key)
    }
    #expect(try PrunedSegments(note: pruned.note, verifiedBy: log.identity.key) == pruned)
  }
}
