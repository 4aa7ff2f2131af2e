import OmamoriATS
import OmamoriCore
import Testing

@Suite struct ATSLinterTests {
  func issues(_ settings: PropertyList) -> [ATSIssue] { ATSLinter.lint(["NSAppTransportSecurity": settings]) }

  func short(_ settings: PropertyList) -> [String] { issues(settings).map { "\($0.id) \($0.severity)" } }

  func entry(_ host: String, _ entry: PropertyList) -> PropertyList {
    let domain = PropertyListDictionary([.init(key: host, value: entry)])
    return ["NSExceptionDomains": PropertyList(.dictionary(domain))]
  }

  @Test func nothingToSay() {
    #expect(ATSLinter.lint([:]).isEmpty)
    #expect(short(["NSAllowsLocalNetworking": true]).isEmpty)
    #expect(short(["NSAllowsArbitraryLoads": false]).isEmpty)
    #expect(short(entry("a.example.com", ["NSExceptionMinimumTLSVersion": "TLSv1.3"])).isEmpty)
  }

  @Test func arbitraryLoads() {
    #expect(short(["NSAllowsArbitraryLoads": true]) == ["ats-arbitrary-loads critical"])
    #expect(short(["NSAllowsArbitraryLoads": 1]) == ["ats-arbitrary-loads critical"])
    #expect(short(["NSAllowsArbitraryLoads": "YES"]) == ["ats-key-ignored low"])
    #expect(short(["NSAllowsArbitraryLoads": 2]) == ["ats-key-ignored low"])
    #expect(
      short(["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true]) == ["ats-key-ignored low"]
    )
    #expect(
      short(["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": true])
        == ["ats-key-ignored low", "ats-web-content medium"]
    )
    #expect(short(["NSAllowsArbitraryLoadsForMedia": true]) == ["ats-media medium"])
    #expect(short(["NSAllowsArbitraryLoadsForMedia": false]).isEmpty)
  }

