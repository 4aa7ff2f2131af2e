public import OmamoriCore
public import OmamoriCrypto

/// Verifies that Apple attests a key of an app on a device, on the server that the app talks to.
///
/// All ten steps of Apple's description are done, and each refuses on its own. The receipt is handed over as it came;
/// `ReceiptVerifier` verifies it. Source:
/// <https://developer.apple.com/documentation/devicecheck/validating-apps-that-connect-to-your-server>.
public struct AttestationVerifier: Sendable {
  /// The app.
  public let appID: AppIdentifier
  /// The services whose attestations are taken.
  public let environments: Set<AppAttestEnvironment>
  private let root: Certificate
  private let clock: any WallClock

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - appID: The app.
  ///   - environments: The services whose attestations are taken; a server that real users talk to takes those of
  ///     production only.
  ///   - root: The certificate that chains have to end at.
  ///   - clock: The time at which the certificates have to be valid; that of a key lasts three days.
  /// - Throws: ``AuthError/configuration(_:)`` without an environment.
  public init(
    appID: AppIdentifier, environments: Set<AppAttestEnvironment> = [.production],
    root: AppleRoot = .appAttestation, clock: any WallClock = SystemWallClock()
  ) throws(AuthError) {
    guard !environments.isEmpty else { throw .configuration(.noAudience) }
    (self.appID, self.environments, self.clock) = (appID, environments, clock)
    self.root = try root.certificate()
  }

  /// Verifies an attestation.
  ///
  /// The challenge in the client data must be one that this server made for this installation and takes once, such as
  /// one of ``AttestationChallenges``: nothing else keeps an old attestation from being sent again.
  ///
  /// - Parameters:
  ///   - attestation: The attestation object in CBOR, as `attestKey` gave it; at most 64 KiB.
  ///   - keyID: The identifier of the key, 32 bytes; `generateKey` gives it in Base64.
  ///   - clientDataHash: What the app passed to `attestKey`.
  /// - Returns: The key, to be kept with the counter 0.
  /// - Throws: ``AuthError/attestation(_:)``.
  public func verify(
    _ attestation: Data, keyID: Data, clientDataHash: ClientDataHash
  ) throws(AuthError) -> AttestedKey {
    let object = try AttestationObject(attestation)
    let chain = try AttestationChain(object.certificates, root: root, at: clock.date)
    let nonce = clientDataHash.nonce(object.authenticatorData)
    guard try Self.nonce(in: chain.leaf) == nonce else { throw .attestation(.nonceMismatch) }
    guard let key = try? P256.Signing.PublicKey(derRepresentation: chain.leaf.subjectPublicKeyInfo) else {
      throw .attestation(.keyMismatch)
    }
    let identifier = AttestedKey.identifier(of: key)
    guard identifier == keyID else { throw .attestation(.keyMismatch) }
    let data = try AuthenticatorData(attestation: object.authenticatorData)
    guard data.appDigest == appID.digest else { throw .attestation(.appMismatch) }
    guard data.counter == AttestedKey.firstCounter else { throw .attestation(.counter) }
    guard let credential = data.credential, credential.identifier == identifier,
      credential.point == key.x963Representation
    else { throw .attestation(.keyMismatch) }
    guard let environment = environments.first(where: { $0.identifier == credential.environment }) else {
      throw .attestation(.wrongEnvironment)
    }
    return AttestedKey(
      publicKey: key, app: appID, environment: environment, receipt: object.receipt,
      extensions: data.extensions)
  }

  /// The nonce that Apple wrote into the certificate: a sequence of one octet string of 32 bytes, with the tag 1.
  private static func nonce(in certificate: Certificate) throws(AuthError) -> Data? {
    let header: [UInt8] = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20]
    guard let value = try? certificate.extensionValue("1.2.840.113635.100.8.2"),
      value.count == header.count + 32, value.starts(with: header)
    else { throw .attestation(.nonceMismatch) }
    return Data(value.dropFirst(header.count))
  }
}

/// The parts of an attestation, not verified.
struct AttestationObject {
  private static let format = CBORValue.text("apple-appattest")

  let authenticatorData: Data
  let certificates: [Data]
  let receipt: Data

  /// Takes an attestation apart: three members, of which the statement has two.
  init(_ bytes: Data) throws(AuthError) {
    guard let object = try CBORReader.value(of: bytes).map, object.count == 3,
      object[.text("fmt")] == Self.format, let data = object[.text("authData")]?.bytes,
      let statement = object[.text("attStmt")]?.map, statement.count == 2,
      let chain = statement[.text("x5c")]?.array, let receipt = statement[.text("receipt")]?.bytes
    else { throw .attestation(.malformed) }
    let certificates = chain.compactMap(\.bytes)
    guard certificates.count == chain.count else { throw .attestation(.malformed) }
    (authenticatorData, self.certificates, self.receipt) = (data, certificates, receipt)
  }
}

/// What systems from iOS 27 on add to attestations and assertions; empty from older ones.
public struct AppAttestExtensions: Sendable, Hashable {
  /// The version of the app's bundle, such as `1.4.2`.
  public let bundleVersion: String?
  /// How the app came to the device.
  public let category: AppValidationCategory?

