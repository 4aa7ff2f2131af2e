@_spi(Testing) import OmamoriCore
@testable import OmamoriCrypto
import Testing

@Suite struct RSATests {
  static let key = Result { () throws(CryptoError) in try RSA.Signing.PrivateKey(keySizeInBits: 2048) }

  @Test(arguments: RSA.Hash.allCases) func `PSS and PKCS 1 sign and verify`(hash: RSA.Hash) throws {
    let key = try Self.key.get()
    let message = Array("message".utf8)
    for padding in [RSA.Signing.Padding.PSS, .insecurePKCS1v1_5, .PSS(mask: .sha1, saltByteCount: 0)] {
      let signature = try key.signature(for: message, hash: hash, padding: padding)
      #expect(signature.rawRepresentation.count == 256)
      #expect(key.publicKey.isValidSignature(signature, for: message, hash: hash, padding: padding))
      #expect(!key.publicKey.isValidSignature(signature, for: message + [0], hash: hash, padding: padding))
      var changed = Array(signature.rawRepresentation)
      changed[100] ^= 1
      let wrong = RSA.Signing.RSASignature(rawRepresentation: changed)
      #expect(!key.publicKey.isValidSignature(wrong, for: message, hash: hash, padding: padding))
      let short = RSA.Signing.RSASignature(rawRepresentation: signature.rawRepresentation.dropLast())
      #expect(!key.publicKey.isValidSignature(short, for: message, hash: hash, padding: padding))
    }
    let pss = try key.signature(for: message, hash: hash)
    #expect(!key.publicKey.isValidSignature(pss, for: message, hash: hash, padding: .insecurePKCS1v1_5))
    #expect(!key.publicKey.isValidSignature(pss, for: message, hash: hash, padding: .PSS(saltByteCount: 1)))
  }

  @Test func `A digest is signed as its message`() throws {
    let key = try Self.key.get()
    let message = Array("message".utf8)
    let signature = try key.signature(for: SHA384.hash(data: message))
    #expect(key.publicKey.isValidSignature(signature, for: message, hash: .sha384))
    #expect(key.publicKey.isValidSignature(signature, for: SHA384.hash(data: message)))
    #expect(!key.publicKey.isValidSignature(signature, for: SHA256.hash(data: message)))
    #expect(throws: CryptoError.self) { try key.signature(for: Insecure.MD5.hash(data: message)) }
  }

