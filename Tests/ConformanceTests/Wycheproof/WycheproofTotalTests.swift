import Testing

/// What all suites run together.
@Suite struct WycheproofTotalTests {
  static let suites: [WycheproofCoverage] = [
    AEADWycheproofTests.coverage,
    CobblestoneWycheproofTests.coverage,
    MLKEMWycheproofTests.coverage,
    AESModesWycheproofTests.coverage,
    KeyedHashWycheproofTests.coverage,
    PBKDF2WycheproofTests.coverage,
    AgreementWycheproofTests.coverage,
    SignatureWycheproofTests.coverage,
    RSAWycheproofTests.coverage,
  ]

  @Test func everyFileIsRunOnce() {
    let files = Self.suites.flatMap(\.entries).map(\.file)
    #expect(Set(files).count == files.count)
    let run = Self.suites.reduce(0) { $0 + $1.run }
    let skipped = Self.suites.reduce(0) { $0 + $1.skipped }
    print("Wycheproof: \(files.count) files, \(run) tests run, \(skipped) skipped")
    #expect(run >= 22_000)
  }
}
