import Omamori
import OmamoriCore
import OmamoriDevice
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
              ja: "異常終了時に秘密情報がコアファイルへ書き出される可能性があります。'ulimit -c 0' を設定してください。"))
        ],
      otherwise: LocalizedText("Core files are switched off.", ja: "コアファイルは無効です。"),
      facts: [CheckFact("limit-bytes", limit)])
  }
}

/// Whether secrets stay in memory and out of the swap space.
struct SecretMemoryCheck: SecurityCheck {
  var id: String { "secret-memory" }

  var question: LocalizedText {
    LocalizedText(
      "Is the memory of secrets locked, so that it is never swapped out?", ja: "秘密情報のメモリはスワップされないようロックされますか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m9], masvs: ["STORAGE-2"], cwe: [591])
  }

  func run() async -> CheckResult {
    do throws(CoreError) {
      let isLocked = try SecretBytes(randomCount: 32).isLocked
      let limit = ProcessLimits().lockedMemory
      return .examined(
        isLocked
          ? []
          : [
            CheckProblem(
              .low,
              LocalizedText(
                "Secrets may be swapped out; raise the limit of locked memory ('ulimit -l').",
                ja: "秘密情報がスワップされる可能性があります。ロック可能なメモリの上限（'ulimit -l'）を引き上げてください。"))
          ],
        otherwise: LocalizedText("The memory is locked.", ja: "メモリはロックされています。"),
        facts: [CheckFact("locked", .flag(isLocked)), CheckFact("limit-bytes", limit ?? .text("unknown"))])
    } catch {
      return .unavailable(.failed(error.explanation))
    }
  }
}

/// Whether a process can make itself harder to change and to read on this machine.
struct HardeningCheck: SecurityCheck {
  var id: String { "hardening" }

  var question: LocalizedText {
    LocalizedText(
      "Can processes protect themselves from being changed and read?",
      ja: "プロセスは改変や読み取りから自身を保護できますか")
  }

  var standards: CheckStandards { CheckStandards(owaspMobile2024: [.m7], masvs: ["RESILIENCE-4"]) }

  func run() async -> CheckResult {
    let absent = HardeningMeasure.allCases.filter { Hardening.obstacle(to: $0) != nil }
    let facts = [
      CheckFact(
        "available", .list(HardeningMeasure.allCases.filter { !absent.contains($0) }.map(\.rawValue))),
      CheckFact("absent", .list(absent.map(\.rawValue))),
    ]
    var problems: [CheckProblem] = []
    // Either of the two refuses code that is made while a program runs.
    if absent.contains(.denyWriteExecute), absent.contains(.filterWriteExecute) {
      problems.append(
        CheckProblem(
          .low,
          LocalizedText(
            "The kernel cannot keep new code out of a process.", ja: "カーネルにコードの追加を防ぐ機能がありません。")))
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(HardeningMeasure.allCases.count - absent.count) of \(HardeningMeasure.allCases.count) measures can be taken.",
        ja:
          "\(HardeningMeasure.allCases.count) 種中 \(HardeningMeasure.allCases.count - absent.count) 種の保護を利用できます。"
      ),
      facts: facts)
  }
}

/// Limits that the system sets this process, as `/proc/self/limits` shows them (proc_pid_limits(5)).
struct ProcessLimits: Sendable {
  private static let nameColumns = 26

  private let lines: [Substring]

  /// Reads the limits of this process; there are none where the file cannot be read.
  init() {
    let bytes = FileManager.default.contents(atPath: "/proc/self/limits") ?? Data()
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads limits.
  init(_ text: String) { lines = text.split(separator: "\n") }

  /// The greatest size of a core file.
  var coreFile: CheckFact.Value? { limit("Max core file size") }

  /// The most memory that can be locked.
  var lockedMemory: CheckFact.Value? { limit("Max locked memory") }

  /// The limit in force in bytes, or `unlimited`; `nil` when it is not there.
  private func limit(_ name: String) -> CheckFact.Value? {
    guard let line = lines.first(where: { $0.hasPrefix(name) }),
      let word = line.dropFirst(Self.nameColumns).split(separator: " ").first
    else { return nil }
    if word == "unlimited" { return .text("unlimited") }
    return Int(word).map { .number($0) }
  }
}
