import Testing

/// What all suites run together.
@Suite struct WycheproofTotalTests {
  static let suites: [WycheproofCoverage] = [
    AEADWycheproofTests.coverage,
    AESModesWycheproofTests.coverage,
    KeyedHashWycheproofTests.coverage,
    PBKDF2WycheproofTests.coverage,
  ]

  @Test func everyFileIsRunOnce() {
    let files = Self.suites.flatMap(\.entries).map(\.file)
    #expect(Set(files).count == files.count)
    let run = Self.suites.reduce(0) { $0 + $1.run }
    let skipped = Self.suites.reduce(0) { $0 + $1.skipped }
    print("Wycheproof: \(files.count) files, \(run) tests run, \(skipped) skipped")
    #expect(run >= 4780)
  }
}
