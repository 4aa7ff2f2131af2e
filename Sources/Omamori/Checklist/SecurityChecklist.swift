import OmamoriCore
public import OmamoriReport

/// The security checklist of a running app: every question is answered by trying, with what was seen as evidence.
///
/// ```swift
/// var app = CheckedApp("com.example.bank")
/// app.transport = policy
/// app.keychain = keychain
/// let report = await SecurityChecklist(app).evaluate()
/// print(report.score().value ?? "nothing was examined")
/// ```
///
/// A question that cannot be answered is unavailable with its reason, and never passed. A value; safe to share between
/// threads.
public struct SecurityChecklist: Sendable {
  /// How long one question may take unless the app says otherwise.
  public static let usualDeadline = Duration.seconds(20)

  /// What is checked, as reports name it.
  public let subject: String
  /// The questions, in the order of the report.
  public let checks: [any SecurityCheck]
  /// How long one question may take.
  public let deadline: Duration
  /// How many questions are worked on at a time.
  public let concurrency: Int

  /// Makes a checklist of questions.
  ///
  /// - Parameters:
  ///   - subject: What is checked, as reports name it.
  ///   - checks: The questions; of several with one name the first is asked.
  ///   - deadline: How long one question may take; it is unavailable after that.
  ///   - concurrency: How many questions are worked on at a time; at least 1.
  public init(
    of subject: String, _ checks: [any SecurityCheck], deadline: Duration = usualDeadline,
    concurrency: Int = 4
  ) {
    var names: Set<String> = []
    self.subject = subject
    self.checks = checks.filter { names.insert($0.id).inserted }
    (self.deadline, self.concurrency) = (deadline, max(1, concurrency))
  }

  /// Makes a checklist of the toolkit's own questions about an app, and of those that the app adds.
  ///
  /// - Parameters:
  ///   - app: What there is to check; what is missing makes its questions unavailable.
  ///   - more: Questions of the app's own.
  ///   - deadline: How long one question may take; it is unavailable after that.
  public init(
    _ app: CheckedApp, adding more: [any SecurityCheck] = [], deadline: Duration = usualDeadline
  ) {
    self.init(of: app.name, app.checks + more, deadline: deadline)
  }

  /// Asks every question and waits for the answers.
  ///
  /// When the task is cancelled it returns at once, and the questions that were not answered are unavailable.
  ///
  /// - Parameter progress: Hears how many questions have been answered; must not wait.
  /// - Returns: The answers in the order of the questions.
  public func evaluate(progress: @Sendable (Int) -> Void = { _ in }) async -> RunTimeReport {
    let (startedAt, start) = (Date(), ContinuousClock.now)
    let outcomes = await withTaskGroup(
      of: (Int, CheckOutcome).self, returning: [Int: CheckOutcome].self
    ) { group in
      var next = checks.indices.makeIterator()
      func addNext() {
        guard let index = next.next() else { return }
        let check = checks[index]
        group.addTask { (index, await outcome(of: check)) }
      }
      for _ in 0..<concurrency { addNext() }
      var outcomes: [Int: CheckOutcome] = [:]
      for await (index, outcome) in group {
        outcomes[index] = outcome
        progress(outcomes.count)
        addNext()
      }
      return outcomes
    }
    return RunTimeReport(
      subject: subject, outcomes: checks.indices.compactMap { outcomes[$0] }, startedAt: startedAt,
      duration: ContinuousClock.now - start)
  }

  private func outcome(of check: any SecurityCheck) async -> CheckOutcome {
    let start = ContinuousClock.now
    let result = await BoundedCheck.result(of: check, within: deadline)
    return CheckOutcome(
      id: check.id, question: check.question, area: check.area, standards: check.standards, result: result,
      took: ContinuousClock.now - start)
  }
}
