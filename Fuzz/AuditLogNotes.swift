@testable import OmamoriAuditLog
import OmamoriCore

/// Signed notes, verifier keys and keys of auditors are refused or have one spelling.
func fuzzAuditLogNotes(_ bytes: [UInt8]) {
  if let note = try? SignedNote(bytes) {
    expect(note.encoded == bytes, "one spelling for each note")
    expect(note.signatures.count <= SignedNote.maximumSignatures, "the number of signatures is bounded")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let signer = try? NoteSigner(text: text) {
    expect(signer.text == text, "one spelling for each verifier key")
  }
  if let key = try? LogKey(text: text) { expect(key.text == text, "one spelling for each key of a log") }
  if let key = try? AuditorKey(text: text) {
    expect(key.text == text, "one spelling for each key of an auditor")
  }
  // because every pattern of bits is a byte
  _ = try? unsafe AuditorIdentity(file: bytes.span.bytes)
  if let identity, bytes.count <= 256 { fuzzSigned(text, identity) }
}

/// What a log signs that is hostile itself.
private func fuzzSigned(_ text: String, _ identity: LogIdentity) {
  let key = identity.key
  if let note = try? SignedNote("\(key.origin)\n\(text)", signedBy: identity).encoded,
    let read = try? Checkpoint(note: note, verifiedBy: key)
  {
    let again = try? Checkpoint(
      size: read.size, root: read.root, milliseconds: read.milliseconds, counter: read.counter,
      signedBy: identity)
    expect(again == read, "one spelling for each checkpoint")
  }
  if let note = try? SignedNote("\(key.origin)/pruned\n\(text)", signedBy: identity).encoded {
    _ = try? PrunedSegments(note: note, verifiedBy: key)
  }
}

/// A log of the same key each time.
private let identity = try? LogIdentity(
  rawRepresentation: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
