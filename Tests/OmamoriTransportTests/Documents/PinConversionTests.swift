@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// What a document becomes in another format, and that every difference is said.
@Suite("Pin documents: conversion")
struct PinConversionTests {
  typealias Fixtures = PinDocumentFixtures

  static let sources: [(PinFormat, String)] = [
    (.pinnedDomains, Fixtures.pinnedDomains), (.trustKit, Fixtures.trustKit),
    (.networkSecurityConfig, Fixtures.android), (.okHttp, Fixtures.okHttp), (.curl, Fixtures.curl),
  ]

  @Test("A document survives its own format, and Omamori's", arguments: Self.sources)
  func roundTrip(_ format: PinFormat, _ text: String) throws {
    let document = try PinDocument.read(Array(text.utf8), as: format).document
    for target in [format, .json] {
      let written = try document.written(as: target)
      #expect(try PinDocument.read(Array(written.text.utf8), as: target).document == document)
    }
  }

  /// The hosts at which the documents are compared.
  static let hosts = [
    "example.com", "api.example.com", "x.api.example.com", "a.b.example.com", "www.example.com",
    "inner.example.com", "z.inner.example.com", "free.example.com", "example.org", "a.example.org",
    "beta.example.com", "other.example",
  ]

  @Test("The rules of a policy pin every host as the document does", arguments: Self.sources)
  func rules(_ format: PinFormat, _ text: String) throws {
    let document = try PinDocument.read(Array(text.utf8), as: format).document
    let policy = try TransportPolicy(rules: document.rules(requiresBackup: false).rules)
    for name in Self.hosts {
      let host = try HostName(name)
      let stated = try document.pins(for: host)
      let pins = try policy.policy(for: host).pins
      #expect(pins == (try stated?.pinSet(requiresBackup: false)), "\(name)")
    }
  }

  @Test("Random documents make rules that agree with them at every host", arguments: 0..<60)
  func randomRules(_ seed: Int) throws {
    let randomness = SeededRandomness(seed: UInt64(seed))
    let names = ["a.example", "b.a.example", "c.b.a.example", "d.c.b.a.example", "e.a.example"]
    var entries: [PinnedHosts] = []
    for _ in 0..<(try randomness.integer(in: 1...6)) {
      let host = names[try randomness.integer(in: 0...(names.count - 1))]
      let scope = PinnedHosts.Scope.allCases[try randomness.integer(in: 0...3)]
      let pin = try Fixtures.pin(UInt8(try randomness.integer(in: 1...200)))
      let isExempt = try randomness.integer(in: 0...5) == 0
      guard !entries.contains(where: { $0.host.description == host && $0.scope == scope }) else { continue }
      let isLeaf = try randomness.integer(in: 0...1) == 0
      entries.append(
        try Fixtures.hosts(
          host, scope, leaf: isExempt || !isLeaf ? nil : [pin], anywhere: isExempt || isLeaf ? nil : [pin]))
    }
    for combination in PinDocument.Combination.allCases {
      let document = try PinDocument(entries, combination: combination)
      let policy = try TransportPolicy(rules: document.rules(requiresBackup: false).rules)
      for name in names + names.flatMap({ ["x." + $0, "x.y." + $0] }) {
        let host = try HostName(name)
        let stated = try document.pins(for: host).flatMap { try $0.pinSet(requiresBackup: false) }
        #expect(try policy.policy(for: host).pins == stated, "seed \(seed), \(combination), \(name)")
      }
    }
  }

  private func kinds(
    _ entries: [PinnedHosts], _ combination: PinDocument.Combination = .mostSpecific, to format: PinFormat
  ) throws -> [ConversionNote.Kind] {
    try PinDocument(entries, combination: combination).written(as: format).notes.map(\.kind)
  }

