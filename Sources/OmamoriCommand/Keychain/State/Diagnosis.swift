#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

/// One sentence about a keychain, with its cure.
struct Diagnosis {
  /// What a diagnosis means for the person.
  enum Verdict: String {
    /// As it should be.
    case good
    /// Good to know.
    case note
    /// Something has to be done.
    case attention
  }

  /// What was looked at.
  let subject: String
  let verdict: Verdict
  let finding: LocalizedText
  let cure: LocalizedText?

  init(_ subject: String, _ verdict: Verdict, _ finding: LocalizedText, cure: LocalizedText? = nil) {
    (self.subject, self.verdict, self.finding, self.cure) = (subject, verdict, finding, cure)
  }

  /// What a keychain refused.
  init(_ subject: String, _ error: KeychainError) {
    self.init(subject, .attention, error.explanation, cure: error.recovery)
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "subject": .string(subject), "verdict": .string(verdict.rawValue), "finding": .string(finding.english),
    ]
    if let cure { object["cure"] = .string(cure.english) }
    return .object(object)
  }

  /// For people.
  func text(_ language: Language, _ terminal: Terminal) -> String {
    let mark =
      switch verdict {
      case .good: terminal.styled("✓", .green)
      case .note: terminal.styled("·", .cyan)
      case .attention: terminal.styled("!", .bold, .yellow)
      }
    let cure = cure.map { " " + $0[language] } ?? ""
    return "\(mark) \(finding[language])\(language == .ja ? cure.drop { $0 == " " } + "" : cure)\n"
  }
}
#endif
