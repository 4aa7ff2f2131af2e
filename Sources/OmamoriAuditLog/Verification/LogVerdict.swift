public import OmamoriCore

/// What the verification of a log found.
///
/// Only ``complete`` is good; ``openTail(since:lastAnchor:)`` says that what is there is right and that nobody can say
/// whether more was there. Segments and entries are counted from 0; an entry is a segment's header or a frame.
@nonexhaustive
public enum LogVerdict: Sendable, Hashable {
  /// The log ends with a close, and everything is there and covered by an anchor outside of it. A later run or segment
  /// that no anchor has seen yet could still have been removed as a whole; an `AuditLog` tells its anchors of each as soon
  /// as it begins, and of a run before the first `append`.
  case complete
  /// Everything that is there is right. Entries from `since` on are covered by no anchor, so some may have been cut off;
  /// `lastAnchor` is the size that the last anchor confirmed.
  case openTail(since: UInt64, lastAnchor: UInt64?)
  /// An entry was changed, removed, added or moved; without a number, the place in the segment is not known.
  case tampered(segment: UInt64, record: UInt64?)
  /// The note about segments that retention removed is not signed by the log, or says what the segments do not.
  case tamperedNote
  /// These segments are not there, and retention did not remove them.
  case missing(ClosedRange<UInt64>)
  /// The anchor knows another history: the log was put back to an older state, whether it went on from there or not.
  /// `have` is the size of the log, or the last size that an anchor confirms when it is longer, 0 when none does: an anchor
  /// that knows another history does not tell from where on. For a counter, both are its values.
  case rolledBack(have: UInt64, anchor: UInt64, by: AnchorKind)
  /// The segment ends earlier than the next one says.
  case truncated(segment: UInt64, have: UInt64, expected: UInt64)
  /// The segment belongs to another log, or is sealed for another reader.
  case foreignKey(segment: UInt64)
  /// Bytes at this place of the segment's file belong to no entry.
  case unauthenticatedBytes(segment: UInt64, offset: Int)

  /// Whether nothing is wrong and nothing is open.
  public var isComplete: Bool { self == .complete }

  /// Whether somebody changed the log: everything but ``complete`` and ``openTail(since:lastAnchor:)``.
  public var isTampering: Bool {
    switch self {
    case .complete, .openTail: false
    default: true
    }
  }
}

extension LogVerdict {
  /// What was found, as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .complete:
      LocalizedText("The log is complete.", ja: "ログは完全です。")
    case .openTail(let since, nil):
      LocalizedText(
        "What is there is right, but no anchor says whether more was there (from entry \(since)).",
        ja: "記録に改変はありませんが、アンカーがないため末尾の欠落は確認できません（項目 \(since) 以降）。")
    case .openTail(let since, .some(let anchor)):
      LocalizedText(
        "What is there is right; the last anchor covers \(anchor) entries, so the tail from entry \(since) is open.",
        ja: "記録に改変はありません。最後のアンカーは \(anchor) 項目までを保証し、項目 \(since) 以降の欠落は確認できません。")
    case .tampered(let segment, .some(let record)):
      LocalizedText(
        "Segment \(segment) was changed at entry \(record).", ja: "セグメント \(segment) の項目 \(record) が改変されています。")
    case .tampered(let segment, nil):
      LocalizedText("Segment \(segment) was changed.", ja: "セグメント \(segment) が改変されています。")
    case .tamperedNote:
      LocalizedText(
        "The note about removed segments, \(LogFolder.prunedName), is not the log's or does not fit it.",
        ja: "削除されたセグメントの記録（\(LogFolder.prunedName)）が、ログの署名によるものでないか、ログと一致しません。")
    case .missing(let range) where range.count == 1:
      LocalizedText("Segment \(range.lowerBound) is missing.", ja: "セグメント \(range.lowerBound) がありません。")
    case .missing(let range):
      LocalizedText(
        "Segments \(range.lowerBound) to \(range.upperBound) are missing.",
        ja: "セグメント \(range.lowerBound) から \(range.upperBound) までがありません。")
    case .rolledBack(0, let anchor, .checkpoint):
      LocalizedText(
        """
        The log was put back to an older state: an anchor knows \(anchor) entries, which the log does not have; how many of \
        them it shares is not known.
        """,
        ja: "ログが古い状態に戻されています。アンカーが記録した \(anchor) 項目がログと一致しません。何項目目まで一致するかは不明です。")
    case .rolledBack(let have, let anchor, .checkpoint):
      LocalizedText(
        """
        The log was put back to an older state: an anchor knows \(anchor) entries, and no more than the first \(have) of \
        them can be shown to be in the log.
        """,
        ja: "ログが古い状態に戻されています。アンカーの記録は \(anchor) 項目ですが、ログにあると確認できるのは最大で先頭の \(have) 項目です。")
    case .rolledBack(let have, let anchor, .counter):
      LocalizedText(
        "The log was put back to an older state: the counter stands at \(anchor), the log at \(have).",
        ja: "ログが古い状態に戻されています。カウンターの値は \(anchor)、ログの値は \(have) です。")
    case .truncated(let segment, let have, let expected):
      LocalizedText(
        "Segment \(segment) was shortened: it ends at \(have) of \(expected) entries.",
        ja: "セグメント \(segment) が切り詰められています（\(expected) 項目中 \(have) 項目まで）。")
    case .foreignKey(let segment):
      LocalizedText(
        "Segment \(segment) belongs to another log or is sealed for another reader.",
        ja: "セグメント \(segment) は別のログのものか、別の鍵で封印されています。")
    case .unauthenticatedBytes(let segment, let offset):
      LocalizedText(
        "Segment \(segment) holds bytes at offset \(offset) that belong to no entry.",
        ja: "セグメント \(segment) の \(offset) バイト目に、どの項目にも属さないデータがあります。")
    }
  }
}

