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

/// Keeps the counters of attested keys; a port that a server's database fulfils.
///
/// Safe to use from any thread.
public protocol AssertionCounters: Sendable {
  /// Sets the counter of a key if it is below the new value, in one step that no other caller can come between.
  ///
  /// In SQL: `UPDATE keys SET counter = :new WHERE id = :key AND counter < :new`, and whether a row was changed.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the key.
  ///   - counter: The new value.
  /// - Returns: Whether the counter was below and is the new value now; `false` also for a key that is not known.
  /// - Throws: ``AuthError``.
  func advance(_ keyID: Data, to counter: UInt32) async throws(AuthError) -> Bool
}

/// Counters in memory, for a server that is one process and may forget its keys when it ends.
///
/// Safe to use from any thread.
public final class MemoryAssertionCounters: AssertionCounters {
  private let counters = Protected<[Data: UInt32]>([:])

  /// Makes counters of no keys.
  public init() {}

  /// Begins to count for a key that was just attested; a key that is known already keeps its counter.
  ///
  /// - Parameter key: The key.
  public func add(_ key: AttestedKey) {
    counters.withLock { counters in
      if counters[key.identifier] == nil { counters[key.identifier] = AttestedKey.firstCounter }
    }
  }

  /// Forgets a key, whose assertions are refused from then on.
  ///
  /// - Parameter keyID: The identifier of the key.
  public func remove(_ keyID: Data) { counters.withLock { $0[keyID] = nil } }

  /// Sets the counter of a key if it is below the new value.
  public func advance(_ keyID: Data, to counter: UInt32) async throws(AuthError) -> Bool {
    counters.withLock { counters in
      guard let current = counters[keyID], current < counter else { return false }
      counters[keyID] = counter
      return true
    }
  }
}

/// An assertion that was verified and is used up.
public struct VerifiedAssertion: Sendable, Hashable {
  /// The identifier of the key.
  public let keyID: Data
  /// The counter, which the server holds now.
  public let counter: UInt32
  /// What the system says about the app, from iOS 27 on.
  public let extensions: AppAttestExtensions
}

/// What an app gave to the system as `clientDataHash`, byte for byte.
///
/// The system signs whatever it is given: an app that passes the challenge itself instead of its digest gets a valid
/// attestation of that, as in Apple's own samples. So the server has to say which of the two its app does.
public struct ClientDataHash: Sendable, Hashable {
  /// The most bytes that are taken.
  package static let greatestSize = 1024

  /// The bytes.
  public let bytes: Data

  /// The SHA-256 digest of the client data, for an app that hashes, as it should.
  ///
  /// - Parameter clientData: What the app hashed; the server's challenge must be a part of it.
  public init(hashing clientData: Data) { bytes = Data(SHA256.hash(data: clientData)) }

  /// The bytes themselves, for an app that passes them without hashing.
  ///
  /// - Parameter bytes: 1 to 1,024 bytes.
  /// - Throws: ``AuthError/attestation(_:)``.
  public init(exactly bytes: Data) throws(AuthError) {
    guard 1...Self.greatestSize ~= bytes.count else { throw .attestation(.malformed) }
    self.bytes = bytes
  }

  /// The nonce of some authenticator data: the digest of both.
  func nonce(_ authenticatorData: Data) -> Data { Data(SHA256.hash(data: authenticatorData + bytes)) }
}