  /// No extensions.
  static let none = AppAttestExtensions(bundleVersion: nil, category: nil)

  private init(bundleVersion: String?, category: AppValidationCategory?) {
    (self.bundleVersion, self.category) = (bundleVersion, category)
  }

  /// Reads the map; members that are not known are left out.
  init(_ value: CBORValue) throws(AuthError) {
    guard let map = value.map, map.keys.allSatisfy({ $0.text != nil }) else { throw .attestation(.malformed) }
    if let version = map[.text("apple_bundle_version_01")] {
      guard let text = version.text, text.utf8.count <= 256 else { throw .attestation(.malformed) }
      bundleVersion = text
    } else {
      bundleVersion = nil
    }
    if let category = map[.text("apple_validation_category_01")] {
      guard let bytes = category.bytes, bytes.count == 4 else { throw .attestation(.malformed) }
      self.category = AppValidationCategory(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    } else {
      category = nil
    }
  }
}

/// The service of Apple that a key was attested by.
public enum AppAttestEnvironment: String, Sendable, Hashable, CaseIterable {
  /// Apps from the App Store, TestFlight and enterprise distribution.
  case production
  /// Apps that run from Xcode, unless their entitlements say otherwise.
  case development

  /// The identifier in the authenticator data, 16 bytes.
  var identifier: Data {
    switch self {
    case .production: Data("appattest".utf8) + Data(count: 7)
    case .development: Data("appattestdevelop".utf8)
    }
  }
}

/// How an app came to its device, as systems from iOS 27 on say it in an attestation.
///
/// Apple documents the extension and not every number, so that unknown ones are kept. A value; safe to share between
/// threads.
public struct AppValidationCategory: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: UInt32

  /// Takes a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A part of the operating system.
  public static let system = AppValidationCategory(rawValue: 1)
  /// TestFlight.
  public static let testFlight = AppValidationCategory(rawValue: 2)
  /// Development.
  public static let development = AppValidationCategory(rawValue: 3)
  /// The App Store.
  public static let appStore = AppValidationCategory(rawValue: 4)
  /// Enterprise or ad-hoc distribution.
  public static let enterprise = AppValidationCategory(rawValue: 5)
  /// A Developer ID.
  public static let developerID = AppValidationCategory(rawValue: 6)
}

/// An app, as Apple names it in attestations: the team, a dot and the bundle.
public struct AppIdentifier: Sendable, Hashable {
  /// The identifier of the team, such as `A1B2C3D4E5`.
  public let team: String
  /// The identifier of the bundle, such as `com.example.app`.
  public let bundle: String

  /// Names an app.
  ///
  /// - Parameters:
  ///   - team: The identifier of the team: ten capital letters and digits of ASCII.
  ///   - bundle: The identifier of the bundle: 1 to 155 letters, digits, dots and hyphens of ASCII.
  /// - Throws: ``AuthError/configuration(_:)`` for another form.
  public init(team: String, bundle: String) throws(AuthError) {
    guard team.utf8.count == 10, team.utf8.allSatisfy(Self.isTeamCharacter),
      1...155 ~= bundle.utf8.count, bundle.utf8.allSatisfy(Self.isBundleCharacter)
    else { throw .configuration(.clientIdentifier) }
    (self.team, self.bundle) = (team, bundle)
  }

  /// The identifier as it stands in a receipt, such as `A1B2C3D4E5.com.example.app`.
  public var text: String { team + "." + bundle }

  /// What stands for the app in an attestation.
  var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }

  /// Whether the identifiers that Apple gives to teams and keys have it.
  static func isTeamCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }

  private static func isBundleCharacter(_ byte: UInt8) -> Bool {
    isTeamCharacter(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
  }
}

/// A key of one installation of an app on one device, which Apple attested and a server verified.
///
/// The server keeps the identifier, the public key, the counter (0 for a new key) and the receipt for as long as the
/// installation is known.
public struct AttestedKey: Sendable {
  /// The identifier: the SHA-256 digest of the public key, 32 bytes.
  public let identifier: Data
  /// The key that assertions are verified with.
  public let publicKey: P256.Signing.PublicKey
  /// The app.
  public let app: AppIdentifier
  /// The service that attested the key.
  public let environment: AppAttestEnvironment
  /// The receipt as it came, not verified; see `ReceiptVerifier`.
  public let receipt: Data
  /// What the system says about the app, from iOS 27 on.
  public let extensions: AppAttestExtensions

  /// The counter of a new key, which every assertion has to exceed.
  public static let firstCounter: UInt32 = 0

  init(
    publicKey: P256.Signing.PublicKey, app: AppIdentifier, environment: AppAttestEnvironment, receipt: Data,
    extensions: AppAttestExtensions
  ) {
    identifier = Self.identifier(of: publicKey)
    (self.publicKey, self.app, self.environment) = (publicKey, app, environment)
    (self.receipt, self.extensions) = (receipt, extensions)
  }

  /// The identifier of a key: the digest of its uncompressed point.
  package static func identifier(of key: P256.Signing.PublicKey) -> Data {
    Data(SHA256.hash(data: key.x963Representation))
  }
}
