import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

/// A token or a message that is refused, with the reason and nothing of what it says.
struct TokenRefusal {
  private let error: AuthError
  private let hint: HelpText?
  /// The member of the report that says no.
  private let answer: String

  /// Takes what was thrown.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - answer: The member of the report that says no.
  ///   - hint: What to do about it, where more is known than the error says.
  init(_ error: AuthError, answer: String = "verified", hint: HelpText? = nil) {
    (self.error, self.answer, self.hint) = (error, answer, hint)
  }

  /// Says why.
  ///
  /// - Parameters:
  ///   - arguments: Where to.
  ///   - isJSON: Whether programs read it.
  /// - Returns: That the answer is no.
  /// - Throws: The refusal itself where people read it, and whatever is none.
  func show(_ arguments: Arguments, asJSON isJSON: Bool) throws -> ExitCode {
    guard let code else { throw error }
    guard isJSON else { throw CryptoFault(.findings, error.message, hint: hint ?? error.hint) }
    let object: JSONValue = .object([
      answer: false, "reason": .string(code), "message": .string(error.explanation.english),
    ])
    try arguments.output.write(object.text(.pretty) + "\n")
    return .findings
  }

  /// The reason as programs read it; `nil` for what is no answer.
  private var code: String? {
    switch error {
    case .token(let fault): fault.code
    case .key: "keyNotForThis"
    default: nil
    }
  }
}

extension TokenFault {
  /// The reason as programs read it; these words stay.
  fileprivate var code: String {
    switch self {
    case .malformed: "malformed"
    case .tooLarge: "tooLarge"
    case .algorithmNotAllowed: "algorithmNotAllowed"
    case .criticalHeader: "criticalHeader"
    case .noKey: "noKey"
    case .signatureInvalid: "signatureInvalid"
    case .decryptionFailed: "decryptionFailed"
    case .claimMissing(let claim): "claimMissing:\(claim.name)"
    case .claimMalformed(let claim): "claimMalformed:\(claim.name)"
    case .claimMismatch(let claim): "claimMismatch:\(claim.name)"
    case .expired: "expired"
    case .notYetValid: "notYetValid"
    case .tooOld: "tooOld"
    case .wrongType: "wrongType"
    case .replayed: "replayed"
    }
  }
}
