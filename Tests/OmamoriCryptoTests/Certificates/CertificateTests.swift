import OmamoriCore
import OmamoriCrypto
import Testing

// Made with OpenSSL 3: `req -x509` for the first two, `x509 -req` for the one of version 1. The expected values are those
// that OpenSSL and Python's cryptography say.
private enum Samples {
  /// P-256, with a serial number that begins with a zero byte.
  static let p256 = """
    -----BEGIN CERTIFICATE-----
    MIIBwjCCAWigAwIBAgIJAPHi08S1ppeIMAoGCCqGSM49BAMCMDwxCzAJBgNVBAYT
    AkpQMRAwDgYDVQQKDAdFeGFtcGxlMRswGQYDVQQDDBJjbGllbnQuZXhhbXBsZS5j
    b20wHhcNMjYxMTIyMDM0MzU0WhcNMzYxMTE5MDM0MzU0WjA8MQswCQYDVQQGEwJK
    UDEQMA4GA1UECgwHRXhhbXBsZTEbMBkGA1UEAwwSY2xpZW50LmV4YW1wbGUuY29t
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuhvqBftCORyoQENVzZR5z9mq+as+
    x1PpE4r7wpiBncA5cBoKdIHALCL9NjwTKx3IEPDB5aLElvn7WX34FBqafaNTMFEw
    HQYDVR0OBBYEFIe6nvnqMNMlecpYgjXtOydD7KvwMB8GA1UdIwQYMBaAFIe6nvnq
    MNMlecpYgjXtOydD7KvwMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAw
    RQIhAMC0gKgHMf7p0zL8iK8zdY6UKw5Oe2MzW7XN7nfvq3HqAiBYDUUNShkFFmSy
    6IKhxZ+fLrkzLv8TYfAzwQ8TMVdnZw==
    -----END CERTIFICATE-----
    """
  /// Ed25519, a name in UTF-8, and an end after 2049.
  static let ed25519 = """
    -----BEGIN CERTIFICATE-----
    MIIBUDCCAQKgAwIBAgIBATAFBgMrZXAwJjEkMCIGA1UEAwwbeGU1eGJleGExeGU1
    eGFleDg4eGUzeDgyeDhhMCAXDTI2MTEyMjAzNDM1NFoYDzIwODEwODI1MDM0MzU0
    WjAmMSQwIgYDVQQDDBt4ZTV4YmV4YTF4ZTV4YWV4ODh4ZTN4ODJ4OGEwKjAFBgMr
    ZXADIQD99hE8f0AfNx5Hks5K2WrUMEMGrKrOIuEzGtU2ythdD6NTMFEwHQYDVR0O
    BBYEFBaXXgqMU4akfJBaWKigr3pX+hyEMB8GA1UdIwQYMBaAFBaXXgqMU4akfJBa
    WKigr3pX+hyEMA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EAp5AXOLs2VAPcPEWG
    tFE2WOhV2A0MC4ytrbhOgcCF17od6z3qA50VHVYp6LLEEtDg+1gKBIbOxVX5VO8m
    R0J2DA==
    -----END CERTIFICATE-----
    """
  /// RSA, version 1, without extensions.
  static let version1 = """
    -----BEGIN CERTIFICATE-----
    MIICqDCCAZACAX8wDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPb2xkLmV4YW1w
    bGUuY29tMB4XDTI2MTEyMjAzNDM1NVoXDTI2MTIyMjAzNDM1NVowGjEYMBYGA1UE
    AwwPb2xkLmV4YW1wbGUuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
    AQEAtVULbUCWVU8lCWCBZe713Yg1njH5BTf5N5YICjpAsDidcxppQp5GMlGm8Kbz
    7Ips4HIlnc1H6if56c66Ao+oKuKGa6BADjkfH/HH4HKRgDXx8bNK/vJVjmIyN19D
    CpX2eUjDZq7eEoZP9vlEiBu1Ii89H+0ts2ofmlWkummzRnWTGJNLj5w/yqiM64UW
    ZBVMVy3eaf0HZmniKLPZPA54wMFV8TXA3fxJ4pwQoWJ/lGQhn5z6qHFsfaO3C4gg
    dY7KQast8zdwJyEVD2F2RMDEHFEXUtKE8d9MMA+mz+2p58wsmFQrMgV3wPrdJTBY
    j3d+roAPzqjghgYBwQqAzoPxnwIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQAyAa4Z
    fH5/nFQRIvgc1ssn4UyPg6SYoQIe9UFRSIJ03a7Nj+Ma4Cjiw4YFN7x/bg+FZq/D
    +RGiUuvF1QyXOYIWKd5jnEZL0juasvak/8Z2SXmMAY/stnv7742kn4n49CZ4LSiX
    mkXZDi1s/6Es56nBXDwtTdxDX3VweIxvuamgZTKl3v66UqzPA4RRmhFSEHAccCLy
    0xCrzfkOM+Y29IBL72giDSE+8tJk6fRBZdWdYsR+EVRp+wkKfoIXTGk25LaqN19g
    Ms2M33s5EcRV0hm5bqvpTAJZv/vy2dzCwMMqpTEKFpmwaAOXQwHSF46UGmABtpJE
    ZXIRVS/M39x3GJ/K
    -----END CERTIFICATE-----
    """
}

