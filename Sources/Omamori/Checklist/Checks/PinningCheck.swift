import OmamoriCore
import OmamoriReport
import OmamoriTransport

/// Tries the pins for real: a connection with the app's pins has to succeed, and one with pins of no key has to be refused.
///
/// Nothing but a `GET` of each URL is sent, without credentials, and only to a server that was not refused.
package struct PinningCheck: SecurityCheck {
  /// The most servers that are asked.
  package static let greatestServerCount = 8

  private let policy: TransportPolicy?
  private let servers: [RequestURL]
  private let door: any ConnectionDoor

  /// Makes the check.
  ///
  /// - Parameters:
  ///   - policy: What the app asks of servers, with their pins; `nil` makes the check unavailable.
  ///   - servers: Where to try, at most 8; none makes the check unavailable.
  package init(_ policy: TransportPolicy?, servers: [RequestURL]) {
    self.init(policy, servers: servers, door: SessionDoor())
  }

  /// Makes a check that connects another way.
  init(_ policy: TransportPolicy?, servers: [RequestURL], door: any ConnectionDoor) {
    (self.policy, self.servers, self.door) = (policy, servers, door)
  }

  /// `pinning`.
  package var id: String { "pinning" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Do connections succeed with the app's pins, and are they refused with wrong ones?",
      ja: "正しいピンで接続でき、誤ったピンでは接続が拒否されますか")
  }

  /// `ChecklistArea.pinning`.
  package var area: ChecklistArea? { .pinning }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m5], masvs: ["NETWORK-2"], mastg: [385], cwe: [295])
  }

  /// Connects twice to every server.
  package func run() async -> CheckResult {
    guard let policy else { return .unavailable(.noTransportPolicy) }
    guard !servers.isEmpty else {
      return .unavailable(
        .notGiven(
          LocalizedText(
            "No server to try the pins at was given.", ja: "ピンを試すサーバーが指定されていません。")))
    }
    guard servers.count <= Self.greatestServerCount else {
      return .unavailable(
        .failed(
          LocalizedText(
            "At most \(Self.greatestServerCount) servers can be tried.",
            ja: "試せるサーバーは \(Self.greatestServerCount) 台までです。")))
    }
    var trials: [PinTrial] = []
    for server in servers { trials.append(await PinTrial(server, policy, door)) }
    let facts = [
      CheckFact("servers", .list(servers.map { "\($0.host):\($0.port)" })),
      CheckFact("right-pins", .list(trials.map { $0.right.name })),
      CheckFact("wrong-pins", .list(trials.map { $0.wrong.name })),
    ]
    let problems = trials.flatMap(\.problems)
    if problems.isEmpty, let open = trials.compactMap(\.obstacle).first {
      return .unavailable(.failed(open), facts: facts)
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(trials.count) servers were reached with the app's pins and refused with wrong ones.",
        ja: "\(trials.count) 台のサーバーに正しいピンで接続でき、誤ったピンでは拒否されました。"),
      facts: facts)
  }
}
