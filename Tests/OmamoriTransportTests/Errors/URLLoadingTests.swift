import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What the codes of Apple's `URLError` and Security become; the numbers are those of Apple's headers.
@Suite struct URLLoadingTests {
  private func refused(_ fault: TrustFault) throws -> TransportError {
    .refused(
      ConnectionVerdict(
        host: try HostName("a.example"), faults: [fault], chain: nil, pins: nil, facts: nil))
  }

  @Test(arguments: [
    (-999, TransportError.cancelled), (-1000, .malformedURL), (-1001, .timedOut), (-1002, .malformedURL),
    (-1003, .nameNotResolved), (-1004, .notConnected), (-1005, .connectionLost), (-1006, .nameNotResolved),
    (-1007, .redirectRefused), (-1009, .notConnected), (-1010, .redirectRefused), (-1011, .malformedResponse),
    (-1014, .malformedResponse), (-1015, .malformedResponse), (-1016, .malformedResponse),
    (-1017, .malformedResponse), (-1018, .notConnected), (-1019, .notConnected), (-1020, .notConnected),
    (-1021, .unreadableBody), (-1022, .handshakeFailed(alert: nil)), (-1100, .unreadableBody),
    (-1101, .unreadableBody), (-1102, .unreadableBody), (-1200, .handshakeFailed(alert: nil)),
    (-1205, .clientCertificateNeeded), (-1206, .clientCertificateNeeded), (-2000, .notConnected),
    (-3000, .backend(code: -3000)), (0, .backend(code: 0)),
  ])
  func eachCodeHasItsError(code: Int, expected: TransportError) throws {
    let host = try HostName("a.example")
    #expect(TransportError(urlLoadingCode: code, host: host, refusal: nil) == expected)
  }

  @Test(arguments: [
    (-1201, TrustFault.expired(depth: 0)), (-1202, .untrustedRoot), (-1203, .untrustedRoot),
    (-1204, .notYetValid(depth: 0)),
  ])
  func whatTheSystemRefusesByItselfIsAFault(code: Int, fault: TrustFault) throws {
    let host = try HostName("a.example")
    #expect(TransportError(urlLoadingCode: code, host: host, refusal: nil) == (try refused(fault)))
  }

  @Test(arguments: [
    (-999, true), (-1012, true), (-1200, true), (-1202, true), (-1001, false), (-1005, false), (-1009, false),
  ])
  func aRefusalIsTheReasonOfWhatItCausesAlone(code: Int, isCause: Bool) throws {
    let host = try HostName("a.example")
    let verdict = ConnectionVerdict(host: host, faults: [.wrongHost], chain: nil, pins: nil, facts: nil)
    let error = TransportError(urlLoadingCode: code, host: host, refusal: verdict)
    #expect((error == .refused(verdict)) == isCause)
  }

  @Test(arguments: [
    (-67_602, TrustFault.wrongHost), (-67_818, .expired(depth: 0)), (-67_819, .notYetValid(depth: 0)),
    (-67_820, .revoked(depth: 0)), (-67_843, .untrustedRoot), (-25_318, .untrustedRoot),
    (-67_609, .wrongUse(depth: 0)), (-67_635, .stapleMissing), (-67_815, .weakSignature(depth: 0)),
    (-67_735, .weakKey(depth: 0)), (-67_900, .nameConstraint(depth: 0)), (-67_902, .wrongUse(depth: 0)),
    (-67_611, .notAnAuthority(depth: 1)), (-4, .other(code: -4)), (0, .other(code: 0)),
  ])
  func eachStatusOfSecurityHasItsFault(status: Int, fault: TrustFault) {
    #expect(TrustFault(securityStatus: status) == fault)
  }
}