@Suite struct CertificateTests {
  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  @Test func readsWhatOpenSSLWrites() throws {
    let certificate = try Certificate(pemRepresentation: Samples.p256)
    #expect(hex(certificate.serialNumber) == "00f1e2d3c4b5a69788")
    #expect(certificate.notValidBefore == Date(timeIntervalSince1970: 1_795_319_034))
    #expect(certificate.notValidAfter == Date(timeIntervalSince1970: 2_110_679_034))
    #expect(
      hex(certificate.fingerprint) == "ea6934d654eee15ce39f3142c853f3e5a2740ca31821391b3030c9c69e78c457")
    #expect(hex(certificate.publicKeyHash) == "87ba9ef9ea30d32579ca588235ed3b2743ecabf0")
    #expect(certificate.subjectKeyIdentifier == certificate.publicKeyHash)
    #expect(certificate.issuer == certificate.subject)
    #expect(
      hex(SHA256.hash(data: certificate.issuer))
        == "8bf3f8cf8d5b6e9500a6e9225ff063760edd97a3d79f487dd61662cff633460c")
    #expect(
      hex(SHA256.hash(data: certificate.subjectPublicKeyInfo))
        == "89fdb85e42c417e2a2d4598ceb99e08d121666c34c71e0a462d14dc6520c7a2b")
    let key = try P256.Signing.PublicKey(derRepresentation: certificate.subjectPublicKeyInfo)
    #expect(Data(Insecure.SHA1.hash(data: key.x963Representation)) == certificate.publicKeyHash)
    #expect(certificate.pemRepresentation == Samples.p256)
    #expect(try Certificate(derRepresentation: certificate.derRepresentation) == certificate)
  }

  @Test func readsLongTimesAndOtherKeys() throws {
    let certificate = try Certificate(pemRepresentation: Samples.ed25519)
    #expect(hex(certificate.serialNumber) == "01")
    #expect(certificate.notValidAfter == Date(timeIntervalSince1970: 3_523_319_034))
    #expect(hex(certificate.publicKeyHash) == "16975e0a8c5386a47c905a58a8a0af7a57fa1c84")
    #expect(
      hex(SHA256.hash(data: certificate.subject))
        == "4fa5f50fbcc97e1e2209d0fca5f8c448fba03917cd1351785310d0e70bc2014f")
  }

  @Test func readsVersion1() throws {
    let certificate = try Certificate(pemRepresentation: Samples.version1)
    #expect(hex(certificate.serialNumber) == "7f")
    #expect(certificate.subjectKeyIdentifier == nil)
    #expect(hex(certificate.publicKeyHash) == "dd888626523cad4cb0492322afa8921a5f252fb0")
    #expect(
      hex(certificate.fingerprint) == "15527db4dbe7aeea73736a4a99deffcee5c16c29d3abc22415487d6b25fcc732")
  }

  @Test func refusesWhatIsCutOffOrGoesOn() throws {
    for sample in [Samples.p256, Samples.ed25519, Samples.version1] {
      let der = try Certificate(pemRepresentation: sample).derRepresentation
      for count in 0..<der.count {
        #expect(throws: CryptoError.self) { _ = try Certificate(derRepresentation: der.prefix(count)) }
      }
      #expect(throws: CryptoError.malformed(.certificate, offset: nil)) {
        _ = try Certificate(derRepresentation: der + [0])
      }
    }
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: Certificate.greatestSize)) {
      _ = try Certificate(derRepresentation: Data(count: Certificate.greatestSize + 1))
    }
    #expect(throws: CryptoError.malformed(.certificate, offset: nil)) {
      _ = try Certificate(
        pemRepresentation: Samples.p256.split(separator: "CERTIFICATE").joined(separator: "KEY"))
    }
  }

  @Test func survivesEveryChangedByte() throws {
    for sample in [Samples.p256, Samples.ed25519] {
      let der = try Certificate(pemRepresentation: sample).derRepresentation
      var readable = 0
      for index in 0..<der.count {
        for bit in 0..<8 {
          var changed = der
          changed[index] ^= 1 << bit
          guard let certificate = try? Certificate(derRepresentation: changed) else { continue }
          readable += 1
          #expect(certificate.derRepresentation == changed)
        }
      }
      // Names, keys and signatures can hold any bytes; the frame around them cannot.
      #expect(readable > 0 && readable < der.count * 8)
    }
  }

  @Test(arguments: [
    "991231235959Z", "500101000000Z", "491231235959Z", "000229000000Z", "20000229000000Z", "20500101000000Z",
  ])
  func readsTimes(_ text: String) throws {
    let certificate = try Certificate(derRepresentation: withTime(text))
    let expected: [String: Double] = [
      "991231235959Z": 946_684_799, "500101000000Z": -631_152_000, "491231235959Z": 2_524_607_999,
      "000229000000Z": 951_782_400, "20000229000000Z": 951_782_400, "20500101000000Z": 2_524_608_000,
    ]
    #expect(certificate.notValidBefore.timeIntervalSince1970 == expected[text])
  }

  @Test(arguments: [
    "991331235959Z", "990229000000Z", "190001000000Z", "19000229000000Z", "991231240000Z", "991231236000Z",
    "991231235960Z", "9912312359Z", "991231235959+", "99123123595aZ", "", "Z", "991231235959.5Z",
    "991231235959+0100", "20001301000000Z", "2000010100000Z",
  ])
  func refusesTimes(_ text: String) {
    #expect(throws: CryptoError.malformed(.certificate, offset: nil)) {
      _ = try Certificate(derRepresentation: withTime(text))
    }
  }

  /// A small certificate with this beginning of its validity.
  private func withTime(_ text: String) -> Data {
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      let count = content.count
      let long = count < 256 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]
      return [tag] + (count < 128 ? [UInt8(count)] : long) + content
    }
    let algorithm = element(0x30, element(0x06, [0x2B, 0x65, 0x70]))
    let name = element(0x30, [])
    let start = element(text.utf8.count == 13 ? 0x17 : 0x18, Array(text.utf8))
    let validity = element(0x30, start + element(0x18, Array("20991231235959Z".utf8)))
    let key = element(0x30, algorithm + element(0x03, [0] + [UInt8](repeating: 7, count: 32)))
    let body = element(0x30, element(0x02, [1]) + algorithm + name + validity + name + key)
    return Data(element(0x30, body + algorithm + element(0x03, [0, 1, 2, 3])))
  }
}
