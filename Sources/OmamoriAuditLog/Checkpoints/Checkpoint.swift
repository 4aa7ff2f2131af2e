public import OmamoriCore

/// What a log was at some size, signed by the log: a signed note (c2sp.org/tlog-checkpoint) that was verified.
///
/// Keep it where the machine that writes the log cannot change it; the verifier takes it as an anchor. A value; safe to
/// share between threads.
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
