import OmamoriCore

/// Looks for traces of a jailbreak on an Apple device: files, links, libraries, a sandbox with a hole, other apps.
///
/// One ordinary Unix file such as `/bin/bash` proves nothing and never has more than low confidence. In the simulator and
/// on a Mac nothing is looked for, since their files are a Mac's. Whoever owns a device that is jailbroken can hide all
/// of it from the app; a server learns more from App Attest.
package struct JailbreakProbe: IntegrityProbe {
  private let view: any DeviceView
  private let schemes: SchemeAnswers

  /// Makes the probe.
  package init(_ view: any DeviceView, schemes: SchemeAnswers = .none) {
    (self.view, self.schemes) = (view, schemes)
  }

  /// ``IntegritySignal/Identifier/jailbreak`` and ``IntegritySignal/Identifier/simulator``.
  package var identifiers: [IntegritySignal.Identifier] { [.jailbreak, .simulator] }

  /// Looks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
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

/// What jailbreaks leave on a device, with names that may stand in a report.
///
/// Sources: the file list of MASTG-KNOW-0084, the tools of MASTG-KNOW-0087, and the folder of rootless jailbreaks.
enum JailbreakSigns {
  /// How much a path says.
  enum Weight: Hashable {
    /// Only jailbreaks and their tools have it.
    case telling
    /// Other Unix systems have it too; iOS should not.
    case ordinary
  }

  /// A path and the name that it has in reports.
  struct Path: Hashable {
    let name: String
    let path: String
    let weight: Weight
  }

  static let paths: [Path] =
    telling.map { Path(name: $0, path: $1, weight: .telling) }
    + ordinary.map { Path(name: $0, path: $1, weight: .ordinary) }

  private static let telling: KeyValuePairs = [
    "rootless": "/var/jb",
    "rootless-library": "/var/jb/usr/lib",
    "rootless-packages": "/var/jb/Library/dpkg",
    "cydia": "/Applications/Cydia.app",
    "sileo": "/Applications/Sileo.app",
    "sileo-rootless": "/var/jb/Applications/Sileo.app",
    "zebra": "/Applications/Zebra.app",
    "zebra-rootless": "/var/jb/Applications/Zebra.app",
    "filza": "/Applications/Filza.app",
    "fake-carrier": "/Applications/FakeCarrier.app",
    "icy": "/Applications/Icy.app",
    "sb-settings": "/Applications/SBSettings.app",
    "winterboard": "/Applications/WinterBoard.app",
    "substrate": "/Library/MobileSubstrate/MobileSubstrate.dylib",
    "substrate-folder": "/Library/MobileSubstrate/DynamicLibraries",
    "cydia-start": "/System/Library/LaunchDaemons/com.saurik.Cydia.Startup.plist",
    "cydia-data": "/private/var/lib/cydia",
    "stash": "/private/var/stash",
    "cydia-log": "/private/var/tmp/cydia.log",
    "frida-server": "/usr/sbin/frida-server",
    "frida-server-rootless": "/var/jb/usr/sbin/frida-server",
    "cycript": "/usr/bin/cycript",
    "cycript-library": "/usr/lib/libcycript.dylib",
  ]

  private static let ordinary: KeyValuePairs = [
    "bash": "/bin/bash",
    "apt": "/etc/apt",
    "apt-data": "/private/var/lib/apt",
    "apt-cache": "/private/var/cache/apt",
    "ssh-server": "/usr/sbin/sshd",
    "ssh-settings": "/etc/ssh/sshd_config",
    "ssh-signer": "/usr/libexec/ssh-keysign",
    "sftp-server": "/usr/libexec/sftp-server",
  ]

  /// Folders that are no links on an untouched device, and what they lead to after a jailbreak that needs the room.
  static let links: KeyValuePairs = [
    "applications": "/Applications",
    "ringtones": "/Library/Ringtones",
    "wallpaper": "/Library/Wallpaper",
    "include": "/usr/include",
    "share": "/usr/share",
  ]

  /// Parts of the names of libraries that jailbreaks and their tools put into every app.
  static let libraries: KeyValuePairs = [
    "substrate": "substrate",
    "substitute": "substitute",
    "ellekit": "ellekit",
    "hooker": "libhooker",
    "frida": "frida",
    "cycript": "cycript",
    "rootless": "/var/jb/",
    "tweak": "tweakinject",
  ]

  /// Schemes of the tools' apps; any app may claim them too.
  package static let schemes = ["cydia", "sileo", "zbra", "filza", "undecimus"]
}

/// Whether apps are there that open the schemes of jailbreak tools.
///
/// The system is asked on the main actor, so the answers are made before the check. A value; safe to share between
/// threads.
public struct SchemeAnswers: Sendable, Hashable {
  /// The schemes that an app opens.
  package let opened: Set<String>
  /// The schemes that the system was asked about; it answers only for those that the app's property list names.
  package let asked: Set<String>

  /// Nobody was asked.
  public static let none = SchemeAnswers(opened: [], asked: [])

  /// The schemes to ask about, and to name under `LSApplicationQueriesSchemes`.
  public static var schemes: [String] { JailbreakSigns.schemes }

  /// Notes answers.
  ///
  /// - Parameters:
  ///   - opened: The schemes that an app opens.
  ///   - asked: The schemes that the system answered for.
  public init(opened: Set<String>, asked: Set<String>) {
    (self.opened, self.asked) = (opened.intersection(asked), asked)
  }
}
