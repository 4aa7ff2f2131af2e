import OmamoriCore

/// Looks for traces of a jailbreak on an Apple device: files, links, libraries, a sandbox with a hole, other apps.
///
/// One ordinary Unix file such as `/bin/bash` proves nothing and never has more than low confidence. In the simulator and
/// on a Mac nothing is looked for, since their files are a Mac's. Whoever owns a device that is jailbroken can hide all
/// of it from the app; a server learns more from App Attest.
public struct JailbreakProbe: IntegrityProbe {
  private let view: any DeviceView
  private let schemes: SchemeAnswers

  /// Makes the probe.
  package init(_ view: any DeviceView, schemes: SchemeAnswers = .none) {
    (self.view, self.schemes) = (view, schemes)
  }

  /// ``IntegritySignal/Identifier/jailbreak`` and ``IntegritySignal/Identifier/simulator``.
  public var identifiers: [IntegritySignal.Identifier] { [.jailbreak, .simulator] }

  /// Looks.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    let isElsewhere = view.host != .device
    let host =
      isElsewhere ? [IntegrityEvidence("host", [.init("name", .publicName(view.host.rawValue))])] : []
    return [jailbreak(scene), IntegritySignal(.simulator, host, confidence: .high)]
  }

  private func jailbreak(_ scene: IntegrityScene) -> IntegritySignal {
    guard view.host.hasOwnFiles else { return IntegritySignal(.jailbreak, .unavailable(.platform)) }
    // because an app that cannot list its libraries has the other evidence left
    let images = (try? scene.mappings().map(\.path)) ?? []
    return JailbreakDecision(view, images: images, schemes: schemes).signal
  }
}
