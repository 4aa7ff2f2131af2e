#if !canImport(Darwin)
import Foundation
import OmamoriATS
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// The 16 configurations, the texts and the lines that repair servers.
@Suite(.serialized)
struct ATSDiagnosisTests {
  @Test func sixteenConfigurations() {
    #expect(
      ATSDiagnosticTest.all.map(\.name) == [
        "ATS Default Connection", "Allow All Loads", "TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0",
        "Disabling Perfect Forward Secrecy", "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
        "TLSv1.3 with PFS disabled", "TLSv1.2 with PFS disabled", "TLSv1.1 with PFS disabled",
        "TLSv1.0 with PFS disabled", "TLSv1.3 with PFS disabled and insecure HTTP allowed",
        "TLSv1.2 with PFS disabled and insecure HTTP allowed",
        "TLSv1.1 with PFS disabled and insecure HTTP allowed",
        "TLSv1.0 with PFS disabled and insecure HTTP allowed",
      ])
  }

  @Test("What each configuration demands is what the evaluator of App Transport Security says")
  func demands() throws {
    let host = try HostName("api.example.com")
    let demands = ATSDiagnosticTest.all.map { $0.requirement(for: host, generation: .iOS17) }
    #expect(demands[0].minimumVersion == .tls12 && demands[0].cipherSuites == .forwardSecrecy)
    #expect(demands[1].minimumVersion == nil && demands[1].cipherSuites == .unrestricted)
    #expect(demands[2...5].map(\.minimumVersion) == [.tls13, .tls12, .tls11, .tls10])
    #expect(demands[6].cipherSuites == .forwardSecrecyOrRSA && demands[6].isRequired)
    #expect(demands[7].cipherSuites == .unrestricted && !demands[7].isRequired)
    #expect(demands[8...11].allSatisfy { $0.cipherSuites == .forwardSecrecyOrRSA })
    #expect(demands[12...].allSatisfy { $0.cipherSuites == .unrestricted && !$0.isRequired })
    let newest = ATSDiagnosticTest.all.map { $0.requirement(for: host, generation: .iOS26) }
    #expect(newest[4...5].allSatisfy { $0.minimumVersion == .tls12 })
  }

  private static func diagnosis(_ name: String, _ generation: ATSGeneration) async throws -> ATSDiagnosis {
    let item = try #require((MatrixCase.certificates + MatrixCase.connections).first { $0.name == name })
    let pki = try MatrixAuthority.shared.get()
    let server = try MatrixServer(item.settings(pki))
    defer { server.stop() }
    let probe = try ServerProbe(anchors: .only([pki.root.certificate]))
    let target = ServerTarget(try HostName(item.host), port: server.port, at: try HostName("127.0.0.1"))
    return ATSDiagnosis(try await probe.examine(target), generation: generation)
  }

  @Test("From iOS 26 on no exception helps a server without TLS 1.2")
  func oldServerOnNewSystem() async throws {
    let diagnosis = try await Self.diagnosis("TLS 1.1 only", .iOS26)
    #expect(diagnosis.results.allSatisfy { !$0.isPassed })
    #expect(diagnosis.refusals.map(\.requirement) == [.version])
    #expect(diagnosis.refusals[0].explanation.english.contains("TLS 1.1"))
  }

  @Test("A suggestion made from the facts agrees with the configurations")
  func suggestion() async throws {
    let weak = try await Self.diagnosis("no forward secrecy, AES-GCM", .iOS26)
    let suggestion = ATSSuggestion(weak.facts.target.host, facts: ATSServerFacts(weak.facts))
    guard case .exception(let weakening) = suggestion.outcome else {
      Issue.record("no exception: \(suggestion.outcome)")
      return
    }
    #expect(weakening.dropsForwardSecrecy && !weakening.allowsInsecureHTTP)
    let good = try await Self.diagnosis("good P-256", .iOS26)
    #expect(ATSSuggestion(good.facts.target.host, facts: ATSServerFacts(good.facts)).outcome == .none)
    let expired = try await Self.diagnosis("expired", .iOS26)
    #expect(
      ATSSuggestion(expired.facts.target.host, facts: ATSServerFacts(expired.facts)).outcome == .impossible)
  }

  @Test func json() async throws {
    let diagnosis = try await Self.diagnosis("no extended master secret", .iOS26)
    let json = diagnosis.json(.ja)
    #expect(json["refused"]?.boolValue == false)
    #expect(json["tests"]?.arrayValue?.count == 16)
    #expect(json["findings"]?[0]?["requirement"]?.stringValue == "tls-extended-master-secret")
    #expect(json["facts"]?["versions"]?.arrayValue?.compactMap(\.stringValue) == ["TLS 1.2"])
    #expect(json["facts"]?["unverifiedCertificates"]?[0]?["key"]?.stringValue == "RSA 2048")
    #expect(try StrictJSON.parse(json.utf8()) == json)
  }

  @Test("Every requirement has a remedy in both languages", arguments: ServerRequirement.allCases)
  func remedies(_ requirement: ServerRequirement) {
    #expect(requirement.recovery.english.hasSuffix("."))
    #expect(requirement.recovery.japanese.hasSuffix("。"))
    #expect(ServerSoftware.allCases.allSatisfy { !requirement.configuration(for: $0).isEmpty })
  }

  @Test("nginx takes its lines", .enabled(if: TestPrograms.areThere))
  func nginxLines() throws {
    let authority = try TestAuthority()
    let lines = Set(ServerRequirement.allCases.flatMap { $0.configuration(for: .nginx) }).sorted()
      .map { $0.replacing("/etc/ssl/example/fullchain.pem", with: "leaf.chain.pem") }
      .map { $0.replacing("/etc/ssl/example/privkey.pem", with: "leaf.key") }
      .map { $0.replacing("/etc/ssl/example/chain.pem", with: "middle.pem") }
      .map { $0.replacing("listen 443 ssl;", with: "listen 127.0.0.1:1 ssl;") }
    try authority.write(
      "nginx.conf",
      """
      daemon off; pid nginx.pid; error_log stderr;
      events {}
      http { access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t;
        scgi_temp_path t; server { \(lines.joined(separator: "\n")) } }
      """)
    // `-t` reads everything, listens briefly, and says whether it is a configuration.
    try Program.output(
      of: ["nginx", "-t", "-p", authority.folder.path, "-c", authority.path("nginx.conf").path],
      in: authority.folder)
  }
}
#endif
