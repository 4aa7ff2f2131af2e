import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Which handshakes are made, decided without a server.
struct HandshakePlanTests {
  private static func completed(_ version: UInt16) -> HandshakeOutcome {
    let suite =
      version == 0x0304 ? "TLS_AES_128_GCM_SHA256" : "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
    return .completed(
      HandshakeFacts(
        connection: ConnectionFacts(
          version: version, cipherSuite: suite, hasExtendedMasterSecret: true, isResumed: false,
          applicationProtocol: nil, stapledStatus: nil), group: "x25519", groupBits: 253,
        signatureDigest: "SHA256", clientCertificate: .notAsked))
  }

  private func offers(_ answer: (HandshakeOffer) -> HandshakeOutcome) -> [HandshakeOffer] {
    var plan = HandshakePlan()
    while let offer = plan.next { plan.add(ServerHandshake(offer, answer(offer))) }
    return plan.handshakes.map(\.offer)
  }

  @Test func modernServer() {
    let offers = offers { offer in
      switch offer {
      case .standard, .tls13: Self.completed(0x0304)
      case .tls12: Self.completed(0x0303)
      default: .refused(alert: 70)
      }
    }
    #expect(offers == [.standard, .tls12, .tls12RSA, .tls11, .tls10])
  }

  @Test func olderServer() {
    let offers = offers { $0 == .standard ? Self.completed(0x0303) : .refused(alert: 70) }
    #expect(offers == [.standard, .tls13, .tls12RSA, .tls11, .tls10])
  }

  @Test func refusingServer() {
    #expect(
      offers { _ in .refused(alert: 40) } == [.standard, .tls12Any, .tls12RSA, .tls13, .tls11, .tls10])
  }

  @Test func serverWithTLS13AndAnotherSuite() {
    let offers = offers { $0 == .standard ? Self.completed(0x0304) : .refused(alert: 40) }
    #expect(offers == [.standard, .tls12, .tls12RSA, .tls12Any, .tls11, .tls10])
  }

  @Test(arguments: [HandshakeOutcome.notTLS(.http), .notConnected])
  func hopelessServer(_ outcome: HandshakeOutcome) {
    #expect(offers { _ in outcome } == [.standard])
  }

  @Test func silentServer() {
    #expect(offers { _ in .timedOut } == [.standard, .tls12Any])
  }

  @Test func neverMoreThanSix() {
    for seed in 0..<4096 {
      var number = seed
      let offers = offers { _ in
        defer { number /= 4 }
        return switch number % 4 {
        case 0: Self.completed(0x0304)
        case 1: Self.completed(0x0303)
        case 2: .closed
        default: .refused(alert: 40)
        }
      }
      #expect(offers.count <= HandshakePlan.greatestCount && Set(offers).count == offers.count)
    }
  }
}
