@testable import OmamoriAuditLog
import OmamoriCore

/// Signed notes, verifier keys and keys of auditors are refused or have one spelling.
func fuzz(_ bytes: [UInt8]) {
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
  _ = try? AuditorIdentity(file: bytes.byteSpan.bytes)
}
