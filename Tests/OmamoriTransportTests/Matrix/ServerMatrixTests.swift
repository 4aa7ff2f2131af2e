#if !canImport(Darwin)
import Foundation
import OmamoriATS
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Every server of the matrix is examined and judged; what is expected of each stands in the table.
@Suite(.serialized)
struct ServerMatrixTests {
  @Test(arguments: MatrixCase.certificates + MatrixCase.connections)
  func isJudged(_ item: MatrixCase) async throws {
    let pki = try MatrixAuthority.shared.get()
    let server = try MatrixServer(item.settings(pki))
    defer { server.stop() }
    let roots = [pki.root.certificate] + (item.trustsBoth ? [pki.other.certificate] : [])
    let probe = try ServerProbe(anchors: .only(roots), handshakeTimeout: .seconds(2), timeout: .seconds(10))
    let target = ServerTarget(try HostName(item.host), port: server.port, at: try HostName("127.0.0.1"))
    let facts = try await probe.examine(target)
    let diagnosis = ATSDiagnosis(facts, generation: .iOS17)
    #expect(Set(facts.faults) == item.faults)
    #expect(Set(diagnosis.refusals.map(\.requirement)) == item.refusals)
    #expect(Set(diagnosis.findings.filter { !$0.isRefusal }.map(\.requirement)) == item.advice)
    #expect(diagnosis.results.count { $0.isPassed } == item.passed)
    #expect(diagnosis.isRefused == !item.refusals.isEmpty)
    #expect((facts.trustedChain != nil) == (item.faults.isEmpty && !item.refusals.contains(.tls)))
    #expect((1...6).contains(facts.handshakes.count))
    // An exception is offered when one of the configurations that are exceptions is accepted, and never otherwise.
    let suggestion = ATSSuggestion(diagnosis)
    let isHelped = diagnosis.results.contains { $0.isPassed }
    let isInClear = facts.handshakes.first?.outcome == .notTLS(.http)
    #expect((suggestion.outcome == .impossible) == (!isHelped && !isInClear))
    #expect((suggestion.outcome == .none) == !diagnosis.isRefused)
    let fromFacts = ATSSuggestion(target.host, facts: ATSServerFacts(facts), generation: .iOS17)
    #expect(fromFacts == suggestion)
  }
}
#endif