  @Test("Rules for names below are translated, or the difference is said")
  func subdomains() throws {
    func note(_ scope: PinnedHosts.Scope, _ format: PinFormat) throws -> [ConversionNote.Kind] {
      try kinds([Fixtures.hosts("a.example", scope, anywhere: Fixtures.pins(1, 2))], to: format)
    }
    #expect(try note(.hostAndAll, .pinnedDomains) == [.depthChosen, .subdomainsNarrowed])
    #expect(try note(.oneLabelOnly, .pinnedDomains) == [.depthChosen, .hostAdded])
    #expect(try note(.hostAndOneLabel, .pinnedDomains) == [.depthChosen])
    #expect(try note(.hostAndOneLabel, .networkSecurityConfig) == [.subdomainsWidened])
    #expect(try note(.oneLabelOnly, .trustKit) == [.subdomainsWidened, .hostAdded])
    #expect(try note(.hostAndAll, .trustKit).isEmpty)
    #expect(try note(.hostAndAll, .okHttp).isEmpty)
    #expect(try note(.hostAndOneLabel, .okHttp).isEmpty)
    #expect(try note(.hostAndAll, .curl) == [.leafOnly, .perTransfer, .subdomainsNarrowed])
  }

  @Test("One label with the host becomes two patterns of OkHttp")
  func twoPatterns() throws {
    let text = try PinDocument([Fixtures.hosts("a.example", .hostAndOneLabel, anywhere: Fixtures.pins(1, 2))])
      .written(as: .okHttp).text
    #expect(text.contains("\"a.example\"") && text.contains("\"*.a.example\""))
  }

  @Test("Entries that meet: repeated for a target that takes the most specific, noted for one that unites")
  func meetings() throws {
    let entries = [
      try Fixtures.hosts("a.example", .hostAndOneLabel, leaf: try Fixtures.pins(1, 2)),
      try Fixtures.hosts("b.a.example", leaf: try Fixtures.pins(3, 4)),
    ]
    let expanded = try PinDocument(entries, combination: .united).written(as: .networkSecurityConfig)
    #expect(expanded.notes.contains(ConversionNote(.expanded, .same, "b.a.example")))
    let again = try PinDocument.read(Array(expanded.text.utf8), as: .networkSecurityConfig).document
    #expect(try again.pins(for: HostName("b.a.example"))?.pins.count == 4)
    let united = try PinDocument(entries).written(as: .pinnedDomains)
    #expect(united.notes == [ConversionNote(.united, .weaker, "b.a.example")])
    let shielded = [entries[0], try Fixtures.hosts("b.a.example")]
    #expect(try kinds(shielded, to: .pinnedDomains) == [.exemptionLost])
  }

  @Test("Conditions on the server and on its authorities are kept apart, or the loss is said")
  func lists() throws {
    let both = try Fixtures.hosts(
      "a.example", leaf: try Fixtures.pins(1, 2), authorities: try Fixtures.pins(3, 4))
    #expect(try kinds([both], to: .pinnedDomains).isEmpty)
    #expect(try kinds([both], to: .networkSecurityConfig) == [.authoritiesLeftOut, .depthLost])
    #expect(try kinds([both], to: .curl) == [.authoritiesLeftOut, .perTransfer])
    let anywhere = try PinDocument([Fixtures.hosts("a.example", anywhere: Fixtures.pins(1, 2))])
    for placement in [PinPlacement.leaf, .authorities] {
      let text = try anywhere.written(as: .pinnedDomains, placement: placement).text
      #expect(text.contains("NSPinnedLeafIdentities") == (placement == .leaf))
      #expect(text.contains("NSPinnedCAIdentities") == (placement == .authorities))
    }
  }