  @Test func `Salts that do not fit are refused`() throws {
    let key = try Self.key.get()
    #expect(throws: CryptoError.outOfRange(lower: 0, upper: 222)) {
      try key.signature(for: [UInt8](), padding: .PSS(saltByteCount: 223))
    }
    #expect(throws: CryptoError.self) { try key.signature(for: [UInt8](), padding: .PSS(saltByteCount: -1)) }
    #expect(throws: Never.self) { try key.signature(for: [UInt8](), padding: .PSS(saltByteCount: 222)) }
  }

  @Test(arguments: RSA.Hash.allCases) func `OAEP opens what it sealed`(hash: RSA.Hash) throws {
    let key = RSA.Encryption.PrivateKey(numbers: try Self.key.get().numbers)
    let padding = RSA.Encryption.Padding.OAEP(hash, label: Array("label".utf8))
    let limit = key.publicKey.maximumMessageSize(padding: padding)
    for count in [0, 1, limit] {
      let message = Data(repeating: 5, count: count)
      let ciphertext = try key.publicKey.encrypt(message, padding: padding)
      #expect(try key.decrypt(ciphertext, padding: padding) == message)
      #expect(throws: CryptoError.authenticationFailed) { try key.decrypt(ciphertext, padding: .OAEP(hash)) }
      var changed = ciphertext
      changed[200] ^= 1
      #expect(throws: CryptoError.authenticationFailed) { try key.decrypt(changed, padding: padding) }
      #expect(throws: CryptoError.authenticationFailed) {
        try key.decrypt(ciphertext.dropLast(), padding: padding)
      }
    }
    #expect(throws: CryptoError.outOfRange(lower: 0, upper: limit)) {
      try key.publicKey.encrypt(Data(repeating: 5, count: limit + 1), padding: padding)
    }
  }

  @Test func `All representations are read again`() throws {
    let key = try Self.key.get()
    let der = key.derRepresentation
    #expect(try RSA.Signing.PrivateKey(derRepresentation: der).derRepresentation == der)
    #expect(
      try RSA.Signing.PrivateKey(derRepresentation: key.pkcs1DERRepresentation).derRepresentation == der)
    #expect(try RSA.Signing.PrivateKey(pemRepresentation: key.pemRepresentation).derRepresentation == der)
    #expect(
      try RSA.Signing.PrivateKey(pemRepresentation: key.pkcs1PEMRepresentation).derRepresentation == der)
    let publicKey = key.publicKey
    let publicDER = publicKey.derRepresentation
    #expect(try RSA.Signing.PublicKey(derRepresentation: publicDER).derRepresentation == publicDER)
    #expect(
      try RSA.Signing.PublicKey(derRepresentation: publicKey.pkcs1DERRepresentation).derRepresentation
        == publicDER)
    #expect(
      try RSA.Signing.PublicKey(pemRepresentation: publicKey.pemRepresentation).derRepresentation == publicDER
    )
    #expect(
      try RSA.Signing.PublicKey(pemRepresentation: publicKey.pkcs1PEMRepresentation).derRepresentation
        == publicDER)
    #expect(try RSA.Signing.PublicKey(n: publicKey.n, e: publicKey.e).derRepresentation == publicDER)
    #expect(
      try RSA.Signing.PublicKey(n: [0] + publicKey.n, e: [0, 0] + publicKey.e).derRepresentation == publicDER)
    #expect(key.keySizeInBits == 2048 && publicKey.keySizeInBits == 2048)
  }

  @Test(arguments: [0, 512, 1024, 2040, 2047, 2049, 16392]) func `Keys of other sizes are not made`(
    bitCount: Int
  ) {
    #expect(throws: CryptoError.outOfRange(lower: 2048, upper: 16384)) {
      try RSA.Signing.PrivateKey(keySizeInBits: bitCount)
    }
  }

  @Test func `Small keys are read on demand only, to verify`() throws {
    let n = [0xC1] + [UInt8](repeating: 0x55, count: 126) + [0x01]
    #expect(throws: CryptoError.outOfRange(lower: 2048, upper: 16384)) {
      try RSA.Signing.PublicKey(n: n, e: [1, 0, 1])
    }
    let der = hex("30819f300d06092a864886f70d010101050003818d0030818902818100") + n + hex("0203010001")
    #expect(throws: CryptoError.self) { try RSA.Signing.PublicKey(derRepresentation: der) }
    #expect(try RSA.Signing.PublicKey(unsafeDERRepresentation: der).keySizeInBits == 1024)
  }

  @Test(arguments: [[], [0], [1], [2], [4], [1, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]])
  func `Public exponents that are of no use are refused`(exponent: [UInt8]) throws {
    let n = try Self.key.get().publicKey.n
    #expect(throws: CryptoError.malformed(.der, offset: nil)) { try RSA.Signing.PublicKey(n: n, e: exponent) }
  }

  @Test func `Private numbers without end are refused at once`() throws {
    let publicKey = try Self.key.get().publicKey
    let endless = [UInt8](repeating: 0x7F, count: 8 << 20)
    let der = DERWriter.write { writer in
      writer.sequence { key in
        key.unsignedInteger([0])
        key.unsignedInteger(publicKey.n)
        key.unsignedInteger(publicKey.e)
        key.unsignedInteger([3])
        for _ in 0..<5 { key.unsignedInteger(endless) }
      }
    }
    let time = ContinuousClock()
      .measure {
        #expect(throws: CryptoError.malformed(.der, offset: nil)) {
          try RSA.Signing.PrivateKey(derRepresentation: der)
        }
      }
    #expect(time < .seconds(1), "the product of the two numbers takes several seconds")
  }

  @Test func `Keys and errors show no secret`() throws {
    let key = try Self.key.get()
    var dumped = "\(key)"
    dump(key, to: &dumped)
    #expect(dumped.contains("<redacted>"))
    #expect(!dumped.contains(key.pkcs1DERRepresentation.base64EncodedString()))
    let probe = LeakProbe()
    let texts = [
      "-----BEGIN PRIVATE KEY-----\n%\n-----END PRIVATE KEY-----", "%", key.pemRepresentation + "%",
    ]
    for input in try probe.inputs(from: texts, randomness: SystemRandomness(), count: 50) {
      let text = String(decoding: input, as: UTF8.self)
      do {
        _ = try RSA.Signing.PrivateKey(pemRepresentation: text)
        Issue.record("a broken document was read")
      } catch {
        #expect(probe.leaks(in: error).isEmpty)
      }
      do {
        _ = try P256.Signing.PrivateKey(pemRepresentation: text)
        Issue.record("a broken document was read")
      } catch {
        #expect(probe.leaks(in: error).isEmpty)
      }
    }
  }
}
