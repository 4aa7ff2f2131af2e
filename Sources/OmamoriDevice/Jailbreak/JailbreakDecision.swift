import OmamoriCore

/// What the traces on a device amount to.
struct JailbreakDecision {
  private var evidence: [IntegrityEvidence] = []
  private var confidence = IntegrityConfidence.low
  /// Ordinary files and schemes of other apps: each innocent, several of them less so.
  private var innocent = 0
  /// Whether no path could be asked about at all.
  private var isBlind = true

  init(_ view: any DeviceView, images: [String], schemes: SchemeAnswers) {
    look(at: view.tryToEscape())
    for sign in JailbreakSigns.paths { look(at: sign, view.sightings(of: sign.path)) }
    for (name, path) in JailbreakSigns.links where view.destination(ofLink: path)?.contains("stash") == true {
      add("link", name, .high)
    }
    look(at: images)
    for scheme in schemes.opened.sorted() {
      innocent += 1
      add("scheme", scheme, .low)
    }
    if innocent > 1 { confidence = max(confidence, .medium) }
  }

  /// The signal.
  var signal: IntegritySignal {
    if evidence.isEmpty, isBlind { return IntegritySignal(.jailbreak, .unavailable(.denied)) }
    return IntegritySignal(.jailbreak, evidence, confidence: confidence)
  }

  private mutating func look(at trial: EscapeTrial) {
    switch trial {
    case .wrote(let isCleanedUp):
      evidence.append(IntegrityEvidence("sandbox-escape", [.init("removed", .flag(isCleanedUp))]))
      confidence = .high
    case .refused: isBlind = false
    case .failed: break
    }
  }

  private mutating func look(at sign: JailbreakSigns.Path, _ sightings: PathSightings) {
    if !sightings.answers.isEmpty { isBlind = false }
    guard sightings.isThere else { return }
    switch sign.weight {
    case .telling: add("file", sign.name, .high)
    case .ordinary:
      innocent += 1
      add("file", sign.name, .low)
    }
    // Nothing but a hook makes one way of asking see what another does not.
    if sightings.disagree { add("hidden-file", sign.name, .high) }
  }

  private mutating func look(at images: [String]) {
    let names = images.map { $0.lowercased() }
    for (name, part) in JailbreakSigns.libraries where names.contains(where: { $0.contains(part) }) {
      add("library", name, .high)
    }
  }

  private mutating func add(_ kind: StaticString, _ name: String, _ confidence: IntegrityConfidence) {
    evidence.append(IntegrityEvidence(kind, [.init("name", .publicName(name))]))
    self.confidence = max(self.confidence, confidence)
  }
}
