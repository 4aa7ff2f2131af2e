import OmamoriATS
import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// The smallest exception that works, judged by the evaluator that has Apple's own vectors.
@Suite("ATS: suggestion")
struct ATSSuggestionTests {
  private let host: HostName

  init() throws { host = try HostName("legacy.example.com") }

  private func suggestion(
    _ versions: [ATSProtocolVersion: ATSServerFacts.Suites], trusted: Bool = true, clear: Bool = false,
    _ generation: ATSGeneration = .iOS17
  ) -> ATSSuggestion {
    ATSSuggestion(
      host, facts: ATSServerFacts(versions: versions, isTrusted: trusted, answersInClear: clear),
      generation: generation)
  }

  @Test("A good server needs nothing")
  func nothing() {
    #expect(suggestion([.tls12: .forwardSecrecy]).outcome == .none)
    #expect(suggestion([.tls13: .forwardSecrecy, .tls10: .rsa]).propertyList == nil)
  }

  @Test("One weakness needs one key")
  func single() throws {
    let suites = try #require(suggestion([.tls12: .rsa]).propertyList)
    #expect(suites.contains("NSExceptionRequiresForwardSecrecy") && !suites.contains("MinimumTLSVersion"))
    let version = try #require(suggestion([.tls11: .forwardSecrecy, .tls10: .forwardSecrecy]).propertyList)
    #expect(version.contains("<string>TLSv1.1</string>") && !version.contains("ForwardSecrecy"))
    let clear = try #require(suggestion([:], clear: true).propertyList)
    #expect(clear.contains("NSExceptionAllowsInsecureHTTPLoads") && !clear.contains("ForwardSecrecy"))
  }

  @Test("No exception makes a certificate trusted, or brings old TLS back where the system has given it up")
  func impossible() {
    #expect(suggestion([.tls12: .forwardSecrecy], trusted: false).outcome == .impossible)
    #expect(suggestion([.tls10: .forwardSecrecy], .iOS26).outcome == .impossible)
    #expect(suggestion([:]).outcome == .impossible)
  }

  @Test("For every server: the exception works, and none of its keys can be left out")
  func smallest() throws {
    let offers: [ATSServerFacts.Suites?] = [nil, .forwardSecrecy, .rsa, .others, .unsupported]
    for tls10 in offers {
      for tls11 in offers {
        for tls12 in offers {
          for tls13 in [nil, ATSServerFacts.Suites.forwardSecrecy] {
            var versions: [ATSProtocolVersion: ATSServerFacts.Suites] = [:]
            (versions[.tls10], versions[.tls11]) = (tls10, tls11)
            (versions[.tls12], versions[.tls13]) = (tls12, tls13)
            try check(ATSServerFacts(versions: versions, isTrusted: true))
          }
        }
      }
    }
  }

