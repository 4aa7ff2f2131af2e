import AuditEngine
import OmamoriCore
import OmamoriReport

/// What an app does against tampering, and that it does nothing: an inventory, no weakness.
struct ResilienceInventory: ProjectRule {
  static let metadata = RuleMetadata(
    id: "resilience-inventory",
    title: LocalizedText("Protection against tampering", ja: "改ざん対策の一覧"),
    why: LocalizedText(
      """
      Jailbreak, debugger and hook detection slow an attacker down and stop nobody. The list says what is there, so that \
      a reviewer can see whether it fits the app's risk.
      """,
      ja: """
        脱獄・デバッガー・フックの検出は攻撃を遅らせるだけで、止めることはできません。\
        この一覧は、対策がアプリのリスクに見合うかを確認するためのものです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Nothing has to be done. Where the risk calls for it, collect several signals with OmamoriDevice, attest the app, \
        and let the server decide.
        """,
        ja: """
          対応は必須ではありません。リスクに応じて、OmamoriDevice で複数の兆候を集め、App Attest を使い、\
          判断はサーバーで行ってください。
          """),
      library: .device),
    severity: .info, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView() } }
          let isTraced = info.kp_proc.p_flag & P_TRACED != 0
        }
        """,
      good: "struct MoonView: View { var body: some View { Text(\"Moon\") } }"))

  static let names = Set(techniques.flatMap(\.names)).union(places)

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    var found: [(technique: Technique, use: NameUse)] = []
    for technique in Self.techniques {
      let uses = technique.names.sorted().flatMap { project.uses(of: $0) }
      if let use = uses.first(where: { $0.context == .app }) { found.append((technique, use)) }
    }
    guard let first = found.first else { return addAbsence(project, &report) }
    report.add(
      Self.self, at: first.use,
      LocalizedText(
        "The app has: " + found.map(\.technique.name.english).joined(separator: ", ") + ".",
        ja: "対策：" + found.map(\.technique.name.japanese).joined(separator: "、")),
      // A check for jailbreaks alone is judged by the rules about such checks.
      confidence: found.count == 1 && first.technique.names == Self.techniques.first?.names ? .low : nil,
      related: found.dropFirst().map { technique, use in
        FindingStep(file: use.file, region: use.region, message: technique.name)
      })
  }

  /// Absence is worth a line for those who ask for everything.
  private func addAbsence(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard !project.evidence.contains(where: { $0.kind == .integrityCheck }),
      let place = Self.places.lazy.flatMap({ project.uses(of: $0) }).first(where: {
        $0.context == .app && $0.snippet.contains(":")
      })
    else { return }
    report.add(
      Self.self, at: place,
      LocalizedText(
        "Nothing looks for a jailbreak, a debugger or a changed app.", ja: "脱獄、デバッガー、アプリの改変を調べる処理はありません。"),
      confidence: .low)
  }

  private struct Technique {
    let name: LocalizedText
    let names: Set<String>
  }

  private static let places = ["App", "UIApplicationDelegate"]
  private static let techniques = [
    Technique(
      name: LocalizedText("detection of jailbreaks", ja: "脱獄の検出"),
      names: [
        "isJailbroken", "isJailBroken", "amIJailbroken", "jailbreakTest", "isDeviceJailbroken",
        "JailbreakSignals",
      ]),
    Technique(
      name: LocalizedText("detection of debuggers", ja: "デバッガーの検出"),
      names: ["P_TRACED", "PT_DENY_ATTACH", "ptrace", "amIDebugged", "denyDebugger"]),
    Technique(
      name: LocalizedText("detection of hooks", ja: "フックの検出"),
      names: [
        "_dyld_get_image_name", "amIReverseEngineered", "amIRuntimeHooked",
        "MSHookFunction",
      ]),
    Technique(
      name: LocalizedText("detection of emulators", ja: "エミュレーターの検出"), names: ["amIRunInEmulator"]),
    Technique(
      name: LocalizedText("attestation of the app", ja: "App Attest"),
      names: ["DCAppAttestService", "AppTransaction", "amITampered"]),
    Technique(
      name: LocalizedText("DeviceCheck tokens", ja: "DeviceCheck トークン"), names: ["DCDevice"]),
    Technique(
      name: LocalizedText("hidden texts", ja: "文字列の難読化"), names: ["Obfuscator", "ObfuscatedString"]),
  ]
}
