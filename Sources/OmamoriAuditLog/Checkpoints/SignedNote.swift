import OmamoriCore

/// A text with signatures (c2sp.org/signed-note), which says nothing until a signature was verified.
///
/// A value; safe to share between threads.
struct SignedNote: Sendable, Hashable {
  /// A signature as it stands in the note.
  struct Signature: Sendable, Hashable {
    let name: String
    let hash: [UInt8]
    let bytes: [UInt8]
  }

  /// The most bytes of a note.
  static let maximumSize = 1 << 14
  /// The most signatures of a note.
  static let maximumSignatures = 16

  /// The text, which ends with a line feed.
  let text: String
  /// At least one.
  let signatures: [Signature]

  /// Signs a text.
  init(_ text: String, signedBy identity: LogIdentity) throws(AuditLogError) {
    let signer = identity.key.signer
    let signature = Signature(
      name: signer.name, hash: signer.hash, bytes: try identity.sign(Array(text.utf8)))
    (self.text, signatures) = (text, [signature])
  }

  /// Reads a note.
  ///
  /// - Parameter bytes: The note in UTF-8, at most ``maximumSize`` bytes.
  /// - Throws: ``AuditLogError/format(_:)``.
  init(_ bytes: [UInt8]) throws(AuditLogError) {
    guard bytes.count <= Self.maximumSize else { throw .format(.tooLarge(limit: Self.maximumSize)) }
    let isClean =
      bytes.allSatisfy { $0 >= 32 || $0 == UInt8(ascii: "\n") } && bytes.last == UInt8(ascii: "\n")
    guard isClean, let note = String(validating: bytes, as: UTF8.self) else {
      throw .format(.malformed(offset: 0))
    }
    var lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()
    guard let blank = lines.lastIndex(of: ""), blank > 0 else { throw .format(.malformed(offset: 0)) }
    let found = lines[(blank + 1)...]
    guard 1...Self.maximumSignatures ~= found.count else { throw .format(.malformed(offset: bytes.count)) }
    var signatures: [Signature] = []
    for line in found {
      guard let signature = Self.signature(line) else { throw .format(.malformed(offset: bytes.count)) }
      signatures.append(signature)
    }
    text = lines[..<blank].joined(separator: "\n") + "\n"
    self.signatures = signatures
  }

  private static func signature(_ line: Substring) -> Signature? {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "\u{2014}", NoteSigner.isName(parts[1]),
      let value = Base64.standard.decode(parts[2], padded: true), value.count > 4
    else { return nil }
    return Signature(name: String(parts[1]), hash: Array(value.prefix(4)), bytes: Array(value.dropFirst(4)))
  }

  /// The note in UTF-8.
  var encoded: [UInt8] {
    let lines = signatures.map {
      "\u{2014} \($0.name) \(Base64.standard.encode($0.hash + $0.bytes, padded: true))\n"
    }
    return Array((text + "\n" + lines.joined()).utf8)
  }

  /// Says whether this signer signed the text; a signature of its that is wrong counts against all of them.
  func isSigned(by signer: NoteSigner) -> Bool {
    guard let key = try? LogKey(rawRepresentation: signer.publicKey) else { return false }
    let own = signatures.filter { $0.name == signer.name && $0.hash == signer.hash }
    return !own.isEmpty && own.allSatisfy { key.isValid($0.bytes, for: Array(text.utf8)) }
  }
}
