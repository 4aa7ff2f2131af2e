import OmamoriCore
import OmamoriReport
import OmamoriTransport

/// Two connections to a server: one with the app's pins, one with pins that no key has.
struct PinTrial: Sendable {
  /// What became of a connection.
  enum Step: Sendable, Equatable {
    /// It was let through after its pins were looked at.
    case admitted
    /// It was let through without pins, or although they do not match.
    case unpinned
    /// It was refused because of its pins.
    case refused
    /// It was refused before its pins were looked at.
    case notTrusted
    /// The server could not be asked.
    case notReached(TransportError)

    /// What a judged connection's pins came to.
    init(_ pins: PinVerdict?) {
      switch pins?.outcome {
      case .matched: self = .admitted
      case .mismatched, .expired: self = pins?.admits == true ? .unpinned : .refused
      case .notPinned, nil: self = .unpinned
      }
    }

    /// The name in reports.
    var name: String {
      switch self {
      case .admitted: "admitted"
      case .unpinned: "unpinned"
      case .refused: "refused"
      case .notTrusted: "not-trusted"
      case .notReached: "not-reached"
      }
    }
  }

  let server: RequestURL
  /// With the app's pins.
  let right: Step
  /// With pins that no key has.
  let wrong: Step

  /// Connects twice.
  init(_ server: RequestURL, _ policy: TransportPolicy, _ door: any ConnectionDoor) async {
    self.server = server
    right = await door.knock(server, under: policy)
    do throws(TransportError) {
      wrong = await door.knock(server, under: try Self.spoilt(policy, for: server.host))
    } catch {
      wrong = .notReached(error)
    }
  }

  /// The policy with pins for the host that no key has, and nothing else changed for it.
  static func spoilt(
    _ policy: TransportPolicy, for host: HostName
  ) throws(TransportError) -> TransportPolicy {
    let asked = try policy.policy(for: host)
    let pins = try PinSet(anywhere: [try randomPin(.primary), try randomPin(.backup)])
    let rule = HostRule(
      try HostPattern(host, subdomains: .excluded), pins: pins, minimumVersion: asked.minimumVersion,
      anchors: asked.anchors, certificates: asked.certificates)
    return try TransportPolicy(
      minimumVersion: policy.minimumVersion, rules: [rule], unlistedHosts: .refused, anchors: policy.anchors,
      certificates: policy.certificates, proxy: policy.proxy, timeouts: policy.timeouts,
      limits: policy.limits)
  }

  private static func randomPin(_ role: CertificatePin.Role) throws(TransportError) -> CertificatePin {
    var generator = SystemRandomNumberGenerator()
    let digest = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try CertificatePin(digest: digest, role: role)
  }

  /// What is wrong.
  var problems: [CheckProblem] {
    var problems: [CheckProblem] = []
    func add(_ severity: Severity, _ english: String, _ japanese: String) {
      let name = server.host.description
      problems.append(
        CheckProblem(severity, LocalizedText("\(name): \(english)", ja: "\(name): \(japanese)")))
    }
    switch wrong {
    case .admitted, .unpinned:
      add(.critical, "a connection with wrong pins was let through.", "誤ったピンでも接続が許可されました。")
    case .refused, .notTrusted, .notReached: break
    }
    switch right {
    case .unpinned:
      add(.high, "the app's pins do not protect this server.", "アプリのピンがこのサーバーを保護していません。")
    case .refused:
      add(.medium, "the server was refused with the app's own pins.", "アプリ自身のピンでサーバーが拒否されました。")
    case .admitted, .notTrusted, .notReached: break
    }
    return problems
  }

  /// Why nothing can be said; `nil` when both connections say something.
  var obstacle: LocalizedText? {
    let name = server.host.description
    for step in [right, wrong] {
      switch step {
      case .notTrusted:
        return LocalizedText(
          "\(name): the certificates are not trusted, so that no pins were looked at.",
          ja: "\(name): 証明書が信頼されないため、ピンは照合されませんでした。")
      case .notReached(let error):
        let text = error.explanation
        return LocalizedText("\(name): \(text.english)", ja: "\(name): \(text.japanese)")
      case .admitted, .unpinned, .refused: continue
      }
    }
    return nil
  }
}
