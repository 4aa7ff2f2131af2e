public import OmamoriAuditLog
public import OmamoriCore
public import OmamoriDevice
public import OmamoriKeychain
public import OmamoriReport
public import OmamoriTransport

/// A question of the ``SecurityChecklist``, answered while the app runs.
///
/// The toolkit brings its own; an app adds others for what only it knows. Safe to use from any thread.
public protocol SecurityCheck: Sendable {
  /// The name of the question in reports, stable for ever: lower-case words with hyphens, such as `pinning`.
  var id: String { get }
  /// The question, such that yes is good.
  var question: LocalizedText { get }
  /// The area of the score that problems count in; `nil` when they cost nothing.
  var area: ChecklistArea? { get }
  /// What it is about in the lists of others.
  var standards: CheckStandards { get }

  /// Answers the question.
  ///
  /// The checklist stops waiting after its deadline and then cancels the task. What blocks a thread belongs on a thread
  /// of its own.
  ///
  /// - Returns: The answer; when there is none, `CheckResult.unavailable`, never a pass.
  func run() async -> CheckResult
}

extension SecurityCheck {
  /// Problems cost nothing.
  public var area: ChecklistArea? { nil }

  /// Nothing.
  public var standards: CheckStandards { .none }
}

/// What an app gives its ``SecurityChecklist`` to check; everything is optional.
public struct CheckedApp: Sendable {
  /// The name in reports, such as the bundle identifier.
  public var name: String
  /// The app's Info.plist.
  public var infoPlist: CheckedFile?
  /// The app's `embedded.mobileprovision`, which builds of the App Store do not have.
  public var provisioningProfile: CheckedFile?
  /// Checks the process; best the one that the app made when it started.
  public var integrity: IntegrityChecker?
  /// What the app asks of servers.
  public var transport: TransportPolicy?
  /// Servers that the pins are tried at.
  ///
  /// Nothing but a `GET` of the URL is sent, without credentials.
  public var pinnedServers: [RequestURL] = []
  /// The app's keychain.
  public var keychain: Keychain?
  /// Files and folders that nobody but the owner may read, such as that of the keychain.
  ///
  /// They fail also when they are in a folder, at any height, in which other users can replace them.
  public var privateFiles: [String] = []
  /// How the app's audit log is kept.
  public var log: AuditLogSettings?

  /// Names an app; what there is to check is set afterwards.
  ///
  /// - Parameter name: The name in reports.
  public init(_ name: String) { self.name = name }

  /// The toolkit's own questions, in the order of the areas.
  public var checks: [any SecurityCheck] {
    [
      ATSCheck(infoPlist), IntegrityCheck(integrity), PinSetCheck(transport),
      PinningCheck(transport, servers: pinnedServers), KeychainCheck(keychain, privateFiles: privateFiles),
      TransportPolicyCheck(transport), EventScreeningCheck(log), BuildCheck(profile: provisioningProfile),
    ]
  }
}

/// A small file that is checked: its bytes, or where it is.
public enum CheckedFile: Sendable, Hashable {
  /// The whole file.
  case bytes([UInt8])
  /// Where it is.
  case path(String)

  /// The bytes; a file is read on a thread of its own.
  ///
  /// - Parameter limit: The most bytes.
  /// - Returns: The bytes, or `nil` when it cannot be read, is no ordinary file or has more bytes.
  func read(limit: Int) async -> [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes.count <= limit ? bytes : nil
    case .path(let path):
      await withCheckedContinuation { continuation in
        let isStarted = OwnThread.start { continuation.resume(returning: Self.read(path, limit: limit)) }
        if !isStarted { continuation.resume(returning: nil) }
      }
    }
  }

  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      // Reading a pipe or a device may never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
      guard let size = attributes[.size] as? Int, size <= limit else { return nil }
      return [UInt8](try Data(contentsOf: url))
    } catch {
      return nil
    }
  }
}
