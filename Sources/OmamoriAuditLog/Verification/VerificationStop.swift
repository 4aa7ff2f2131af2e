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
