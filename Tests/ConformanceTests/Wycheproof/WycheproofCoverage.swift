/// The files that a suite runs, with how many of their tests; a suite has it as `static let coverage`.
struct WycheproofCoverage: Sendable {
  /// One file.
  struct Entry: Sendable {
    let file: String
    let run: Int
    let skipped: Int
    let acceptable: Int?

    /// - Parameters:
    ///   - file: The name without its ending.
    ///   - run: How many tests are run.
    ///   - skipped: How many are not.
    ///   - acceptable: How many that leave the answer open are accepted, if that is pinned.
    init(_ file: String, run: Int, skipped: Int = 0, acceptable: Int? = nil) {
      (self.file, self.run, self.skipped, self.acceptable) = (file, run, skipped, acceptable)
    }
  }

  let entries: [Entry]

  init(_ entries: Entry...) { self.entries = entries }

  /// How many tests are run.
  var run: Int { entries.reduce(0) { $0 + $1.run } }
  /// How many tests are skipped.
  var skipped: Int { entries.reduce(0) { $0 + $1.skipped } }

  /// Runs one of the files; see ``WycheproofFile/check(run:skipped:acceptable:answer:)``.
  func check(
    _ file: String,
    answer: (WycheproofFields, WycheproofTest) throws -> WycheproofAnswer
  ) throws {
    guard let entry = entries.first(where: { $0.file == file }) else {
      throw WycheproofFields.Fault(member: file)
    }
    try WycheproofFile(file)
      .check(run: entry.run, skipped: entry.skipped, acceptable: entry.acceptable, answer: answer)
  }
}