  @Test(
    "Plain HTTP is as bad as what it reaches",
    arguments: [
      ("api.shop.jp", false, ATSIssue.Severity.high), ("shop.jp", false, .high), ("shop.jp", true, .critical),
      ("shop.co.jp", true, .critical), ("img.shop.co.jp", true, .high), ("co.jp", true, .critical),
      ("jp", true, .critical),
      ("localhost", false, .low), ("printer.local", false, .low), ("127.0.0.1", false, .low),
      ("169.254.0.0/16", false, .low),
      ("192.168.0.0/16", false, .medium), ("10/8", false, .medium), ("203.0.113.0/24", false, .high),
      ("0.0.0.0/0", false, .critical), ("::/0", false, .critical), ("0.0.0.0/1", false, .critical),
      ("fc00::/7", false, .medium),
      ("api.test", false, .medium), ("staging.shop.jp", false, .high),
    ]
  )
  func plainHTTP(host: String, below: Bool, severity: ATSIssue.Severity) throws {
    let found = issues(
      entry(
        host,
        [
          "NSExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": PropertyList(.boolean(below)),
        ]
      )
    )
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(issue.id == "ats-insecure-http-exception")
    #expect(issue.severity == severity)
    #expect(issue.host == host)
    #expect(
      issue.keyPath == [
        "NSAppTransportSecurity", "NSExceptionDomains", host, "NSExceptionAllowsInsecureHTTPLoads",
      ]
    )
    #expect(issue.message[.en].contains(host))
    #expect(issue.message[.ja].contains(host))
  }

  @Test(
    "Keys that match no host are ignored, not weaknesses",
    arguments: [
      "Api.shop.jp", "*.shop.jp", "shop.jp:8080", "https://shop.jp", "shop.jp/path", "1.2.3.4/40", "",
      ".shop.jp",
      "shop..jp", "日本.jp", "shop jp",
    ]
  )
  func deadHosts(host: String) {
    #expect(
      short(entry(host, ["NSExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": true]))
        == ["ats-key-ignored low"]
    )
  }

  @Test func minimumVersions() {
    func version(_ text: PropertyList) -> [String] {
      short(entry("a.shop.jp", ["NSExceptionMinimumTLSVersion": text]))
    }
    #expect(version("TLSv1.0") == ["ats-weak-tls medium"])
    #expect(version("TLSv1.1") == ["ats-weak-tls medium"])
    #expect(version("TLSv1.2") == ["ats-key-ignored info"])
    #expect(version("TLSv1.3").isEmpty)
    for unknown in ["TLSv1.4", "TLSV1.3", "1.3", 13] as [PropertyList] {
      #expect(version(unknown) == ["ats-key-ignored low"])
    }
  }

  @Test func forwardSecrecy() throws {
    #expect(
      short(entry("a.shop.jp", ["NSExceptionRequiresForwardSecrecy": false])) == [
        "ats-forward-secrecy-off low"
      ]
    )
    #expect(short(entry("a.shop.jp", ["NSExceptionRequiresForwardSecrecy": "NO"])) == ["ats-key-ignored low"])
    let dead = issues(
      entry(
        "a.shop.jp",
        ["NSExceptionRequiresForwardSecrecy": false, "NSExceptionMinimumTLSVersion": "TLSv1.3"]
      )
    )
    #expect(dead.map(\.id) == ["ats-forward-secrecy-off"])
    #expect(try #require(dead.first).message[.en].contains("without effect today"))
  }

  @Test(
    "Keys that nothing reads",
    arguments: [
      "NSThirdPartyExceptionAllowsInsecureHTTPLoads", "NSTemporaryExceptionMinimumTLSVersion",
      "NSRequiresCertificateTransparency", "NSAllowsArbitraryLoads", "nsincludessubdomains", "Nonsense",
    ]
  )
  func deadKeys(key: String) {
    let content = PropertyListDictionary([
      .init(key: key, value: true), .init(key: "NSExceptionMinimumTLSVersion", value: "TLSv1.3"),
    ])
    #expect(short(entry("a.shop.jp", PropertyList(.dictionary(content)))) == ["ats-key-ignored low"])
  }

  @Test func misplacedAndUselessSettings() {
    #expect(ATSLinter.lint(["NSAllowsArbitraryLoads": true]).map(\.id) == ["ats-key-ignored"])
    #expect(ATSLinter.lint(["NSAppTransportSecurity": true]).map(\.id) == ["ats-key-ignored"])
    #expect(short(["NSExceptionMinimumTLSVersion": "TLSv1.0"]) == ["ats-key-ignored low"])
    #expect(short(["NSExceptionDomains": []]) == ["ats-key-ignored low"])
    #expect(short(entry("a.shop.jp", [:])) == ["ats-key-ignored info"])
    #expect(short(entry("a.shop.jp", "YES")) == ["ats-key-ignored low"])
    #expect(short(["NSRequiresNIAPTLSPackageVersion": "newest"]) == ["ats-key-ignored low"])
    // Under arbitrary loads an empty entry brings the protection back, so it is not useless.
    #expect(
      short(["NSAllowsArbitraryLoads": true, "NSExceptionDomains": ["a.shop.jp": [:]]])
        == ["ats-arbitrary-loads critical"]
    )
  }

  @Test func places() throws {
    let document = try PropertyListReader.read(
      Array(
        """
        <plist version="1.0"><dict>
          <key>NSAppTransportSecurity</key>
          <dict>
            <key>NSAllowsArbitraryLoads</key>
            <true/>
            <key>NSExceptionDomains</key><dict><key>shop.jp</key><dict>
              <key>NSExceptionRequiresForwardSecrecy</key><false/>
            </dict></dict>
            <key>NSAllowsArbitraryLoads</key><true/>
          </dict>
        </dict></plist>
        """.utf8
      )
    )
    let found = ATSLinter.lint(document.root)
    #expect(
      found.map { "\($0.id) \($0.range?.start.line ?? 0)" } == [
        "ats-key-ignored 4", "ats-forward-secrecy-off 7", "ats-arbitrary-loads 9",
      ]
    )
    #expect(found.first?.range?.start.column == 5)
    #expect(found.first?.range?.end == TextPosition(line: 5, column: 12))
  }

  @Test func pins() {
    func pinned(_ entry: PropertyList) -> [String] { short(["NSPinnedDomains": ["a.shop.jp": entry]]) }
    let (first, second) = (PinnedDomainsTests.first, PinnedDomainsTests.second)
    let good = PinnedDomainsTests.pins(first, second)
    #expect(pinned(["NSPinnedLeafIdentities": good]).isEmpty)
    #expect(pinned(["NSPinnedLeafIdentities": []]) == ["pinned-domains-invalid high"])
    #expect(pinned(["NSPinnedCAIdentities": PinnedDomainsTests.pins("?")]) == ["pinned-domains-invalid high"])
    #expect(
      pinned(["NSPinnedCAIdentities": PinnedDomainsTests.pins("AAAA")]) == ["pinned-domains-invalid high"]
    )
    #expect(
      pinned(["NSPinnedCAIdentities": PinnedDomainsTests.pins(first)]) == ["pinned-domains-invalid medium"]
    )
    #expect(
      pinned(["NSPinnedCAIdentities": PinnedDomainsTests.pins(first, first)])
        == ["pinned-domains-invalid low", "pinned-domains-invalid medium"]
    )
    #expect(
      pinned(["NSPinnedCAIdentities": PinnedDomainsTests.pins(first, second, "AAAA")]) == [
        "pinned-domains-invalid medium"
      ]
    )
    #expect(pinned(["NSPinnedLeafIdentities": "x"]) == ["pinned-domains-invalid high"])
    for (flag, severities) in [(1, ["medium"]), ("YES", ["medium"]), (true, ["info"]), (0, []), (false, [])]
      as [(PropertyList, [String])]
    {
      #expect(
        pinned(["NSIncludesSubdomains": flag, "NSPinnedLeafIdentities": good])
          == severities.map { "pinned-domains-invalid \($0)" })
    }
    #expect(pinned([:]) == ["pinned-domains-invalid high"])
    #expect(pinned("x") == ["pinned-domains-invalid high"])
    #expect(
      pinned(["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": good]) == [
        "pinned-domains-invalid info"
      ]
    )
    let both: PropertyList = [
      "NSExceptionDomains": ["a.shop.jp": ["NSExceptionAllowsInsecureHTTPLoads": true]],
      "NSPinnedDomains": ["A.shop.jp": ["NSPinnedLeafIdentities": good]],
    ]
    #expect(short(both) == ["ats-insecure-http-exception high", "pinned-domains-invalid high"])
    #expect(
      short(["NSPinnedDomains": ["a.shop.jp:443": ["NSPinnedLeafIdentities": good]]]) == [
        "pinned-domains-invalid high"
      ]
    )
  }

  @Test("A list of pins of another type says that nothing connects, and nothing of a backup")
  func pinsOfAnotherType() throws {
    let found = issues([
      "NSPinnedDomains": ["a.shop.jp": ["NSPinnedCAIdentities": ["SPKI-SHA256-BASE64": "x"]]]
    ])
    #expect(found.count == 1)
    #expect(found[0].message[.en].hasSuffix("every connection is refused"))
    #expect(found[0].keyPath.last == "NSPinnedCAIdentities")
  }

  @Test func summary() {
    let summary = ATSSummary([
      "NSAppTransportSecurity": [
        "NSAllowsArbitraryLoadsInWebContent": true,
        "NSExceptionDomains": [
          "old.shop.jp": ["NSExceptionAllowsInsecureHTTPLoads": true],
          "new.shop.jp": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
          "localhost": ["NSExceptionAllowsInsecureHTTPLoads": true],
        ],
        "NSPinnedDomains": [
          "new.shop.jp": [
            "NSPinnedLeafIdentities": PinnedDomainsTests.pins(
              PinnedDomainsTests.first,
              PinnedDomainsTests.second
            )
          ],
          "old.shop.jp": ["NSPinnedLeafIdentities": PinnedDomainsTests.pins(PinnedDomainsTests.first)],
        ],
      ]
    ])
    #expect(summary.contextsLosingATS == [.webView])
    #expect(summary.insecureHosts == ["old.shop.jp"])
    #expect(summary.tightenedHosts == ["new.shop.jp"])
    #expect(summary.publicHostLosesATS)
    #expect(
      summary.pinnedHosts.map { "\($0.name) \($0.hasBackup) \($0.isEffective)" } == [
        "new.shop.jp true true", "old.shop.jp false false",
      ]
    )
    #expect(!ATSSummary([:]).publicHostLosesATS)
  }

  @Test func hostileNamesStayShortAndOnOneLine() throws {
    let host = String(repeating: "a\u{1B}[31m\n\u{202E}", count: 1_000)
    for issue in issues(entry(host, "x")) {
      #expect(issue.message[.en].count < 300)
      #expect(!issue.message[.en].unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
    let dots = String(repeating: "a.", count: 500_000) + "jp"
    #expect(issues(entry(dots, ["NSExceptionAllowsInsecureHTTPLoads": true])).count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func manyHostsStayFast() {
    let insecure: PropertyList = ["NSExceptionAllowsInsecureHTTPLoads": true]
    let domains = (0..<20_000).map { PropertyListDictionary.Entry(key: "h\($0).shop.jp", value: insecure) }
    let pins = (0..<5_000).map { PropertyList(.string(String(repeating: "A", count: 39) + "\(1000 + $0)=")) }
    let list = PropertyList(.array(pins.map { ["SPKI-SHA256-BASE64": $0] }))
    var pinned = [
      PropertyListDictionary.Entry(
        key: "shop.jp",
        value: ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": list]
      )
    ]
    pinned += (0..<20_000).map { .init(key: "h\($0).shop.jp", value: ["NSPinnedLeafIdentities": []]) }
    let found = issues([
      "NSExceptionDomains": PropertyList(.dictionary(PropertyListDictionary(domains))),
      "NSPinnedDomains": PropertyList(.dictionary(PropertyListDictionary(pinned))),
    ])
    #expect(found.count > 40_000)
  }

  @Test func everyTextHasBothLanguages() {
    for issue in issues(["NSAllowsArbitraryLoads": true, "NSPinnedDomains": 1, "Odd": 1]) {
      for text in [issue.message, issue.fix] {
        #expect(text[.en] != text[.ja])
        #expect(text[.ja].unicodeScalars.contains { $0.value > 0x3000 })
      }
    }
  }
}
