import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A background mode without anything that would need it.
struct BackgroundModeUnused: ProjectRule {
  static let metadata = RuleMetadata(
    id: "background-mode-unused",
    title: LocalizedText("Background mode that nothing uses", ja: "使用されていないバックグラウンドモード"),
    why: LocalizedText(
      """
      A mode lets every part of the app, libraries included, run unseen: it can follow people or listen. The review \
      refuses modes without a visible use.
      """,
      ja: """
        バックグラウンドモードは、ライブラリを含むアプリのあらゆるコードに、利用者に見えない実行を許します。\
        位置の追跡や録音にも悪用でき、用途のないモードは審査で拒否されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Remove the mode from UIBackgroundModes.", ja: "UIBackgroundModes から該当のモードを削除してください。")),
    severity: .low, confidence: .medium, cwe: [250], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist", bad: "<key>UIBackgroundModes</key><array><string>location</string></array>",
      good: "<key>UIBackgroundModes</key><array/>"))

  static let names: Set<String> = Set(modes.values.flatMap { $0.names.union($0.elsewhere) })

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let inputs = project.inventory.inputs
    guard project.inventory.target.isApp, inputs.contains(.swift) else { return }
    let others = ObjectiveCNames(project.inventory)
    let hasPackages = !project.inventory.layout.locks.isEmpty
    for list in project.propertyLists(.infoPlist) {
      for mode in list.root["UIBackgroundModes"]?.array ?? [] {
        guard let name = mode.string, let need = Self.modes[name],
          need.modules.isDisjoint(with: project.imports) || isForSomethingElse(need, project),
          need.names.allSatisfy({ project.uses(of: $0).isEmpty }),
          !others.mayMention(need.modules.union(need.names))
        else { continue }
        report.add(
          Self.self, in: list.text, at: list.region(of: mode.range),
          LocalizedText(
            "The mode “\(name)” is declared, and nothing in the sources uses it.",
            ja: "モード「\(name)」が宣言されていますが、ソースコードで使われていません。"),
          confidence: hasPackages ? .low : .medium)
      }
    }
  }

  /// Whether the only module that may need the mode is imported for what the app does not do unseen.
  private func isForSomethingElse(_ need: Need, _ project: ProjectFacts) -> Bool {
    need.modules.intersection(project.imports) == need.ambiguous
      && need.elsewhere.contains { !project.uses(of: $0).isEmpty }
  }

  /// What would need a mode: one of these modules is imported, or one of these names is used.
  private struct Need {
    let modules: Set<String>
    let names: Set<String>
    /// The modules among them that serve other purposes, too.
    var ambiguous: Set<String> = []
    /// The names that show such a purpose.
    var elsewhere: Set<String> = []
  }

  private static let modes: [String: Need] = [
    "audio": Need(
      modules: ["AVFoundation", "AVFAudio", "AVKit", "MediaPlayer", "AudioToolbox", "CallKit", "MusicKit"],
      names: [
        "AVAudioSession", "AVAudioPlayer", "AVAudioRecorder", "AVAudioEngine", "AVAudioFile", "AVPlayer",
        "AVQueuePlayer", "AVPlayerItem", "AVPlayerLayer", "AVPlayerLooper", "AVMIDIPlayer",
        "AVSpeechSynthesizer", "AVSpeechUtterance", "AVSampleBufferAudioRenderer",
        "AVSampleBufferRenderSynchronizer", "AVSampleBufferDisplayLayer", "AVCaptureAudioDataOutput",
        "AVPictureInPictureController", "AVRoutePickerView",
      ],
      ambiguous: ["AVFoundation"],
      elsewhere: ["AVCaptureSession", "AVCaptureDevice", "AVCaptureVideoPreviewLayer"]),
    "location": Need(modules: ["CoreLocation", "MapKit", "CoreLocationUI"], names: []),
    "voip": Need(modules: ["PushKit", "CallKit"], names: []),
    "bluetooth-central": Need(modules: ["CoreBluetooth", "AccessorySetupKit"], names: []),
    "bluetooth-peripheral": Need(modules: ["CoreBluetooth"], names: []),
    "external-accessory": Need(modules: ["ExternalAccessory"], names: []),
    "nearby-interaction": Need(modules: ["NearbyInteraction"], names: []),
  ]
}
