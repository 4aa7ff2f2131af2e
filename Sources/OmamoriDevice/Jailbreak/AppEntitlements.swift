public import OmamoriCore

/// Which of the rights that weaken an app its signature gives it.
///
/// Source: <https://developer.apple.com/documentation/bundleresources/entitlements>.
public struct AppEntitlements: Sendable, Hashable {
  /// The rights that an app in the store does not have, or that take a protection of the process away.
  public static let weakening: [String] = [
    "get-task-allow", "com.apple.security.get-task-allow", "com.apple.security.cs.debugger",
    "com.apple.security.cs.disable-library-validation",
    "com.apple.security.cs.allow-dyld-environment-variables",
    "com.apple.security.cs.allow-unsigned-executable-memory",
    "com.apple.security.cs.disable-executable-page-protection", "dynamic-codesigning",
    "platform-application", "com.apple.private.security.no-sandbox",
  ]

  /// The weakening rights that the app has.
  public let granted: Set<String>

  /// Notes rights.
  ///
  /// - Parameter granted: The names of rights that are true; others than the ``weakening`` ones are left out.
  public init(granted: Set<String>) { self.granted = granted.intersection(Self.weakening) }

  /// Reads the rights that a provisioning profile grants, which apps outside of the store have beside them.
  ///
  /// The profile's signature is not checked: whoever can change the file can change the app too.
  ///
  /// `nil` for a file that is no such profile.
  ///
  /// - Parameter profile: The file `embedded.mobileprovision`; at most 1 MiB.
  public init?(provisioningProfile profile: Data) {
    guard profile.count <= 1 << 20 else { return nil }
    let text = String(decoding: profile, as: UTF8.self)
    guard let list = Self.part(of: text[...], between: "<key>Entitlements</key>", and: "</dict>") else {
      return nil
    }
    var granted: Set<String> = []
    for entry in list.split(separator: "<key>").dropFirst() {
      let parts = entry.split(separator: "</key>", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if parts[1].drop(while: \.isWhitespace).hasPrefix("<true/>") { granted.insert(String(parts[0])) }
    }
    self.init(granted: granted)
  }

  private static func part(of text: Substring, between start: String, and end: String) -> Substring? {
    guard let begin = text.firstRange(of: start), let finish = text[begin.upperBound...].firstRange(of: end)
    else { return nil }
    return text[begin.upperBound..<finish.lowerBound]
  }
}

/// Tells whether the app's signature lets debuggers in or takes protections away, though it was not built so.
///
/// An app that was signed again to be examined has such rights; so has every build from Xcode. Not proof: on iOS an app
/// only sees the profile beside it.
package struct EntitlementProbe: IntegrityProbe {
  private let entitlements: AppEntitlements?
  private let expected: Set<String>

  /// Makes the probe.
  ///
  /// - Parameters:
  ///   - entitlements: What the app has; `nil` when the system does not tell.
  ///   - expected: The rights that this build should have, such as `get-task-allow` while developing.
  package init(_ entitlements: AppEntitlements?, expected: Set<String> = []) {
    (self.entitlements, self.expected) = (entitlements, expected)
  }

  /// ``IntegritySignal/Identifier/debuggable``.
  package var identifiers: [IntegritySignal.Identifier] { [.debuggable] }

  /// Compares.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    guard let entitlements else { return [IntegritySignal(.debuggable, .unavailable(.platform))] }
    let unexpected = entitlements.granted.subtracting(expected).sorted()
    let evidence = unexpected.map { IntegrityEvidence("entitlement", [.init("name", .publicName($0))]) }
    return [IntegritySignal(.debuggable, evidence, confidence: .medium)]
  }
}

/// What an app for Apple systems runs on.
package enum AppleHost: String, Sendable, Hashable, CaseIterable {
  /// A device of its own kind.
  case device
  /// The simulator of Xcode, whose files are the Mac's.
  case simulator
  /// A Mac that runs an app made for iPad or iPhone, or one made with Mac Catalyst; its files are the Mac's.
  case mac

  /// Whether files, links and folders of the system mean anything about a jailbreak: a Mac has a shell, and is none.
  package var hasOwnFiles: Bool { self == .device }
}
