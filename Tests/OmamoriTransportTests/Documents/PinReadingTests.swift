@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// What each format of pins says, and how what is not well-formed is refused.
@Suite("Pin documents: reading")
struct PinReadingTests {
  typealias Fixtures = PinDocumentFixtures

  private func read(_ text: String, _ format: PinFormat) throws -> PinReading {
    try PinDocument.read(Array(text.utf8), as: format)
  }

  @Test("NSPinnedDomains: lists apart, one label below, entries united, bad pins skipped")
  func pinnedDomains() throws {
    let reading = try read(Fixtures.pinnedDomains, .pinnedDomains)
    #expect(reading.document.combination == .united)
    #expect(
      reading.document.entries == [
        try Fixtures.hosts("example.com", .hostAndOneLabel, authorities: try Fixtures.pins(1, 2)),
        try Fixtures.hosts("api.example.com", leaf: try Fixtures.pins(3)),
      ])
    #expect(
      reading.notes.map(\.kind) == [.rolesNotStated, .otherDigest])
    let both = try #require(try reading.document.pins(for: HostName("api.example.com")))
    #expect(try both.leaf == Fixtures.pins(3) && both.authorities == Fixtures.pins(1, 2))
    #expect(try reading.document.pins(for: HostName("a.b.example.com")) == nil)
  }

  @Test("NSPinnedDomains: the dictionary of domains may stand alone, and a list without pins refuses")
  func pinnedDomainsAlone() throws {
    let reading = try read(
      "<plist><dict><key>a.example</key><dict><key>NSPinnedLeafIdentities</key><array/></dict></dict></plist>",
      .pinnedDomains)
    #expect(reading.document.entries.first?.refusesEverything == true)
    #expect(reading.notes.map(\.kind) == [.refusesEverything])
    #expect(throws: TransportError.policy(.noPins)) { try reading.document.rules() }
    #expect(try read("<plist><dict/></plist>", .pinnedDomains).document.entries.isEmpty)
  }

  @Test(
    "NSPinnedDomains: a list of another type refuses in the target, or is named where that cannot be said")
  func pinnedDomainsOfAnotherType() throws {
    let reading = try read(
      "<plist><dict><key>a.example</key><dict><key>NSPinnedCAIdentities</key><dict/></dict></dict></plist>",
      .pinnedDomains)
    #expect(reading.document.entries.map(\.refusesEverything) == [true])
    #expect(reading.notes.map(\.kind) == [.refusesEverything])
    for format in PinFormat.allCases {
      let conversion = try reading.document.written(as: format)
      let isKept = format == .json || format == .pinnedDomains
      #expect(conversion.text.contains("a.example") == isKept, "\(format)")
      #expect(isKept || conversion.notes.map(\.kind).contains(.refusesEverything), "\(format)")
    }
  }

  @Test("NSPinnedDomains: only a boolean takes in names below the host, and another value is named")
  func pinnedDomainsWithANumber() throws {
    let reading = try read(
      Fixtures.pinnedDomains.replacing(
        "<key>NSIncludesSubdomains</key><true/>", with: "<key>NSIncludesSubdomains</key><integer>1</integer>"),
      .pinnedDomains)
    #expect(reading.document.entries.first?.scope == .host)
    let notes = reading.notes.filter { $0.kind == .subdomainsNotRead }
    #expect(notes.map(\.hosts) == ["example.com"])
    let json = try reading.document.written(as: .json).text
    #expect(!json.contains("one-label"))
    for zero in ["<integer>0</integer>", "<real>0</real>"] {
      let silent = try read(
        Fixtures.pinnedDomains.replacing(
          "<key>NSIncludesSubdomains</key><true/>", with: "<key>NSIncludesSubdomains</key>" + zero),
        .pinnedDomains)
      #expect(silent.document == reading.document)
      #expect(!silent.notes.map(\.kind).contains(.subdomainsNotRead))
    }
  }

  @Test(
    "NSPinnedDomains: settings beside the pins are named once",
    arguments: [
      (
        "<dict><key>NSAppTransportSecurity</key>",
        "<dict><key>A</key><true/><key>NSAppTransportSecurity</key>"
      ),
      ("<dict><key>NSPinnedDomains</key>", "<dict><key>A</key><true/><key>NSPinnedDomains</key>"),
    ])
  func pinnedDomainsBesideOthers(_ old: String, _ new: String) throws {
    let notes = try read(Fixtures.pinnedDomains.replacing(old, with: new), .pinnedDomains).notes
    #expect(notes.map(\.kind) == [.rolesNotStated, .otherDigest, .otherSettings])
  }

  @Test("TrustKit: dates, reports, enforcement and exclusion")
  func trustKit() throws {
    let reading = try read(Fixtures.trustKit, .trustKit)
    let day = Date(timeIntervalSince1970: 1_805_068_800)
    #expect(
      reading.document.entries == [
        try Fixtures.hosts(
          "example.com", .hostAndAll, anywhere: try Fixtures.pins(1, 2), expiry: day,
          reports: ["https://reports.example.net/pins"]),
        try Fixtures.hosts("beta.example.com", anywhere: try Fixtures.pins(4), mode: .reportOnly),
        try Fixtures.hosts("www.example.com"),
      ])
    #expect(reading.notes.map(\.kind) == [.rolesNotStated, .expiryUnpins, .reportsToMaker])
    #expect(try reading.document.pins(for: HostName("www.example.com"))?.isExempt == true)
    #expect(try reading.document.pins(for: HostName("x.y.example.com"))?.pins.count == 2)
  }

  @Test("Android: nested configurations inherit, later ones shield")
  func android() throws {
    let reading = try read(Fixtures.android, .networkSecurityConfig)
    #expect(
      reading.document.entries.map(\.host.description) == [
        "example.com", "example.org", "inner.example.com", "free.example.com",
      ])
    #expect(reading.document.entries.map(\.isExempt) == [false, false, false, true])
    #expect(reading.document.entries[2].expiry == reading.document.entries[0].expiry)
    #expect(reading.document.entries[2].anywhere == (try Fixtures.pins(1, 2)))
    #expect(Set(reading.notes.map(\.kind)) == [.anchors, .otherSettings, .rolesNotStated, .expiryUnpins])
  }

  @Test("OkHttp: calls of one pattern add up, one star is one label without the host")
  func okHttp() throws {
    let reading = try read(Fixtures.okHttp, .okHttp)
    #expect(
      reading.document.entries == [
        try Fixtures.hosts("example.com", anywhere: try Fixtures.pins(1, 2)),
        try Fixtures.hosts("example.com", .oneLabelOnly, anywhere: try Fixtures.pins(1, 2)),
        try Fixtures.hosts("example.org", .hostAndAll, anywhere: try Fixtures.pins(3)),
      ])
    #expect(reading.notes.map(\.kind) == [.rolesNotStated, .rolesNotStated, .otherDigest])
    let list = try read("# list\n*.a.example sha256/\(Fixtures.base64(1))\n", .okHttp)
    #expect(try list.document.pins(for: HostName("a.example")) == nil)
    #expect(try list.document.pins(for: HostName("b.a.example")) != nil)
    #expect(try list.document.pins(for: HostName("c.b.a.example")) == nil)
  }

  @Test("curl: command lines, calls and configuration lines")
  func curl() throws {
    let reading = try read(Fixtures.curl, .curl)
    #expect(
      reading.document.entries == [
        try Fixtures.hosts("example.com", leaf: try Fixtures.pins(1, 2)),
        try Fixtures.hosts("api.example.com", leaf: try Fixtures.pins(3)),
      ])
    let line = Array("pinnedpubkey=\"sha256//\(Fixtures.base64(5))\"\n".utf8)
    #expect(throws: TransportError.malformedDocument(line: 1)) { try PinDocument.read(line, as: .curl) }
    let named = try PinDocument.read(line, as: .curl, host: HostName("[::1]"))
    #expect(named.document.entries.first?.leaf == (try Fixtures.pins(5)))
  }

  @Test("What is not of the form is refused with its line", arguments: Self.malformed)
  func refused(_ format: PinFormat, _ text: String, _ line: Int?) {
    #expect(throws: TransportError.malformedDocument(line: line)) { try read(text, format) }
  }

  static let malformed: [(PinFormat, String, Int?)] = [
    (.json, "{", 1), (.json, #"{"version":2,"hosts":[]}"#, nil),
    (.json, #"{"version":1,"hosts":[{"host":"a","hosts":1}]}"#, nil),
    (.json, #"{"version":1,"hosts":[{"host":"a","host":"b"}]}"#, 1),
    (.pinnedDomains, "<plist><array/></plist>", 1),
    (
      .pinnedDomains,
      "<plist><dict>\n<key>*.a.example</key><dict><key>NSPinnedLeafIdentities</key><array/></dict></dict></plist>",
      2
    ),
    (.trustKit, "<plist><dict/></plist>", 1),
    (
      .trustKit,
      "<plist><dict><key>kTSKPinnedDomains</key><dict>\n<key>a.example</key><dict/></dict></dict></plist>", 2
    ),
    (.networkSecurityConfig, "<config/>", 1),
    (.networkSecurityConfig, "<!DOCTYPE a [<!ENTITY b 'c'>]><network-security-config/>", 1),
    (
      .networkSecurityConfig,
      "<network-security-config><domain-config>\n<domain>a.example</domain><domain>A.example</domain></domain-config></network-security-config>",
      2
    ),
    (.okHttp, "CertificatePinner\n.add(\"a.example\", PIN)", 2),
    (.okHttp, "CertificatePinner.add(\"a.example\", \"md5/AAAA\")", 1),
    (.okHttp, "add(\"a.example", 1), (.okHttp, "add( /* ", 1),
    (.curl, "--pinnedpubkey key.pem https://a.example/", 1),
    (.curl, "https://a.example/ --pinnedpubkey", 1),
    (.okHttp, "CertificatePinner\n.add(\"a.example\", \"sha256/$pin\")", 2),
    (.okHttp, "CertificatePinner\n.add(\"a\\u002eexample\", \"sha256/\(Fixtures.base64(1))\")", 2),
    (.json, #"{"version":1,"hosts":[{"host":"a","leaf":[],"expires":253402300800}]}"#, nil),
    (.json, #"{"version":1,"hosts":[{"host":"a","leaf":[],"expires":-1}]}"#, nil),
    (.json, #"{"version":1,"hosts":[{"host":"a","leaf":[{"sha256":"AA==","x":1}]}]}"#, nil),
    (
      .json,
      #"{"version":1,"hosts":[{"host":"a","leaf":[],"reports":["#
        + [String](repeating: "\"https://r.example\"", count: 17).joined(separator: ",") + "]}]}", nil
    ),
    (
      .trustKit,
      """
      <plist><dict><key>kTSKPinnedDomains</key><dict>
      <key>a.example</key><dict><key>kTSKExcludeSubdomainFromParentPolicy</key><true/></dict>
      <key>a.example</key><dict><key>kTSKExcludeSubdomainFromParentPolicy</key><true/></dict></dict></dict></plist>
      """, 2
    ),
    (
      .networkSecurityConfig,
      "<network-security-config>\n"
        + (0...16).map { "<domain-config><domain>h\($0).example</domain>" }.joined()
        + [String](repeating: "</domain-config>", count: 17).joined() + "</network-security-config>", 2
    ),
    (.curl, "pinnedpubkey: sha256//AA", 1),
    (.curl, "curl https://a.example/", nil),
    (.okHttp, "CertificatePinner.Builder().build()", nil), (.okHttp, "# nothing", nil),
    (.trustKit, trustKit("kTSKIncludeSubdomains", "<string>YES</string>"), 3),
    (.trustKit, trustKit("kTSKEnforcePinning", "<string>NO</string>"), 3),
    (.trustKit, trustKit("kTSKExcludeSubdomainFromParentPolicy", "<real>1</real>"), 3),
    (
      .networkSecurityConfig,
      """
      <network-security-config><domain-config>
      <domain includeSubdomains="yes">a.example</domain></domain-config></network-security-config>
      """, 2
    ),
    (
      .networkSecurityConfig,
      """
      <network-security-config><base-config>
      <pin-set><pin digest="SHA-256">\(Fixtures.base64(1))</pin></pin-set></base-config></network-security-config>
      """, 2
    ),
    (.curl, "--pinnedpubkey sha256//AA https://user@a.example/", 1),
  ]

  /// A configuration with one more key for its only host, in line 3.
  private static func trustKit(_ key: String, _ value: String) -> String {
    """
    <plist><dict><key>kTSKPinnedDomains</key><dict><key>a.example</key><dict>
    <key>kTSKPublicKeyHashes</key><array><string>\(Fixtures.base64(1))</string></array>
    <key>\(key)</key>\(value)</dict></dict></dict></plist>
    """
  }

  @Test("Android: a truth value has three spellings", arguments: ["true", "True", "TRUE"])
  func androidTruth(_ text: String) throws {
    let reading = try read(
      Fixtures.android.replacing("includeSubdomains=\"true\"", with: "includeSubdomains=\"\(text)\""),
      .networkSecurityConfig)
    #expect(reading.document.entries.first?.scope == .hostAndAll)
  }

  @Test("curl: every host of a line has its pins, in every way of writing them")
  func curlHosts() throws {
    let pin = "sha256//\(Fixtures.base64(5))"
    for line in [
      "curl --pinnedpubkey \(pin) https://a.example/ HTTPS://B.example:8443/x",
      "curl --pinnedpubkey=\(pin) https://a.example https://b.example https://a.example/2",
    ] {
      let document = try read(line, .curl).document
      #expect(document.entries.map(\.host.description) == ["a.example", "b.example"])
      #expect(document.entries.allSatisfy { $0.leaf?.count == 1 })
    }
    let configuration = Array("pinnedpubkey: \"\(pin)\"\npinnedpubkey : \"\(pin)\"\n".utf8)
    #expect(throws: TransportError.malformedDocument(line: 2)) {
      try PinDocument.read(configuration, as: .curl, host: HostName("a.example"))
    }
    let first = Array(configuration.split(separator: 0x0A)[0])
    let named = try PinDocument.read(first, as: .curl, host: HostName("a.example"))
    #expect(named.document.entries.first?.leaf == (try Fixtures.pins(5)))
  }

  @Test("Limits hold: size, entries and pins")
  func limits() throws {
    let large = [UInt8](repeating: 0x20, count: 8 * PinDocument.greatestSize + 1)
    for format in PinFormat.allCases {
      #expect(throws: TransportError.malformedDocument(line: nil)) { try PinDocument.read(large, as: format) }
    }
    let lines = (0...PinDocument.greatestEntryCount).map { "h\($0).example sha256/\(Fixtures.base64(1))" }
    #expect(throws: TransportError.policy(.tooManyRules)) {
      try read(lines.joined(separator: "\n"), .okHttp)
    }
    let pins = (0...PinSet.greatestCount).map { "sha256/\(Fixtures.base64(UInt8($0)))" }
    #expect(throws: TransportError.policy(.tooManyPins)) {
      try read("a.example " + pins.joined(separator: " "), .okHttp)
    }
  }

  @Test("Mutated documents are read or refused, never worse", arguments: PinFormat.allCases)
  func hostile(_ format: PinFormat) throws {
    let texts = [
      Fixtures.pinnedDomains, Fixtures.trustKit, Fixtures.android, Fixtures.okHttp, Fixtures.curl,
      try PinDocument.read(Array(Fixtures.trustKit.utf8), as: .trustKit).document.written(as: .json).text,
    ]
    let randomness = SeededRandomness(seed: 7)
    for text in texts {
      for _ in 0..<150 {
        var bytes = Array(text.utf8)
        for _ in 0..<3 {
          let place = try randomness.integer(in: 0...(bytes.count - 1))
          switch try randomness.integer(in: 0...2) {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: try randomness.integer(in: 0...255))
          case 1: bytes.remove(at: place)
          default: bytes.removeSubrange(place...)
          }
          if bytes.isEmpty { break }
        }
        guard let reading = try? PinDocument.read(bytes, as: format) else { continue }
        #expect(reading.document.entries.count <= PinDocument.greatestEntryCount)
      }
    }
  }
}
