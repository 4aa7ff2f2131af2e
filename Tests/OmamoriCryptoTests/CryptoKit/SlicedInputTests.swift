import Foundation
import OmamoriCrypto
import Testing

/// Data whose first index is not zero are taken everywhere.
@Suite struct SlicedInputTests {
  private static let message = Data("a message in the middle of other data".utf8)
  private static let context = FieldContext(table: "table", column: "column", row: 1)

  /// The same bytes as a part of other data.
  private func sliced(_ bytes: some Sequence<UInt8>) -> Data {
    let whole = Data([9, 9, 9]) + Data(Array(bytes)) + Data([7, 7])
    return whole[3..<(whole.count - 2)]
  }

  @Test func sealedBoxes() throws {
    let key = SymmetricKey(data: sliced(0..<32))
    #expect(key == SymmetricKey(data: Data(0..<32)))
    let (message, slice) = (Self.message, sliced(Self.message))
    let box = try AES.GCM.seal(
      slice, using: key, nonce: AES.GCM.Nonce(data: sliced(0..<12)), authenticating: slice)
    let combined = try #require(box.combined)
    let again = try AES.GCM.SealedBox(combined: sliced(combined))
    #expect(again.combined == combined)
    let parts = try AES.GCM.SealedBox(
      nonce: again.nonce, ciphertext: sliced(again.ciphertext), tag: sliced(again.tag))
    #expect(try AES.GCM.open(parts, using: key, authenticating: message) == message)
    let other = try ChaChaPoly.seal(slice, using: key, authenticating: slice)
    let opened = try ChaChaPoly.SealedBox(combined: sliced(other.combined))
    #expect(try ChaChaPoly.open(opened, using: key, authenticating: message) == message)
    let wide = SymmetricKey(data: sliced(0..<64))
    let sealed = try AES.SIV.seal(slice, using: wide, authenticating: [slice])
    #expect(try AES.SIV.open(sliced(sealed), using: wide, authenticating: [message]) == message)
    #expect(try AES.KeyWrap.unwrap(sliced(AES.KeyWrap.wrap(key, using: key)), using: key) == key)
  }

  @Test func keysAndSignatures() throws {
    let key = P256.Signing.PrivateKey()
    for read in [
      try P256.Signing.PrivateKey(rawRepresentation: sliced(key.rawRepresentation)),
      try P256.Signing.PrivateKey(x963Representation: sliced(key.x963Representation)),
      try P256.Signing.PrivateKey(derRepresentation: sliced(key.derRepresentation)),
    ] {
      let signature = try read.signature(for: sliced(Self.message)).rawRepresentation
      let again = try P256.Signing.ECDSASignature(rawRepresentation: sliced(signature))
      #expect(key.publicKey.isValidSignature(again, for: Self.message))
      let coded = try P256.Signing.ECDSASignature(derRepresentation: sliced(again.derRepresentation))
      #expect(key.publicKey.isValidSignature(coded, for: sliced(Self.message)))
    }
    let edwards = try Curve25519.Signing.PrivateKey(
      derRepresentation: sliced(Curve25519.Signing.PrivateKey().derRepresentation))
    let signature = try edwards.signature(for: sliced(Self.message))
    #expect(edwards.publicKey.isValidSignature(sliced(signature), for: Self.message))
  }

  @Test func encryptionToKeys() throws {
    let (message, slice) = (Self.message, sliced(Self.message))
    let key = Curve25519.KeyAgreement.PrivateKey()
    let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: slice)
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: message, encapsulatedKey: sliced(sender.encapsulatedKey))
    let sealed = try sender.seal(slice, authenticating: slice)
    #expect(try recipient.open(sliced(sealed), authenticating: message) == message)

    let hybrid = try XWingMLKEM768X25519.PrivateKey()
    let result = try XWingMLKEM768X25519.PublicKey(
      rawRepresentation: sliced(hybrid.publicKey.rawRepresentation)
    ).encapsulate()
    #expect(try hybrid.decapsulate(sliced(result.encapsulated)) == result.sharedSecret)

    let curve = P521.KeyAgreement.PrivateKey()
    let scheme = ECIES.standardVariableIVX963SHA256AESGCM
    let ecies = try scheme.encrypt(
      slice, to: curve.publicKey, sharedInformation: slice, authenticating: slice)
    #expect(
      try scheme.decrypt(
        sliced(ecies), with: curve, sharedInformation: message, authenticating: message) == message)
  }

  @Test func fieldsOfADatabase() throws {
    let key = SymmetricKey(size: .bits256)
    let keyset = try Keyset()
    let sealedKeyset = try keyset.sealed(under: key, named: "name")
    let opened = try Keyset(opening: sliced(sealedKeyset), under: key, named: "name")
    #expect(opened.entries == keyset.entries)
    let field = try FieldSealer(keyset).seal(sliced(Self.message), in: Self.context)
    let stored = try SealedField(sliced(field.data))
    #expect(stored == field && stored.keyID == keyset.primaryID)
    #expect(try FieldSealer(opened).open(stored, in: Self.context) == Self.message)
  }
}