extension LogVerdict: CustomStringConvertible {
  /// What was found, in English.
  public var description: String { explanation.english }
}

/// What the verification of a log found, and what it saw until then.
public struct LogVerification: Sendable, Hashable {
  /// The most entries that are named one by one.
  public static let maximumNamed = 1000

  /// The answer.
  public internal(set) var verdict: LogVerdict
  /// Whether the auditor's key was used, so that every frame was authenticated and not only what checkpoints cover.
  public internal(set) var isContentAuthenticated: Bool
  /// The number of segments that were gone through.
  public internal(set) var segments: UInt64 = 0
  /// The number of segments that retention removed.
  public internal(set) var prunedSegments: UInt64 = 0
  /// The number of segments that do not end with a close frame: runs that crashed, or still go on.
  public internal(set) var unclosedSegments: UInt64 = 0
  /// The number of entries of the log until the end or the fault, removed ones included.
  public internal(set) var size: UInt64 = 0
  /// The root at that size.
  public internal(set) var root: LogHash
  /// The number of events.
  public internal(set) var events: UInt64 = 0
  /// The number of bytes that incomplete frames left in segments before the last one.
  public internal(set) var discardedBytes: UInt64 = 0
  /// The number of bytes of an incomplete frame at the end of the log.
  public internal(set) var incompleteBytes = 0
  /// The entries before which the clock had been set back, at most ``maximumNamed``; with the auditor's key for every
  /// frame, without it for headers and checkpoints.
  public internal(set) var clockSetBack: [UInt64] = []
  /// The sizes of anchors that could not be compared, since retention removed what they cover.
  public internal(set) var uncheckedAnchors: [UInt64] = []
  /// The last checkpoint that stands in the log itself.
  public internal(set) var lastCheckpoint: Checkpoint?
}

/// Why the verification of a log ends early.
enum VerificationStop: Error {
  /// The answer is known.
  case verdict(LogVerdict)
  /// There is no answer.
  case failure(AuditLogError)

  /// Hands on what reading threw.
  static func reading<Result>(
    _ body: () throws(AuditLogError) -> Result
  ) throws(VerificationStop) -> Result {
    do throws(AuditLogError) {
      return try body()
    } catch {
      throw .failure(error)
    }
  }
}

/// Verifies a log.
///
/// Without an auditor's key it verifies headers, checkpoints and the tree, which everybody can. With it every frame is
/// authenticated too. Anchors from outside of the log show whether something was cut off or put back. A value; safe to
/// share between threads. The work is done on the calling thread and reads files, so give it a thread of its own.
public struct LogVerifier: Sendable {
  /// The key of the log, which the auditor knows from elsewhere than from the log.
  public let key: LogKey
  /// The auditor's key, or that for local reading.
  public let auditor: AuditorIdentity?
  /// Checkpoints that were kept outside of the log, in any order.
  public let anchors: [Checkpoint]
  /// What a counter outside of the log stands at, such as one of a TPM.
  public let counter: UInt64?

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - key: The key of the log.
  ///   - auditor: The auditor's key, when it is at hand.
  ///   - anchors: Checkpoints of this log that were kept outside of it.
  ///   - counter: What the counter stands at that the log's checkpoints tell of.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/mismatch`` for a checkpoint of another log.
  public init(
    key: LogKey,
    auditor: AuditorIdentity? = nil,
    anchors: [Checkpoint] = [],
    counter: UInt64? = nil
  ) throws(AuditLogError) {
    guard anchors.allSatisfy({ $0.key == key }) else { throw .anchor(.mismatch) }
    (self.key, self.auditor, self.counter) = (key, auditor, counter)
    self.anchors = anchors.sorted { $0.size < $1.size }
  }

  /// Verifies the log in a folder, in time that grows with its size and in little memory.
  ///
  /// - Parameter folder: The folder. What is appended meanwhile may be seen or not.
  /// - Returns: The answer; a log that was tampered with is an answer, not an error.
  /// - Throws: ``AuditLogError/system(code:)`` when a file cannot be read, ``AuditLogError/format(_:)`` for a version that
  ///   is not known, ``AuditLogError/anchor(_:)`` when the log tells of more than the counter has counted.
  public func verify(_ folder: LogFolder) throws(AuditLogError) -> LogVerification {
    var walk = VerificationWalk(self)
    do throws(VerificationStop) {
      try walk.go(through: folder)
    } catch {
      switch error {
      case .verdict(let verdict): walk.result.verdict = verdict
      case .failure(let error): throw error
      }
    }
    return walk.result
  }
}
