import Omamori
import OmamoriCore
import OmamoriReport
import OmamoriTransport
import OmamoriTransportCurl

/// Which libraries do the cryptography and the requests, and whether they are new enough.
struct LibraryCheck: SecurityCheck {
  private let openSSL: String
  private let curl: String

  /// Makes the check.
  ///
  /// - Parameters:
  ///   - openSSL: The version of OpenSSL.
  ///   - curl: The version of libcurl.
  init(openSSL: String = TLSLibraryVersion.text, curl: String = CurlVersion.text) {
    (self.openSSL, self.curl) = (openSSL, curl)
  }

  var id: String { "libraries" }

  var question: LocalizedText {
    LocalizedText("Are OpenSSL and libcurl new enough?", ja: "OpenSSL と libcurl のバージョンは十分に新しいですか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m2, .m10], masvs: ["CODE-3"], cwe: [1104])
  }

  func run() async -> CheckResult {
    var problems: [CheckProblem] = []
    func require(_ name: String, _ version: String, _ least: (Int, Int)) {
      let numbers = version.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
      guard numbers.count == 2, (numbers[0], numbers[1]) >= least else {
        problems.append(
          CheckProblem(
            .high,
            LocalizedText(
              "\(name) \(version) is too old; \(least.0).\(least.1) or later is needed.",
              ja: "\(name) \(version) は古すぎます。\(least.0).\(least.1) 以降が必要です。")))
        return
      }
    }
    require("OpenSSL", openSSL, (3, 0))
    require("libcurl", curl, (7, 80))
    return .examined(
      problems,
      otherwise: LocalizedText(
        "OpenSSL \(openSSL), libcurl \(curl).", ja: "OpenSSL \(openSSL)、libcurl \(curl)"),
      facts: [
        CheckFact("openssl", .text(openSSL)), CheckFact("libcurl", .text(curl)),
        CheckFact("minimum-tls", .text("TLS 1.3")),
      ])
  }
}

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

/// Whether the kernel's random source answers.
struct RandomnessCheck: SecurityCheck {
  private static let count = 64

  var id: String { "randomness" }

  var question: LocalizedText {
    LocalizedText("Does the kernel's random source answer?", ja: "カーネルの乱数源は正常に応答しますか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m10], masvs: ["CRYPTO-1"], mastg: [349], cwe: [330])
  }

  func run() async -> CheckResult {
    do throws(CoreError) {
      let first = try SecretBytes(randomCount: Self.count)
      let second = try SecretBytes(randomCount: Self.count)
      let zeros = SecretBytes(copying: [UInt8](repeating: 0, count: Self.count))
      let isStuck = first.isEqual(to: second) || first.isEqual(to: zeros)
      return .examined(
        isStuck
          ? [
            CheckProblem(
              .critical, LocalizedText("It gives the same bytes again.", ja: "同じ値を繰り返しています。"))
          ]
          : [],
        otherwise: LocalizedText(
          "Two draws of \(Self.count) bytes differ.", ja: "\(Self.count) バイトの乱数を 2 回取得し、異なる値を得ました。"),
        facts: [CheckFact("source", .text("getrandom"))])
    } catch {
      return .examined([CheckProblem(.critical, error.explanation)], otherwise: error.explanation)
    }
  }
}
