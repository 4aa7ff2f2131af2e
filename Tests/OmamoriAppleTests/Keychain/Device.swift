import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Security

/// A device with a keychain and a person, on which a test runs.
struct Device {
  let keychain: FakeKeychain
  let authentication: FakeAuthentication

  init(
    groups: [String] = ["TEAM.app", "TEAM.shared"], biometryType: LABiometryType = .faceID,
    hasPasscode: Bool = true, isReachable: Bool = true, answers: [LAError.Code?] = []
  ) {
    keychain = FakeKeychain(
      accessGroups: groups, requiresDataProtection: true, isAuthenticationReachable: isReachable)
    keychain.hasPasscode = hasPasscode
    authentication = FakeAuthentication(
      biometryType: biometryType, hasPasscode: hasPasscode, isReachable: isReachable, answers: answers)
  }

  /// Runs a program on the device.
  @discardableResult
  func run<Result>(_ body: (AppleKeychain) async throws -> Result) async rethrows -> Result {
    try await FakeKeychain.$current.withValue(keychain) {
      try await FakeAuthentication.$current.withValue(authentication) { try await body(AppleKeychain()) }
    }
  }

  /// Enrols another face.
  func changeFaces(lazily: Bool = false) {
    authentication.biometryState = Data([2])
    keychain.changeBiometrySet(lazily: lazily)
  }

  /// How often the person was asked, by the app's dialogue or by the keychain's own.
  var promptCount: Int { authentication.promptCount + keychain.promptCount }
}

/// An item of a service.
func password(
  _ account: String = "ana", _ secret: String? = "one", service: String = "mail",
  accessibility: ItemAccessibility = .whenUnlocked, control: AccessControl.Constraints? = nil
) -> NewItem {
  NewItem(
    .genericPassword, [.service: .text(service), .account: .text(account)], secret: secret.map(secretBytes),
    accessibility: accessibility,
    accessControl: control.map { AccessControl(.whenUnlockedThisDeviceOnly, $0) })
}

/// The query for such an item.
func named(_ account: String = "ana", service: String = "mail") -> ItemQuery {
  ItemQuery(.genericPassword, [.service: .text(service), .account: .text(account)])
}

func secretBytes(_ text: String) -> SharedSecretBytes {
  SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
}

/// What a caller brings along who can ask the person.
let asking = ItemAccess(authenticator: BiometricAuthenticator(), reason: "Sign in")

extension KeychainBackend {
  /// The secret of the one item that a query finds.
  func secret(_ query: ItemQuery, _ access: ItemAccess = .none) async throws(KeychainError) -> String? {
    let item = try await find(query, withSecrets: true, access: access).first
    return item?.secret?.withBytes { bytes in
      String(decoding: (0..<bytes.byteCount).map { bytes.byte(at: $0) }, as: UTF8.self)
    }
  }

  /// Stores an item whatever is there.
  @discardableResult
  func set(_ item: NewItem, _ access: ItemAccess = .none) async throws(KeychainError) -> KeychainItem {
    guard let stored = try await put(item, if: .always, access: access) else { throw .contended }
    return stored
  }
}

extension RawSpan {
  /// One byte.
  func byte(at offset: Int) -> UInt8 {
    // because the caller stays below the count
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
