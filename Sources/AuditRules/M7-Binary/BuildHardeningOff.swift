import AuditEngine
import OmamoriCore
import OmamoriReport

/// A released app that is built without what makes memory errors hard to use.
struct BuildHardeningOff: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-hardening-off",
    title: LocalizedText("Release build switches hardening off", ja: "リリースビルドで保護機能が無効"),
    why: LocalizedText(
      """
      Stack canaries, random addresses and automatic reference counting turn a memory error into a crash. Without them \
      the same error lets an attacker run code.
      """,
      ja: "スタックカナリア、アドレスのランダム化、自動参照カウントがあれば、メモリ破壊はクラッシュで済みます。無効にすると、攻撃者にコードを実行されかねません。"),
    fix: RuleFix(
      LocalizedText(
        "Remove the flag; Xcode's defaults have the protection on.",
        ja: "フラグを取り除いてください。Xcode の既定値では保護機能が有効です。")),
    severity: .medium, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "settings", bad: "OTHER_CFLAGS = \"-fno-stack-protector\";",
      good: "OTHER_CFLAGS = \"-fstack-protector-strong\";"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let hasObjectiveC = project.inventory.inputs.contains(.objectiveC)
    var told: Set<String> = []
    for (xcode, target) in project.inventory.layout.appTargets {
      func tell(
        _ setting: BuildSetting, _ what: String, _ effect: LocalizedText, confidence: Confidence? = nil
      ) {
        guard told.insert("\(setting.text.path):\(setting.range.lowerBound)").inserted else { return }
        report.add(
          Self.self, in: setting.text, at: setting.range,
          LocalizedText(
            "\(what) in \(xcode.releaseConfiguration) of \(target.name) \(effect.english).",
            ja: "\(target.name) の \(xcode.releaseConfiguration) の \(what) は\(effect.japanese)。"),
          confidence: confidence)
      }
      for (name, flags) in Self.flags {
        let words = (xcode.releaseValue(name, target: target) ?? "").split(separator: " ").map(String.init)
        guard let setting = xcode.releaseSetting(name, target: target),
          let (flag, effect) = flags.first(where: { words.contains($0.0) })
        else { continue }
        tell(setting, "\(name) \(flag)", effect)
      }
      for (name, value, effect) in Self.switches {
        guard xcode.releaseValue(name, target: target) == value, hasObjectiveC || name != Self.counting,
          let setting = xcode.releaseSetting(name, target: target)
        else { continue }
        // Compilers for processors of 64 bits take no notice of it.
        tell(setting, "\(name) = \(value)", effect, confidence: name == Self.dynamic ? .low : nil)
      }
      for file in target.compilerFlags {
        let words = file.flags.split(separator: " ").map(String.init)
        let flags = Self.compiler + [("-fno-objc-arc", Self.noCounting)]
        guard let (flag, effect) = flags.first(where: { words.contains($0.0) }),
          told.insert("\(xcode.text.path):\(file.range.lowerBound)").inserted
        else { continue }
        report.add(
          Self.self, in: xcode.text, at: file.range,
          LocalizedText(
            "\(flag) for \(file.file) \(effect.english).", ja: "\(file.file) の \(flag) は\(effect.japanese)。"),
          severity: .low)
      }
    }
  }

  private static let dynamic = "GCC_DYNAMIC_NO_PIC"
  private static let counting = "CLANG_ENABLE_OBJC_ARC"
  private static let noCounting = LocalizedText(
    "leaves reference counting to hand-written calls", ja: "参照カウントを手作業に任せます")
  private static let noCanary = LocalizedText("removes stack canaries", ja: "スタックカナリアを取り除きます")
  private static let noPIE = LocalizedText(
    "loads the program at a fixed address", ja: "プログラムを固定アドレスに配置します")

  private static let compiler: [(String, LocalizedText)] = [
    ("-fno-stack-protector", noCanary),
    (
      "-D_FORTIFY_SOURCE=0",
      LocalizedText("switches checked string functions off", ja: "文字列関数の境界検査を無効にします")
    ),
  ]

  private static let flags: [(name: String, flags: [(String, LocalizedText)])] = [
    ("OTHER_CFLAGS", compiler + [("-fno-objc-arc", noCounting)]),
    ("OTHER_CPLUSPLUSFLAGS", compiler),
    ("OTHER_LDFLAGS", [("-no_pie", noPIE), ("-Wl,-no_pie", noPIE)]),
  ]

  private static let switches: [(name: String, value: String, effect: LocalizedText)] = [
    ("LD_NO_PIE", "YES", noPIE), (dynamic, "YES", noPIE), (counting, "NO", noCounting),
  ]
}
