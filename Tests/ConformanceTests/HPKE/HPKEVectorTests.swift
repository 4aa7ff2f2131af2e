import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

/// The vectors of RFC 9180 without those of X448, and those of the draft for post-quantum mechanisms.
@Suite(.enabled(if: HPKEVector.folder != nil, "OMAMORI_VECTORS has no vectors of HPKE"))
struct HPKEVectorTests {
  /// What was compared.
  struct Count: Equatable {
    var vectors = 0
    var encryptions = 0
    var exports = 0
  }

  static func suite(_ vector: HPKEVector) -> HPKE.Ciphersuite? {
    guard let kem = HPKE.KEM.allCases.first(where: { $0.identifier == vector.kem_id }),
      let kdf = HPKE.KDF.allCases.first(where: { $0.identifier == vector.kdf_id }),
      let aead = HPKE.AEAD.allCases.first(where: { $0.identifier == vector.aead_id })
    else { return nil }
    return HPKE.Ciphersuite(kem: kem, kdf: kdf, aead: aead)
  }

  /// Runs a vector with keys of one type in its mode.
  static func run<Key: HPKEDiffieHellmanPrivateKeyGeneration>(
    _ vector: HPKEVector,
    _ suite: HPKE.Ciphersuite,
    _ read: (Data) throws -> Key,
    _ raw: (Key) -> Data
  ) throws -> Count where Key.PublicKey.EphemeralPrivateKey == Key {
    let recipient = try suite.kem.derive(from: HPKEVector.bytes(vector.ikmR), read)
    let ephemeral = try suite.kem.derive(from: HPKEVector.bytes(vector.ikmE), read)
    let sender = try vector.ikmS.map { try suite.kem.derive(from: HPKEVector.bytes($0), read) }
    #expect(raw(recipient) == (try HPKEVector.bytes(vector.skRm)))
    #expect(raw(ephemeral) == (try HPKEVector.bytes(vector.skEm)))
    #expect(try sender.map(raw) == vector.skSm.map(HPKEVector.bytes))
    #expect(try recipient.publicKey.hpkeRepresentation(kem: suite.kem) == HPKEVector.bytes(vector.pkRm))
    let result =
      if let sender {
        try HPKE.DHKEM.encapsulate(to: recipient.publicKey, from: sender, with: ephemeral, suite.kem)
      } else {
        try HPKE.DHKEM.encapsulate(to: recipient.publicKey, with: ephemeral, suite.kem)
      }
    #expect(result.sharedSecret == SymmetricKey(data: try HPKEVector.bytes(vector.shared_secret)))
    let (info, enc) = (try HPKEVector.bytes(vector.info), result.encapsulated)
    let opener: HPKE.Recipient
    if let psk = vector.psk {
      let (key, id) = (SymmetricKey(data: try HPKEVector.bytes(psk)), try HPKEVector.bytes(vector.psk_id))
      opener =
        if let sender {
          try HPKE.Recipient(
            privateKey: recipient, ciphersuite: suite, info: info, encapsulatedKey: enc,
            authenticatedBy: sender.publicKey, presharedKey: key, presharedKeyIdentifier: id)
        } else {
          try HPKE.Recipient(
            privateKey: recipient, ciphersuite: suite, info: info, encapsulatedKey: enc, presharedKey: key,
            presharedKeyIdentifier: id)
        }
    } else if let sender {
      opener = try HPKE.Recipient(
        privateKey: recipient, ciphersuite: suite, info: info, encapsulatedKey: enc,
        authenticatedBy: sender.publicKey)
    } else {
      opener = try HPKE.Recipient(
        privateKey: recipient, ciphersuite: suite, info: info, encapsulatedKey: enc)
    }
    return try compare(vector, suite, result, opener)
  }

  /// Seals, opens and exports everything that the vector has.
  static func compare(
    _ vector: HPKEVector,
    _ suite: HPKE.Ciphersuite,
    _ result: KEM.EncapsulationResult,
    _ opener: HPKE.Recipient
  ) throws -> Count {
    let mode = try #require(HPKEMode(rawValue: vector.mode))
    let preshared = try vector.psk.map {
      try HPKEPresharedKey(
        SymmetricKey(data: HPKEVector.bytes($0)), identifier: HPKEVector.bytes(vector.psk_id))
    }
    var recipient = opener
    var sender = HPKE.Sender(
      suite, mode, result, info: try HPKEVector.bytes(vector.info), presharedKey: preshared)
    #expect(sender.encapsulatedKey == (try HPKEVector.bytes(vector.enc)))
    for encryption in vector.encryptions {
      let (message, data) = (try HPKEVector.bytes(encryption.pt), try HPKEVector.bytes(encryption.aad))
      let ciphertext = try HPKEVector.bytes(encryption.ct)
      let (sealed, opened) = (
        try sender.seal(message, authenticating: data), try recipient.open(ciphertext, authenticating: data)
      )
      #expect(sealed == ciphertext && opened == message)
    }
    for export in vector.exports {
      let expected = SymmetricKey(data: try HPKEVector.bytes(export.exported_value))
      let context = try HPKEVector.bytes(export.exporter_context)
      #expect(try sender.exportSecret(context: context, outputByteCount: export.L) == expected)
      #expect(try recipient.exportSecret(context: context, outputByteCount: export.L) == expected)
    }
    if suite.aead == .exportOnly {
      #expect(throws: HPKE.Errors.exportOnlyMode) { try sender.seal(Data()) }
      #expect(throws: HPKE.Errors.exportOnlyMode) { try recipient.open(Data(count: 16)) }
    }
    return Count(vectors: 1, encryptions: vector.encryptions.count, exports: vector.exports.count)
  }

