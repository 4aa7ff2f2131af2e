/// What came out of the tests of one file; printed as one line.
struct WycheproofReport: CustomStringConvertible {
  let name: String
  /// How many tests were run.
  private(set) var run = 0
  /// How many were not, for each reason.
  private(set) var skipped: [String: Int] = [:]
  /// The tests with a wrong answer: number, what was expected, comment.
  private(set) var wrong: [String] = []
  /// How many tests that leave the answer open were accepted.
  private(set) var acceptedAcceptable = 0

  init(name: String) { self.name = name }

  mutating func add(_ answer: WycheproofAnswer, to test: WycheproofTest) {
    switch (answer, test.expectation) {
    case (.skip(let reason), _):
      skipped[reason, default: 0] += 1
      return
    case (.accepted, .valid), (.rejected, .invalid), (.rejected, .acceptable): break
    case (.accepted, .acceptable): acceptedAcceptable += 1
    case (.accepted, .invalid), (.rejected, .valid):
      wrong.append("\(test.id) (\(test.expectation)): \(test.comment) \(test.flags)")
    }
    run += 1
  }

  mutating func addFault(_ fault: WycheproofFields.Fault, in test: WycheproofTest) {
    run += 1
    wrong.append("\(test.id): \(fault)")
  }

  var description: String {
    let reasons = skipped.sorted { $0.key < $1.key }.map { "; \($0.value) skipped: \($0.key)" }.joined()
    let numbers = wrong.isEmpty ? "" : ": " + wrong.prefix(20).joined(separator: ", ")
    return "Wycheproof \(name): \(run) run, \(wrong.count) wrong\(numbers)\(reasons)"
  }
}
