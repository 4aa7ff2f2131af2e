// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
@testable import OmamoriAuth
import OmamoriCore
import OmamoriCrypto

/// CBOR, authenticator data, attestations and receipts of hostile devices: nothing that Apple did not sign is verified,
/// and a document that is read is read to its end.
func fuzzAttestation(_ bytes: [UInt8]) {
  let data = Data(bytes)
  if let value = try? CBORReader.value(of: data) {
    expect((try? CBORReader.value(of: data + [0])) == nil, "nothing follows a document")
    expect((try? CBORReader.value(of: data.dropLast())) == nil, "no part of a document is one")
    expect((try? CBORReader.value(of: data)) == value, "a document is read the same each time")
  }
  if let parsed = try? AuthenticatorData(attestation: data) {
    expect(
      parsed.credential?.identifier.count == 32 && parsed.credential?.point.count == 65, "a key is whole")
  }
  if let parsed = try? AuthenticatorData(assertion: data) {
    expect(parsed.credential == nil && parsed.appDigest.count == 32, "an assertion has no key")
  }
  _ = try? AttestationObject(data)
  _ = try? ReceiptAttributes(data)
  expect(
    (try? makeVerifier()?.verify(data, keyID: Data(count: 32), clientDataHash: ClientDataHash(hashing: data)))
      == nil, "Apple signed nothing"
  )
  guard let root = try? AppleRoot.g3.certificate() else { return }
  let moment = Date(timeIntervalSince1970: 1_790_000_000)
  expect((try? SignedMessage(verifying: data, root: root, at: moment)) == nil, "Apple signed no message")
}

private struct Moment: WallClock {
  let date = Date(timeIntervalSince1970: 1_790_000_000)
}

private func makeVerifier() -> AttestationVerifier? {
  guard let app = try? AppIdentifier(team: "A1B2C3D4E5", bundle: "com.example.app") else { return nil }
  return try? AttestationVerifier(appID: app, clock: Moment())
}