  @Test(arguments: HPKE.KEM.allCases.filter { $0 != .XWingMLKEM768X25519 && $0 != .P384_HKDF_SHA384 })
  func rfc9180(kem: HPKE.KEM) throws {
    var count = Count()
    for vector in try HPKEVector.read("rfc9180") where vector.kem_id == kem.identifier {
      let suite = try #require(Self.suite(vector))
      let compared =
        switch kem {
        case .P256_HKDF_SHA256:
          try Self.run(
            vector, suite, P256.KeyAgreement.PrivateKey.init(rawRepresentation:), \.rawRepresentation)
        case .P521_HKDF_SHA512:
          try Self.run(
            vector, suite, P521.KeyAgreement.PrivateKey.init(rawRepresentation:), \.rawRepresentation)
        default:
          try Self.run(
            vector, suite, Curve25519.KeyAgreement.PrivateKey.init(rawRepresentation:), \.rawRepresentation)
        }
      count = Self.sum(count, compared)
    }
    // Four modes, two derivations, four ciphers of which one only exports.
    #expect(count == Count(vectors: 32, encryptions: 24 * 257, exports: 96))
    print(
      "RFC 9180 \(kem): \(count.vectors) vectors, \(count.encryptions) encryptions, \(count.exports) exports")
  }

  @Test func xWing() throws {
    var count = Count()
    for vector in try HPKEVector.read("hpke-pq")
    where vector.kem_id == HPKE.KEM.XWingMLKEM768X25519.identifier {
      let key = try XWingMLKEM768X25519.PrivateKey(
        seedRepresentation: HPKEVector.bytes(vector.skRm), publicKey: nil)
      #expect(key.publicKey.rawRepresentation == (try HPKEVector.bytes(vector.pkRm)))
      let randomness = SecretBytes(copying: try HPKEVector.bytes(vector.ikmE))
      let result = try key.publicKey.encapsulate(randomness: randomness)
      #expect(result.encapsulated == (try HPKEVector.bytes(vector.enc)))
      #expect(result.sharedSecret == SymmetricKey(data: try HPKEVector.bytes(vector.shared_secret)))
      #expect(try key.decapsulate(result.encapsulated) == result.sharedSecret)
      // The other vector derives keys with SHAKE256 in one stage, which CryptoKit's suites do not have.
      guard let suite = Self.suite(vector) else { continue }
      let recipient = try HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: HPKEVector.bytes(vector.info),
        encapsulatedKey: result.encapsulated)
      count = Self.sum(count, try Self.compare(vector, suite, result, recipient))
    }
    #expect(count == Count(vectors: 1, encryptions: 10, exports: 5))
  }

  @Test(arguments: [(0x41, 1), (0x42, 2)]) func mlkem(identifier: UInt16, expected: Int) throws {
    let kem = identifier == 0x41 ? LatticeKEM.mlkem768 : .mlkem1024
    let vectors = try HPKEVector.read("hpke-pq").filter { $0.kem_id == identifier }
    #expect(vectors.count == expected)
    for vector in vectors {
      let key = try LatticePrivateKey(
        kem, seed: HPKEVector.bytes(vector.skRm), publicKey: Array(HPKEVector.bytes(vector.pkRm)))
      let message = SecretBytes(copying: try HPKEVector.bytes(vector.ikmE))
      let result = try key.publicKey.encapsulate(message: message)
      #expect(result.encapsulated == (try HPKEVector.bytes(vector.enc)))
      #expect(result.sharedSecret == SymmetricKey(data: try HPKEVector.bytes(vector.shared_secret)))
      #expect(try key.decapsulate(result.encapsulated) == result.sharedSecret)
    }
  }

  static func sum(_ left: Count, _ right: Count) -> Count {
    Count(
      vectors: left.vectors + right.vectors,
      encryptions: left.encryptions + right.encryptions,
      exports: left.exports + right.exports
    )
  }
}
