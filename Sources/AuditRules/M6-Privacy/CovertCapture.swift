import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A camera or microphone that starts by itself and shows nothing of it.
struct CovertCapture: SwiftRule {
  static let metadata = RuleMetadata(
    id: "covert-capture",
    title: LocalizedText("Camera or microphone started without a visible sign", ja: "表示のないカメラ・マイクの起動"),
    why: LocalizedText(
      """
      Somebody opens a screen and is filmed or recorded without a picture that says so. It is a breach of trust, of the \
      rules of the store and in many places of the law.
      """,
      ja: """
        画面を開いただけで、それと分かる表示なしに撮影や録音が行われます。利用者の信頼を裏切り、\
        ストアの規則や多くの地域の法律に違反します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Start on an action of the user, show the preview at its size, and stop when it leaves the screen.",
        ja: "利用者の操作で開始し、プレビューを実際の大きさで表示して、画面から消えたら停止してください。")),
    severity: .medium, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        final class Journal: UIViewController {
          let session = AVCaptureSession()
          override func viewDidLoad() {
            let preview = AVCaptureVideoPreviewLayer(session: session)
            preview.frame = .zero
            view.layer.addSublayer(preview)
            session.startRunning()
          }
        }
        """,
      good: """
        final class Journal: UIViewController {
          let session = AVCaptureSession()
          override func viewDidLoad() {
            let preview = AVCaptureVideoPreviewLayer(session: session)
            preview.frame = view.bounds
            view.layer.addSublayer(preview)
            session.startRunning()
          }
        }
        """))

  static let triggers: Set = ["startRunning", "AVAudioRecorder"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkCamera(source, &report)
    checkMicrophone(source, &report)
  }

  private func checkCamera(_ source: SwiftSource, _ report: inout FileReport) {
    guard Self.isUsed(["AVCaptureSession", "AVCaptureMultiCamSession"], source) else { return }
    lazy var hiddenPlace = hiddenPreview(source)
    for call in source.facts.calls("startRunning") {
      guard let moment = UnaskedMoment.around(Syntax(call.node), call.scope, source) else { continue }
      if let hidden = hiddenPlace {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The camera starts in \(moment) and its preview cannot be seen.",
            ja: "\(moment) でカメラが起動しますが、プレビューは見えません。"),
          related: [
            report.step(at: hidden, LocalizedText("The preview is hidden here.", ja: "ここでプレビューが隠されています。"))
          ])
      } else if !Self.isUsed(Self.previews, source), Self.isUsed(Self.recordings, source) {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The camera starts in \(moment) to take pictures, and this file shows no preview.",
            ja: "\(moment) で撮影のためにカメラが起動しますが、このファイルにはプレビューがありません。"), confidence: .low)
      }
    }
  }

  private func checkMicrophone(_ source: SwiftSource, _ report: inout FileReport) {
    guard Self.isUsed(["AVAudioRecorder"], source) else { return }
    for call in source.facts.calls("record") {
      guard call.receiver.flatMap(NamePath.last).map({ Words.of($0).contains("recorder") }) ?? false,
        let moment = UnaskedMoment.around(Syntax(call.node), call.scope, source)
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The microphone records from \(moment) on, without an action of the user.",
          ja: "利用者の操作がないまま、\(moment) から録音が始まります。"), confidence: .low)
    }
  }

  /// Where the preview is made invisible.
  private func hiddenPreview(_ source: SwiftSource) -> Range<Int>? {
    let names = Set(
      source.facts.bindings.filter { binding in
        binding.type.map { type in Self.previews.contains { type.writtenName.hasPrefix($0) } } ?? false
          || binding.value.flatMap { Call($0, scope: binding.scope) }.map { Self.previews.contains($0.name) }
            ?? false
      }.map(\.name))
    for property in ["frame", "bounds", "isHidden", "opacity", "alpha"] {
      for assignment in source.facts.assignments(to: property, in: .file, from: 0) {
        guard let owner = NamePath.of(assignment.target).dropLast().last,
          names.contains(owner) || Words.of(owner).contains("preview"),
          isInvisible(property, assignment.value, assignment.scope, source)
        else { continue }
        return assignment.range
      }
    }
    return nil
  }

  private func isInvisible(
    _ property: String, _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> Bool {
    switch property {
    case "isHidden": return source.fold(value, in: scope).boolean == true
    case "opacity", "alpha":
      return ["0", "0.0", "0.01", "0.001"].contains(value.trimmedDescription)
    default:
      if NamePath.last(of: value) == "zero" { return true }
      guard let call = Call(value, scope: scope), call.name == "CGRect", let width = call.argument("width")
      else {
        return false
      }
      return source.fold(width, in: scope).integer.map { $0 <= 1 } ?? false
    }
  }

  private static func isUsed(_ names: Set<String>, _ source: SwiftSource) -> Bool {
    names.contains { source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil }
  }

  private static let previews: Set = ["AVCaptureVideoPreviewLayer"]
  private static let recordings: Set = [
    "AVCaptureMovieFileOutput", "AVCapturePhotoOutput", "AVCaptureStillImageOutput", "AVAssetWriter",
  ]
}
