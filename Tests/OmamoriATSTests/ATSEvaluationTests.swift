import OmamoriATS
import Testing

@Suite struct ATSEvaluationTests {
  func settings(_ settings: PropertyList) -> ATSConfiguration {
    ATSConfiguration(propertyList: ["NSAppTransportSecurity": settings])
  }

  @Test func defaults() {
    let answer = ATSConfiguration(propertyList: [:]).requirement(for: "example.com")
    #expect(answer.isRequired)
    #expect(answer.minimumVersion == .tls12)
    #expect(answer.cipherSuites.names?.count == 13)
    #expect(
      (answer.minimumRSABits, answer.minimumCurveBits, answer.minimumSignatureHashBits) == (2048, 256, 256)
    )
    #expect(answer.reason == .standard)
    #expect(ATSConfiguration.standard.requirement(for: "localhost").reason == .local)
  }

  @Test(
    "A finer key, even false, takes the effect of arbitrary loads away",
    arguments: [
      "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking",
    ]
  )
  func finerKeys(_ key: String) {
    let both = PropertyList(
      .dictionary(["NSAllowsArbitraryLoads": true]) as PropertyList.Content
    )
    #expect(settings(both).publicHostsLoseATS(in: .app))
    for value in [false, true, 2] as [PropertyList] {
      let entries = [("NSAllowsArbitraryLoads", true), (key, value)].map {
        PropertyListDictionary.Entry(key: $0.0, value: $0.1)
      }
      let configuration = settings(PropertyList(.dictionary(PropertyListDictionary(entries))))
      #expect(!configuration.publicHostsLoseATS(in: .app))
      #expect(configuration.requirement(for: "example.com", generation: .iOS9).isRequired == false)
      #expect(configuration.requirement(for: "example.com").reason == .global(key: key))
    }
    // A text is absent, so arbitrary loads keeps its effect.
    let entries = [("NSAllowsArbitraryLoads", true), (key, "YES")] as [(String, PropertyList)]
    let text = PropertyListDictionary(entries.map { .init(key: $0.0, value: $0.1) })
    #expect(settings(PropertyList(.dictionary(text))).publicHostsLoseATS(in: .app))
  }

  @Test func contexts() {
    let web = settings(["NSAllowsArbitraryLoadsInWebContent": true])
    #expect(ATSContext.allCases.filter { web.publicHostsLoseATS(in: $0) } == [.webView])
    let media = settings(["NSAllowsArbitraryLoadsForMedia": 1])
    #expect(ATSContext.allCases.filter { media.publicHostsLoseATS(in: $0) } == [.media])
    #expect(!media.publicHostsLoseATS(in: .media, generation: .iOS9))
  }

  @Test func typesAreStrict() {
    #expect(!settings(["NSAllowsArbitraryLoads": "YES"]).publicHostsLoseATS(in: .app))
    #expect(!settings(["NSAllowsArbitraryLoads": 2]).publicHostsLoseATS(in: .app))
    #expect(settings(["NSAllowsArbitraryLoads": 1]).publicHostsLoseATS(in: .app))
    #expect(ATSConfiguration(propertyList: ["NSAppTransportSecurity": "NSAllowsArbitraryLoads"]) == .standard)
    #expect(settings(["NSExceptionDomains": ["a.example": "text"]]).exceptions.isEmpty)
  }

  @Test func namesAreLookedUpFromTheLeft() {
    let configuration = settings([
      "NSExceptionDomains": [
        "example.com": ["NSIncludesSubdomains": true, "NSExceptionAllowsInsecureHTTPLoads": true],
        "b.example.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
        "Upper.test": ["NSExceptionAllowsInsecureHTTPLoads": true],
        "dot.test.": ["NSExceptionAllowsInsecureHTTPLoads": true],
      ]
    ])
    #expect(!configuration.requirement(for: "example.com").isRequired)
    #expect(!configuration.requirement(for: "x.y.example.com").isRequired)
    #expect(configuration.requirement(for: "b.example.com").minimumVersion == .tls13)
    #expect(configuration.requirement(for: "a.b.example.com").reason == .exception(key: "example.com"))
    #expect(configuration.requirement(for: "notexample.com").isRequired)
    #expect(configuration.requirement(for: "upper.test").isRequired)
    #expect(configuration.requirement(for: "dot.test").isRequired)
    #expect(!configuration.requirement(for: "dot.test.").isRequired)
  }

  @Test func addresses() {
    let configuration = settings([
      "NSExceptionDomains": [
        "10/8": ["NSExceptionAllowsInsecureHTTPLoads": true],
        "10.1.2.3/16": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
        "10.1.9.9": ["NSExceptionAllowsInsecureHTTPLoads": true],
        "2001:db8::/33": ["NSExceptionAllowsInsecureHTTPLoads": true],
        "1.2.3.4/33": ["NSExceptionAllowsInsecureHTTPLoads": true],
        "1.2.3.x/8": ["NSExceptionAllowsInsecureHTTPLoads": true],
      ]
    ])
    #expect(!configuration.requirement(for: "10.255.0.1").isRequired)
    #expect(configuration.requirement(for: "10.1.200.1").minimumVersion == .tls13)
    #expect(!configuration.requirement(for: "10.1.9.9").isRequired)
    #expect(!configuration.requirement(for: "[2001:db8:7fff::1]").isRequired)
    #expect(configuration.requirement(for: "2001:db8:8000::1").isRequired)
    #expect(configuration.requirement(for: "1.2.3.4").isRequired)
    #expect(configuration.requirement(for: "11.0.0.1").isRequired)
    // Before iOS 17 ranges are not read, but every address is exempt.
    #expect(configuration.requirement(for: "11.0.0.1", generation: .iOS10).reason == .local)
    #expect(configuration.requirement(for: "11.0.0.1", generation: .iOS9).isRequired)
  }

  @Test(
    "Local hosts",
    arguments: [
      ("localhost", true), ("printer.local", true), ("printer.local.", true), ("127.0.0.1", true),
      ("127.8.9.1", true),
      ("::1", true), ("fe80::1%en0", true), ("169.254.3.4", true), ("192.168.1.1", false), ("fe00::1", false),
      ("example.com", false), ("local.example", false), ("::ffff:1.2.3.4", false), ("1.2.3", false),
    ]
  )
  func locality(host: String, isLocal: Bool) {
    #expect(ATSHost(host).isLocal == isLocal)
  }

  @Test func localNetworkingFalseTightens() {
    let configuration = settings(["NSAllowsLocalNetworking": false])
    #expect(configuration.requirement(for: "printer.local").isRequired)
    #expect(configuration.requirement(for: "::1").isRequired)
  }

  @Test func entryTightensUnderArbitraryLoads() {
    let configuration = settings([
      "NSAllowsArbitraryLoads": true,
      "NSExceptionDomains": [
        "bank.example": [:], "old.example": ["NSExceptionRequiresForwardSecrecy": false],
      ],
    ])
    #expect(configuration.requirement(for: "bank.example").isRequired)
    #expect(configuration.requirement(for: "old.example").cipherSuites == .forwardSecrecyOrRSA)
    #expect(configuration.requirement(for: "old.example").cipherSuites.names?.count == 17)
    #expect(configuration.requirement(for: "any.example").cipherSuites.names == nil)
  }

  @Test(
    "Minimum versions are exact texts",
    arguments: [
      ("TLSv1.0", ATSProtocolVersion.tls10), ("TLSv1.1", .tls11), ("TLSv1.2", .tls12), ("TLSv1.3", .tls13),
      ("DTLSv1.2", .dtls12), ("TLSv1.4", .tls12), ("tlsv1.0", .tls12), ("TLSv1.00", .tls12), ("", .tls12),
    ]
  )
  func minimums(text: String, version: ATSProtocolVersion) {
    let entry: PropertyList = ["NSExceptionMinimumTLSVersion": PropertyList(.string(text))]
    let configuration = settings(["NSExceptionDomains": ["a.example": entry]])
    #expect(configuration.requirement(for: "a.example", generation: .iOS17).minimumVersion == version)
    let newest = configuration.requirement(for: "a.example").minimumVersion
    #expect(newest == (version.isOutdated ? .tls12 : version))
  }

  @Test func strictPackageNeedsTheNewestSystem() {
    let configuration = settings(["NSRequiresNIAPTLSPackageVersion": "recommended"])
    #expect(configuration.requirement(for: "a.example").cipherSuites == .strictPackage)
    #expect(configuration.requirement(for: "a.example").cipherSuites.names?.count == 7)
    #expect(configuration.requirement(for: "a.example", generation: .iOS17).cipherSuites == .forwardSecrecy)
    let none = settings(["NSRequiresNIAPTLSPackageVersion": "none"])
    #expect(none.requirement(for: "a.example").cipherSuites == .forwardSecrecy)
  }

  @Test func generationsAndSDKs() {
    #expect(ATSGeneration(iOS: 8) == nil)
    #expect(
      [9, 10, 16, 17, 18, 26, 30].map(ATSGeneration.init(iOS:)) == [
        .iOS9, .iOS10, .iOS10, .iOS17, .iOS17, .iOS26, .iOS26,
      ]
    )
    #expect(ATSConfiguration.standard.requirement(for: "example.com", sdk: 8).reason == .oldSDK)
    #expect(ATSConfiguration.standard.requirement(for: "localhost", generation: .iOS9).isRequired)
  }
}