  @Test("A target with one entry a host gets one, and curl no name below a host")
  func oneEntry() throws {
    let entries = [
      try Fixtures.hosts("a.example", anywhere: try Fixtures.pins(1, 2)),
      try Fixtures.hosts("a.example", .hostAndAll, anywhere: try Fixtures.pins(3, 4)),
      try Fixtures.hosts("b.example"), try Fixtures.hosts("b.example", .hostAndAll),
      try Fixtures.hosts("c.example", .oneLabelOnly, anywhere: try Fixtures.pins(5, 6)),
    ]
    for format in [PinFormat.trustKit, .networkSecurityConfig, .curl] {
      let written = try PinDocument(entries).written(as: format)
      let again = try PinDocument.read(Array(written.text.utf8), as: format).document
      let hosts = again.entries.map(\.host.description)
      #expect(hosts == (format == .curl ? ["a.example"] : ["a.example", "b.example", "c.example"]))
      #expect(again.entries.first?.pins.count == 4 && written.notes.contains { $0.kind == .united })
      #expect(format == .curl || again.entries[1].isExempt)
    }
  }

  @Test("Dates, reports, modes, certificates and missing backups are said")
  func details() throws {
    let day = Date(timeIntervalSince1970: 1_805_068_800)
    let entry = try Fixtures.hosts(
      "a.example", anywhere: try Fixtures.pins(1), expiry: day, reports: ["https://r.example/"])
    #expect(try kinds([entry], to: .trustKit) == [.backupDemanded, .expiryUnpins])
    #expect(try kinds([entry], to: .networkSecurityConfig) == [.noBackup, .expiryUnpins, .reportsLost])
    #expect(try kinds([entry], to: .okHttp) == [.noBackup, .expiryLost, .reportsLost])
    #expect(
      try PinDocument([entry]).rules(requiresBackup: false).notes.map(\.kind) == [
        .expiryRefuses, .reportsLost,
      ])
    let watched = try Fixtures.hosts("a.example", anywhere: try Fixtures.pins(1, 2), mode: .reportOnly)
    #expect(try kinds([watched], to: .trustKit).isEmpty)
    let left = try PinDocument([watched]).written(as: .okHttp)
    #expect(left.notes.map(\.kind) == [.reportOnlyLeftOut] && !left.text.contains("sha256"))
    let certificate = try Fixtures.hosts(
      "a.example", leaf: [try Fixtures.pin(1, .primary, .certificate), try Fixtures.pin(2, .backup)])
    #expect(try kinds([certificate], to: .pinnedDomains) == [.certificatePin, .noBackup])
    let address = try Fixtures.hosts("192.0.2.1", anywhere: try Fixtures.pins(1, 2))
    #expect(try kinds([address], to: .trustKit) == [.addressNotPinned])
    let closed = try Fixtures.hosts("a.example", leaf: [])
    #expect(try kinds([closed], to: .networkSecurityConfig) == [.refusesEverything])
    #expect(try kinds([closed], to: .pinnedDomains).isEmpty)
  }

  @Test("The writer names TrustKit's own reports off, and days as days")
  func trustKitText() throws {
    let day = try #require(GregorianDay("2028-02-29")?.start)
    let text = try PinDocument([
      Fixtures.hosts("a.example", .hostAndAll, anywhere: Fixtures.pins(1, 2), expiry: day)
    ]).written(as: .trustKit).text
    #expect(text.contains("<key>kTSKDisableDefaultReportUri</key>\n      <true/>"))
    #expect(text.contains("<string>2028-02-29</string>"))
  }

  @Test(
    "Days are read and written alike", arguments: ["1970-01-01", "2000-02-29", "2026-03-15", "9999-12-31"])
  func days(_ text: String) throws {
    #expect(GregorianDay(try #require(GregorianDay(text)?.start)).description == text)
    #expect(
      ["2026-02-30", "2026-13-01", "2026-1-1", "2026-00-10", "abcd-01-01"].allSatisfy {
        GregorianDay($0)?.start == nil
      })
  }

  @Test("Every note speaks two languages", arguments: ConversionNote.Kind.allCases)
  func texts(_ kind: ConversionNote.Kind) {
    let message = ConversionNote(kind, .same).message
    #expect(message.english.hasSuffix(".") && message.japanese.hasSuffix("。"))
    #expect(message.english != "The two formats differ.")
  }
}
