public import OmamoriCore
public import OmamoriCrypto

/// Verifies that a request comes from an installation of an app whose key was attested before.
///
/// Source: <https://developer.apple.com/documentation/devicecheck/validating-apps-that-connect-to-your-server>. Safe to
/// share between threads.
public struct AssertionVerifier: Sendable {
  /// The app.
  public let appID: AppIdentifier
  private let counters: any AssertionCounters

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - appID: The app.
  ///   - counters: The counters of the keys; each must have been stored with ``AttestedKey/firstCounter`` at first.
  public init(appID: AppIdentifier, counters: any AssertionCounters) {
    (self.appID, self.counters) = (appID, counters)
  }

  /// Verifies an assertion, and uses it up.
  ///
  /// The counter is set last, in one step: of two requests with the same assertion at most one passes. The challenge in
  /// the client data must be one that this server made and takes once.
  ///
  /// - Parameters:
  ///   - assertion: The assertion object in CBOR, as `generateAssertion` gave it; at most 64 KiB.
  ///   - publicKey: The key of the installation, from ``AttestedKey/publicKey``.
  ///   - clientDataHash: What the app passed to `generateAssertion`.
  /// - Returns: What the assertion says.
  /// - Throws: ``AuthError/attestation(_:)``, and what the counters throw.
  public func verify(
    _ assertion: Data, publicKey: P256.Signing.PublicKey, clientDataHash: ClientDataHash
  ) async throws(AuthError) -> VerifiedAssertion {
    guard let object = try CBORReader.value(of: assertion).map, object.count == 2,
      let signature = object[.text("signature")]?.bytes,
      let encoded = object[.text("authenticatorData")]?.bytes
    else { throw .attestation(.malformed) }
    let data = try AuthenticatorData(assertion: encoded)
    // The device signs the nonce as a message, so it is hashed once more.
    guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
      publicKey.isValidSignature(signature, for: clientDataHash.nonce(encoded))
    else { throw .attestation(.signatureInvalid) }
    guard data.appDigest == appID.digest else { throw .attestation(.appMismatch) }
    let identifier = AttestedKey.identifier(of: publicKey)
    guard data.counter > AttestedKey.firstCounter, try await counters.advance(identifier, to: data.counter)
    else {
      throw .attestation(.counter)
    }
    return VerifiedAssertion(keyID: identifier, counter: data.counter, extensions: data.extensions)
  }
}
