#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// What was found of a connection, kept with it so that the next request need not find it again.
final class ConnectionFinding: Sendable {
  let result: ValidationResult
  /// Whether the stapled status and the facts of the handshake are part of it.
  let isComplete: Bool
  private let validator: ChainValidator
  private let moments: ClosedRange<Date>?

  init(_ result: ValidationResult, isComplete: Bool, of validator: ChainValidator, at moment: Date) {
    (self.result, self.isComplete, self.validator) = (result, isComplete, validator)
    let certificates = result.chain?.certificates ?? []
    let begin = certificates.map(\.notValidBefore).max() ?? moment
    let end = certificates.map(\.notValidAfter).min() ?? moment
    moments = begin <= end ? begin...end : nil
  }

  /// Whether the same validator would find the same now: every certificate is still valid.
  func isAbout(_ validator: ChainValidator, _ moment: Date) -> Bool {
    self.validator == validator && moments?.contains(moment) == true
  }
}
#endif
