public import OmamoriCore

/// How a check at run time ended: with an answer and what it rests on, or without one and why.
public struct CheckResult: Sendable, Hashable {
  /// How a check ended.
  public enum State: Sendable, Hashable {
    /// The check ran to its end and found nothing wrong.
    case passed
    /// Something is wrong.
    case failed
    /// The check gave no answer.
    case unavailable(CheckUnavailability)
  }

  /// How the check ended.
  public let state: State
  /// What is wrong, the worst first; empty unless the check failed.
  public let problems: [CheckProblem]
  /// Why this is the answer, as a sentence.
  public let reason: LocalizedText
  /// What was seen, in a fixed order.
  public let facts: [CheckFact]

  private init(_ state: State, _ problems: [CheckProblem], _ reason: LocalizedText, _ facts: [CheckFact]) {
    (self.state, self.problems, self.reason, self.facts) = (state, problems, reason, facts)
  }

  /// The result of a check that ran to its end.
  ///
  /// - Parameters:
  ///   - problems: What it found wrong; those of severity `info` are left out.
  ///   - reason: What it examined, as a sentence, for when nothing is wrong.
  ///   - facts: What it saw.
  /// - Returns: A failure when there is a problem, else a pass.
  public static func examined(
    _ problems: [CheckProblem], otherwise reason: LocalizedText, facts: [CheckFact] = []
  ) -> CheckResult {
    let counted = problems.filter { $0.severity > .info }
    let sorted = counted.enumerated().sorted { left, right in
      left.element.severity == right.element.severity
        ? left.offset < right.offset : left.element.severity > right.element.severity
    }.map(\.element)
    guard let worst = sorted.first else { return CheckResult(.passed, [], reason, facts) }
    return CheckResult(.failed, sorted, worst.message, facts)
  }

  /// The result of a check that gave no answer.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - facts: What it saw nevertheless.
  /// - Returns: A result that is neither a pass nor a failure.
  public static func unavailable(_ reason: CheckUnavailability, facts: [CheckFact] = []) -> CheckResult {
    CheckResult(.unavailable(reason), [], reason.explanation, facts)
  }

  /// Whether the check gave an answer.
  public var isExamined: Bool {
    switch state {
    case .passed, .failed: true
    case .unavailable: false
    }
  }

  /// The answer as the checklist gives it: slight problems alone mean that somebody should look.
  public var answer: ChecklistItem.Answer {
    switch state {
    case .passed: .pass
    case .failed: problems.contains { $0.severity >= .medium } ? .fail : .attention
    case .unavailable: .unknown
    }
  }
}

/// A named value that a check saw: a count, an answer, a version; never a secret and nothing about a person.
public struct CheckFact: Sendable, Hashable {
  /// What a fact says.
  public enum Value: Sendable, Hashable {
    /// A count, a size or a code.
    case number(Int)
    /// An answer.
    case flag(Bool)
    /// A word, such as a version or a host.
    case text(String)
    /// Several words.
    case list([String])
  }

  /// What the value says, such as `minimum-tls`; the same in every language.
  public let name: String
  /// The value.
  public let value: Value

  /// Makes a fact.
  ///
  /// - Parameters:
  ///   - name: A literal of the program: lower-case words with hyphens.
  ///   - value: The value.
  public init(_ name: StaticString, _ value: Value) {
    (self.name, self.value) = (String(describing: name), value)
  }
}

/// A question that was asked at run time, and how it was answered.
public struct CheckOutcome: Sendable, Hashable {
  /// The name of the question, stable for ever: `ats`, `pinning`.
  public let id: String
  /// The question.
  public let question: LocalizedText
  /// The area of the score that problems count in; `nil` when they cost nothing.
  public let area: ChecklistArea?
  /// What it is about in the lists of others.
  public let standards: CheckStandards
  /// The answer.
  public let result: CheckResult
  /// How long it took.
  public let took: Duration

  /// Makes an outcome.
  public init(
    id: String, question: LocalizedText, area: ChecklistArea?, standards: CheckStandards = .none,
    result: CheckResult, took: Duration = .zero
  ) {
    (self.id, self.question, self.area) = (id, question, area)
    (self.standards, self.result, self.took) = (standards, result, took)
  }

  /// The question with its answer as the checklist of an audit has them.
  public var item: ChecklistItem {
    ChecklistItem(id: id, question: question, answer: result.answer, reason: result.reason)
  }
}

/// Something that a check at run time found wrong.
public struct CheckProblem: Sendable, Hashable {
  /// How bad it is; `info` counts as nothing.
  public let severity: Severity
  /// What is wrong, as a sentence.
  public let message: LocalizedText

  /// Makes a problem.
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - message: What is wrong, as a sentence, without secrets.
  public init(_ severity: Severity, _ message: LocalizedText) {
    (self.severity, self.message) = (severity, message)
  }
}

/// What a check at run time is about, in the numbers that the rules of the audit use.
public struct CheckStandards: Sendable, Hashable {
  /// Categories of the OWASP Mobile Top 10 of 2024.
  public let owaspMobile2024: [OWASPMobile2024]
  /// Controls of MASVS v2 without the prefix: `STORAGE-1`.
  public let masvs: [String]
  /// Numbers of MASTG tests for iOS: 297 is `MASTG-TEST-0297`.
  public let mastg: [Int]
  /// Weakness numbers of the Common Weakness Enumeration.
  public let cwe: [Int]

  /// Makes the list.
  public init(
    owaspMobile2024: [OWASPMobile2024] = [], masvs: [String] = [], mastg: [Int] = [], cwe: [Int] = []
  ) {
    (self.owaspMobile2024, self.masvs) = (owaspMobile2024, masvs)
    (self.mastg, self.cwe) = (mastg, cwe)
  }

  /// Nothing.
  public static let none = CheckStandards()
}

/// Why a check at run time gave no answer; that is neither good nor bad news.
@nonexhaustive
public enum CheckUnavailability: Sendable, Hashable {
  /// The app gave nothing that could be checked.
  case notGiven(LocalizedText)
  /// This system has no such thing, or no way to ask for it.
  case platform(LocalizedText)
  /// The check did not end within its time.
  case deadline
  /// The caller cancelled.
  case cancelled
  /// The check could be made here, and did not come to its end.
  case failed(LocalizedText)

  /// The name in reports: `not-given`, `platform`, `deadline`, `cancelled` or `failed`.
  public var name: String {
    switch self {
    case .notGiven: "not-given"
    case .platform: "platform"
    case .deadline: "deadline"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// The reason as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .notGiven(let text), .platform(let text), .failed(let text): text
    case .deadline:
      LocalizedText("The check did not end in time.", ja: "制限時間内に終わりませんでした。")
    case .cancelled: LocalizedText("The check was cancelled.", ja: "検査は中止されました。")
    }
  }
}
