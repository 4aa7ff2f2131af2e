public import OmamoriCore
import OmamoriCrypto

/// Verifies that Apple attests a key of an app on a device, on the server that the app talks to.
///
/// All ten steps of Apple's description are done, and each refuses on its own. The receipt is handed over as it came;
/// ``ReceiptVerifier`` verifies it. Source:
/// <https://developer.apple.com/documentation/devicecheck/validating-apps-that-connect-to-your-server>. A value; safe to
/// share between threads.
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
