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
