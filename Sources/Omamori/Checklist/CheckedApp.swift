public import OmamoriAuditLog
public import OmamoriDevice
public import OmamoriKeychain
public import OmamoriTransport

/// What an app gives its ``SecurityChecklist`` to check; everything is optional.
///
/// A value; safe to share between threads.
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
