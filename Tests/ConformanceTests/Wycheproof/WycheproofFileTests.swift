import Testing

/// The runner itself: it must notice wrong answers, and mistakes in a suite.
@Suite struct WycheproofFileTests {
  static let document = """
    {"numberOfTests": 4, "testGroups": [{"keySize": 8, "tests": [
      {"tcId": 1, "comment": "", "flags": ["A"], "msg": "00fF", "result": "valid"},
      {"tcId": 2, "comment": "", "flags": [], "msg": "", "result": "invalid"},
      {"tcId": 3, "comment": "", "flags": [], "msg": "01", "result": "acceptable"},
      {"tcId": 4, "comment": "", "flags": [], "msg": "0", "result": "valid"}]}]}
    """

  static func report(_ answer: (WycheproofTest) throws -> WycheproofAnswer) throws -> WycheproofReport {
    try WycheproofFile("sample", document: Array(document.utf8)).report { _, test in try answer(test) }
  }

  @Test func wrongAnswersAreListed() throws {
    let report = try Self.report { test in WycheproofAnswer(test.id != 1) }
    #expect(report.run == 4)
    #expect(report.acceptedAcceptable == 1)
    #expect(report.wrong.map { $0.prefix(1) } == ["1", "2"])
  }

  @Test func thrownErrorsAreRefusalsButMistakesAreNot() throws {
    struct Refusal: Error {}
    let report = try Self.report { test in
      guard test.id == 4 else { throw Refusal() }
      return WycheproofAnswer(try test.bytes("msg").isEmpty)
    }
    #expect(report.wrong.map { $0.prefix(1) } == ["1", "4"])
    #expect(report.wrong.last == "4: no usable member msg")
  }

  @Test func skippedTestsAreCountedByReason() throws {
    let report = try Self.report { _ in .skip("not offered") }
    #expect(report.run == 0)
    #expect(report.description == "Wycheproof sample: 0 run, 0 wrong; 4 skipped: not offered")
  }

  @Test func bytesAreRead() throws {
    var bytes: [[UInt8]] = []
    _ = try Self.report { test in
      bytes.append(try test.bytes("msg"))
      return .accepted
    }
    #expect(bytes == [[0, 255], [], [1]])
  }
}