  /// Versions and suites of every kind, each with the group of its key exchange.
  private static let handshakes: [HandshakeFacts] = {
    let suites: [(name: String, group: String?, client: HandshakeFacts.ClientCertificate)] = [
      ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "x25519", .notAsked),
      ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "x448", .notAsked),
      ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "x25519", .required),
      ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "secp256r1", .notAsked),
      ("TLS_RSA_WITH_AES_128_GCM_SHA256", nil, .notAsked),
      ("TLS_RSA_WITH_AES_128_GCM_SHA256", nil, .required),
      ("TLS_RSA_WITH_AES_128_CBC_SHA256", nil, .notAsked),
      ("TLS_RSA_WITH_AES_128_CCM", nil, .notAsked),
      ("TLS_RSA_WITH_CAMELLIA_128_CBC_SHA", nil, .notAsked),
      ("TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "dh", .notAsked),
      ("TLS_RSA_WITH_NULL_SHA256", nil, .notAsked),
      ("TLS_ECDHE_RSA_WITH_NULL_SHA", "x25519", .notAsked),
      ("TLS_ECDH_anon_WITH_AES_128_CBC_SHA", "x25519", .notAsked),
    ]
    var result: [HandshakeFacts] = []
    for version in UInt16(0x0301)...0x0303 {
      for (name, group, client) in suites {
        let connection = ConnectionFacts(
          version: version, cipherSuite: name, hasExtendedMasterSecret: true, isResumed: false,
          applicationProtocol: nil, stapledStatus: nil)
        result.append(
          HandshakeFacts(
            connection: connection, group: group, groupBits: nil, signatureDigest: "SHA256",
            clientCertificate: client))
      }
    }
    return result
  }()

  private func examined(
    _ handshakes: [HandshakeFacts], _ generation: ATSGeneration
  ) -> ATSDiagnosis {
    let seen = handshakes.map { facts in
      let isStandard =
        facts.connection.version == 0x0303 && SuiteKind(facts.connection.cipherSuite) == .standard
      return ServerHandshake(isStandard ? .standard : .tls12Any, .completed(facts))
    }
    return ATSDiagnosis(
      ServerFacts(
        target: ServerTarget(host), address: "192.0.2.1", moment: Date(), handshakes: seen,
        presentedChain: nil, trustedChain: nil, faults: [], isSystemTrusted: false), generation: generation)
  }

  @Test(
    "For every diagnosis: it passes with exactly the exception that is suggested, and not without it",
    arguments: [ATSGeneration.iOS17, .iOS26])
  func agreement(_ generation: ATSGeneration) throws {
    var (helped, refused) = (0, 0)
    for (index, first) in Self.handshakes.enumerated() {
      for second in Self.handshakes[index...] {
        let diagnosis = examined([first, second], generation)
        let suggestion = ATSSuggestion(diagnosis)
        #expect((suggestion.outcome == .none) == !diagnosis.isRefused)
        if suggestion.outcome == .impossible {
          refused += 1
          #expect(diagnosis.results.allSatisfy { !$0.isPassed })
        }
        guard case .exception(let weakening) = suggestion.outcome else { continue }
        helped += 1
        let root = try PropertyListReader.read(Array((suggestion.propertyList ?? "").utf8)).root
        let requirement = ATSConfiguration(propertyList: root).requirement(
          for: ATSHost(host.description, isLocal: false), generation: generation)
        #expect(diagnosis.failures(of: requirement).isEmpty)
        let kind = ATSDiagnosticTest.Kind.exception(
          minimum: weakening.minimumVersion, keepsForwardSecrecy: !weakening.dropsForwardSecrecy,
          allowsInsecureHTTP: weakening.allowsInsecureHTTP)
        #expect(diagnosis.results.filter { $0.test.kind == kind }.allSatisfy { $0.isPassed })
      }
    }
    #expect(helped > 50 && refused > 50)
  }

  private func check(_ facts: ATSServerFacts) throws {
    let suggestion = ATSSuggestion(host, facts: facts, generation: .iOS17)
    guard case .exception = suggestion.outcome else {
      #expect(
        (suggestion.outcome == .impossible) == facts.versions.values.allSatisfy { $0 == .unsupported })
      return
    }
    let text = try #require(suggestion.propertyList)
    let root = try PropertyListReader.read(Array(text.utf8)).root
    let path = ["NSAppTransportSecurity", "NSExceptionDomains", host.description]
    let entries = try #require(root.value(at: path)?.dictionary?.entries)
    func works(_ entries: [PropertyListDictionary.Entry]) -> Bool {
      let exception = PropertyList(.dictionary(PropertyListDictionary(entries)))
      let domains = PropertyList(
        .dictionary(PropertyListDictionary([.init(key: host.description, value: exception)])))
      let configuration = ATSConfiguration(settings: ["NSExceptionDomains": domains])
      return facts.meets(configuration.requirement(for: ATSHost(host.description), generation: .iOS17))
    }
    #expect(works(entries))
    for index in entries.indices {
      var fewer = entries
      fewer.remove(at: index)
      #expect(!works(fewer), "\(facts.versions)")
    }
  }
}
