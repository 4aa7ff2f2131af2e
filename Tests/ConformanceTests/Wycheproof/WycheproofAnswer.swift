/// What an implementation made of a test.
enum WycheproofAnswer {
  /// It took the input and gave the expected result.
  case accepted
  /// It refused the input, or its result differs.
  case rejected
  /// The test was not run, for this reason.
  case skip(String)

  /// `accepted` when the condition holds.
  init(_ condition: Bool) { self = condition ? .accepted : .rejected }
}
