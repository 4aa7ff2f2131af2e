public import OmamoriCore

/// A text with signatures (c2sp.org/signed-note), which says nothing until a signature was verified.
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

/// Who signs a note with Ed25519 (c2sp.org/signed-note): a name and a public key, known by four bytes.
struct NoteSigner: Sendable, Hashable {
  /// The kind of signature: Ed25519.
  private static let algorithm: UInt8 = 1

  /// The name, without spaces and plus signs.
  let name: String
  /// The 32 bytes of the public key.
  let publicKey: [UInt8]

  init(name: String, publicKey: [UInt8]) { (self.name, self.publicKey) = (name, publicKey) }

  /// Reads a verifier key: the name, eight hexadecimal digits and the key in Base64, with plus signs between them.
  init(text: String) throws(AuditLogError) {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isName(parts[0]), let key = Base64.standard.decode(parts[2], padded: true),
      key.count == 1 + LogKey.byteCount, key.first == Self.algorithm
    else { throw .key(.invalid) }
    self.init(name: String(parts[0]), publicKey: Array(key.dropFirst()))
    guard self.text == text else { throw .key(.invalid) }
  }

  /// The verifier key.
  var text: String {
    name + "+" + Hexadecimal.text(of: hash) + "+"
      + Base64.standard.encode([Self.algorithm] + publicKey, padded: true)
  }

  /// The four bytes by which a signature names the key.
  var hash: [UInt8] {
    Array(
      LogHash(hashing: Array(name.utf8) + [UInt8(ascii: "\n"), Self.algorithm] + publicKey).bytes.prefix(4))
  }

  /// Says whether a text may be the name of a signer.
  static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "+" && $0.value > 31 }
  }
}

/// What a log was at some size, signed by the log: a signed note (c2sp.org/tlog-checkpoint) that was verified.
///
/// Keep it where the machine that writes the log cannot change it; the verifier takes it as an anchor.
public struct Checkpoint: Sendable, Hashable {
  /// The log.
  public let key: LogKey
  /// The number of entries.
  public let size: UInt64
  /// The root of the tree over them.
  public let root: LogHash
  /// When it was signed, in milliseconds since 1970.
  public let milliseconds: UInt64
  /// What a counter outside of the log stands at, or is about to, when one was told.
  public let counter: UInt64?
  /// The note in UTF-8.
  public let note: [UInt8]

  /// Signs a checkpoint.
  init(
    size: UInt64,
    root: LogHash,
    milliseconds: UInt64,
    counter: UInt64?,
    signedBy identity: LogIdentity
  ) throws(AuditLogError) {
    var lines = [identity.key.origin, String(size), root.description, "time \(milliseconds)"]
    if let counter { lines.append("counter \(counter)") }
    note = try SignedNote(lines.map { $0 + "\n" }.joined(), signedBy: identity).encoded
    (key, self.size, self.root) = (identity.key, size, root)
    (self.milliseconds, self.counter) = (milliseconds, counter)
  }

  /// Reads a checkpoint and verifies it.
  ///
  /// - Parameters:
  ///   - note: The note in UTF-8, at most 16 KiB; it may have signatures of witnesses too, which are passed over.
  ///   - key: The key of the log that must have signed it.
  /// - Throws: ``AuditLogError/format(_:)``, or ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` when this log did
  ///   not sign it.
  public init(note: [UInt8], verifiedBy key: LogKey) throws(AuditLogError) {
    let signed = try SignedNote(note)
    guard signed.isSigned(by: key.signer) else { throw .key(.wrongKey) }
    let lines = signed.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard 4...5 ~= lines.count, lines[0] == key.origin, let size = Self.number(lines[1]),
      size <= MerkleTree.maximumCount,
      let root = Base64.standard.decode(lines[2], padded: true).flatMap({ LogHash($0) }),
      let milliseconds = Self.number(lines[3], after: "time ")
    else { throw .format(.malformed(offset: 0)) }
    let counter = lines.count > 4 ? Self.number(lines[4], after: "counter ") : nil
    guard lines.count == 4 || counter != nil else { throw .format(.malformed(offset: 0)) }
    (self.key, self.size, self.root, self.note) = (key, size, root, note)
    (self.milliseconds, self.counter) = (milliseconds, counter)
  }

  /// When it was signed, by the clock of the machine that wrote the log.
  public var date: Date { LogTime.date(milliseconds) }

  /// A number in decimal, without leading zeros, after a word.
  static func number(_ line: Substring, after word: String = "") -> UInt64? {
    guard line.hasPrefix(word), let number = UInt64(line.dropFirst(word.count)), line == word + String(number)
    else { return nil }
    return number
  }
}
