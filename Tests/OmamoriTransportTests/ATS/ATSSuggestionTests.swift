import OmamoriATS
import OmamoriCore
import Testing

@testable import OmamoriTransport

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
    let offers: [ATSServerFacts.Suites?] = [nil, .forwardSecrecy, .rsa, .others]
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

  private func check(_ facts: ATSServerFacts) throws {
    let suggestion = ATSSuggestion(host, facts: facts, generation: .iOS17)
    guard case .exception = suggestion.outcome else {
      #expect((suggestion.outcome == .impossible) == facts.versions.isEmpty)
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
