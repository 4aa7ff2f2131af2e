#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

/// Whether a crash writes the memory of the process to the disk.
struct CoreFileCheck: SecurityCheck {
  var id: String { "core-files" }

  var question: LocalizedText {
    LocalizedText("Does a crash write no memory to the disk?", ja: "異常終了時にメモリの内容がディスクに書き出されませんか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m9], masvs: ["STORAGE-2"], cwe: [528])
  }

  func run() async -> CheckResult {
    guard let limit = ProcessLimits().coreFile else {
      return .unavailable(
        .failed(LocalizedText("The limit cannot be read.", ja: "上限値を取得できません。")))
    }
    let isOff = limit == .number(0)
    return .examined(
      isOff
        ? []
        : [
          CheckProblem(
            .low,
            LocalizedText(
              "A crash may write secrets to a core file; set 'ulimit -c 0'.",
              ja: "異常終了時に機密情報がコアファイルへ書き出される可能性があります。'ulimit -c 0' を設定してください。"))
        ],
      otherwise: LocalizedText("Core files are switched off.", ja: "コアファイルは無効です。"),
      facts: [CheckFact("limit-bytes", limit)])
  }
}
#endif
