#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

/// Whether the clock can be right, since certificates, pins and tokens are judged by it.
struct ClockCheck: SecurityCheck {
  /// When this version was released; no right clock is earlier.
  private static let released = Date(timeIntervalSince1970: 1_795_219_200)
  private static let longestLife: TimeInterval = 40 * 365 * 86_400

  private let date: Date?

  /// Makes the check.
  ///
  /// - Parameter date: What the clock says; `nil` asks it.
  init(date: Date? = nil) { self.date = date }

  var id: String { "clock" }

  var question: LocalizedText {
    LocalizedText("Can the clock be right?", ja: "時計は正しい時刻を示していますか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m5], masvs: ["NETWORK-1"], cwe: [298])
  }

  func run() async -> CheckResult {
    let now = date ?? Date()
    var problems: [CheckProblem] = []
    if now < Self.released || now > Self.released + Self.longestLife {
      problems.append(
        CheckProblem(
          .high,
          LocalizedText(
            "The clock is wrong by years; set it, or certificates are judged wrongly.",
            ja: "時計が大きくずれています。証明書の有効期間を正しく判定できないため、時刻を合わせてください。")))
    }
    let isMarked = FileManager.default.fileExists(atPath: Self.synchronizationMark)
    return .examined(
      problems,
      otherwise: LocalizedText("The time is plausible.", ja: "時刻は妥当です。"),
      facts: [
        CheckFact("utc", .text(now.formatted(.iso8601))),
        CheckFact("synchronized", isMarked ? .flag(true) : .text("unknown")),
      ])
  }

  /// What systemd leaves behind once it has set the clock by the network (systemd-timesyncd.service(8)).
  private static let synchronizationMark = "/run/systemd/timesync/synchronized"
}
#endif
