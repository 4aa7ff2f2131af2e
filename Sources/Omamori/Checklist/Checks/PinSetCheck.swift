import OmamoriCore
import OmamoriReport
import OmamoriTransport

/// Looks at the pins of a transport policy: whether there are any, in force, with a key in reserve, and not expired.
package struct PinSetCheck: SecurityCheck {
  private let policy: TransportPolicy?
  private let clock: any WallClock

  /// Makes the check.
  ///
  /// - Parameters:
  ///   - policy: What the app asks of servers; `nil` makes the check unavailable.
  ///   - clock: Tells what has expired.
  package init(_ policy: TransportPolicy?, clock: any WallClock = SystemWallClock()) {
    (self.policy, self.clock) = (policy, clock)
  }

  /// `pin-sets`.
  package var id: String { "pin-sets" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Are the app's servers pinned, with a key in reserve and pins that are current?",
      ja: "予備の鍵を含む有効期限内のピンが設定されていますか")
  }

  /// `ChecklistArea.pinning`.
  package var area: ChecklistArea? { .pinning }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m5], masvs: ["NETWORK-2"], mastg: [385], cwe: [295])
  }

  /// Looks at every rule of the policy.
  package func run() async -> CheckResult {
    guard let policy else { return .unavailable(.noTransportPolicy) }
    let pinned = policy.rules.compactMap { rule in rule.pins.map { (rule.pattern.host.description, $0) } }
    var problems = pinned.flatMap { faults(of: $0.1, for: $0.0) }
    if pinned.isEmpty {
      problems.append(
        CheckProblem(
          .medium, LocalizedText("The policy pins no host.", ja: "どのホストにもピンが設定されていません。")))
    } else if policy.unlistedHosts == .trusted {
      problems.append(
        CheckProblem(
          .low,
          LocalizedText(
            "Hosts without a rule are connected to without pins.", ja: "規則のないホストにはピンなしで接続します。")))
    }
    let days = pinned.compactMap(\.1.expiry).min().map { Int($0.timeIntervalSince(clock.date) / 86_400) }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(pinned.count) rules have pins that are in force and a key in reserve.",
        ja: "\(pinned.count) 件の規則に、有効なピンと予備の鍵があります。"),
      facts: [
        CheckFact("rules", .number(policy.rules.count)), CheckFact("pinned-rules", .number(pinned.count)),
      ] + (days.map { [CheckFact("first-expiry-days", .number($0))] } ?? []))
  }

  private func faults(of pins: PinSet, for host: String) -> [CheckProblem] {
    var problems: [CheckProblem] = []
    func add(_ severity: Severity, _ english: String, _ japanese: String) {
      problems.append(
        CheckProblem(severity, LocalizedText("\(host): \(english)", ja: "\(host): \(japanese)")))
    }
    if pins.mode == .reportOnly {
      add(.medium, "mismatches are only reported.", "ピンの不一致が報告されるだけで、接続は拒否されません。")
    }
    let lists = [pins.leaf, pins.authorities, pins.anywhere].filter { !$0.isEmpty }
    if lists.contains(where: { !$0.contains { $0.role == .backup } }) {
      add(.medium, "there is no backup pin.", "予備のピンがありません。")
    }
    if let expiry = pins.expiry {
      let left = expiry.timeIntervalSince(clock.date)
      if left < 0 {
        add(.medium, "the pins have expired; every connection is refused.", "ピンの期限が切れており、接続はすべて拒否されます。")
      } else if left < pins.warningPeriod {
        add(.low, "the pins expire in \(Int(left / 86_400)) days.", "ピンの残り有効日数は \(Int(left / 86_400)) 日です。")
      }
    }
    return problems
  }
}

extension CheckUnavailability {
  /// The app gave no transport policy.
  static let noTransportPolicy = Self.notGiven(
    LocalizedText("No transport policy was given.", ja: "通信ポリシーが指定されていません。"))
}
