package import OmamoriCore

/// That retention removed the oldest segments of a log, signed by the log, so that the rest can still be verified.
///
/// A signed note; the nodes of the tree that are needed stand in the header of the first segment that is kept.
package struct PrunedSegments: Sendable, Hashable {
  /// The number of the last segment that was removed; all from 0 on are gone.
  package let last: UInt64
  /// The number of entries that were removed.
  package let size: UInt64
  /// The root of the tree over them.
  package let root: LogHash
  /// When it was signed, in milliseconds since 1970.
  package let milliseconds: UInt64
  /// The note in UTF-8.
  package let note: [UInt8]

  /// Signs that everything before a segment is going to be removed; write the note first, then remove.
  ///
  /// - Parameters:
  ///   - header: The header of the first segment that is kept; not the first one of the log.
  ///   - date: The time.
  ///   - identity: The key of the log.
  /// - Throws: ``AuditLogError/format(_:)`` for the first segment of a log.
  package init(before header: SegmentHeader, on date: Date, signedBy identity: LogIdentity)
    throws(AuditLogError)
  {
    guard header.position.segment > 0 else { throw .format(.malformed(offset: 0)) }
    (last, size, root) = (header.position.segment - 1, header.position.tree.count, header.position.tree.root)
    milliseconds = LogTime.milliseconds(date)
    let lines = [
      Self.origin(identity.key), String(size), root.description, "last \(last)", "time \(milliseconds)",
    ]
    note = try SignedNote(lines.map { $0 + "\n" }.joined(), signedBy: identity).encoded
  }

  /// Reads a note and verifies it.
  ///
  /// - Parameters:
  ///   - note: The note in UTF-8, at most 16 KiB.
  ///   - key: The key of the log that must have signed it.
  /// - Throws: ``AuditLogError/format(_:)``, or ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey``.
  package init(note: [UInt8], verifiedBy key: LogKey) throws(AuditLogError) {
    let signed = try SignedNote(note)
    guard signed.isSigned(by: key.signer) else { throw .key(.wrongKey) }
    let lines = signed.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard lines.count == 5, lines[0] == Self.origin(key), let size = Checkpoint.number(lines[1]),
      let root = Base64.standard.decode(lines[2], padded: true).flatMap({ LogHash($0) }),
      let last = Checkpoint.number(lines[3], after: "last "),
      let milliseconds = Checkpoint.number(lines[4], after: "time ")
    else { throw .format(.malformed(offset: 0)) }
    (self.last, self.size, self.root) = (last, size, root)
    (self.milliseconds, self.note) = (milliseconds, note)
  }

  /// Says whether the segment with this header is the first one that was kept.
  func isFollowed(by header: SegmentHeader) -> Bool {
    last < UInt64.max && header.position.segment == last + 1 && header.position.tree.count == size
      && header.position.tree.root == root
  }

  /// Another origin than that of checkpoints, so that neither counts as the other.
  private static func origin(_ key: LogKey) -> String { key.origin + "/pruned" }
}
