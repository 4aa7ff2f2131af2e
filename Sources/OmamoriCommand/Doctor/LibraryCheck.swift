#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport
import OmamoriTransport

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
#endif
