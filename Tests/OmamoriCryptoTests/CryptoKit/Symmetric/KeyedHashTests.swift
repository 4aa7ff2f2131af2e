import Foundation
import OmamoriCrypto
import Testing

@Suite struct KeyedHashTests {
  @Test func hmacGivesTheTestVectorOfItsSpecification() {
    // RFC 4231, test case 2.
    let key = SymmetricKey(data: Data("Jefe".utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Data("what do ya want for nothing?".utf8), using: key)
    #expect(Array(code) == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(
      code.description == "HMAC with SHA256: 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  }

  @Test func hkdfGivesTheTestVectorOfItsSpecification() {
    // RFC 5869, test case 1.
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)),
      salt: hex("000102030405060708090a0b0c"),
      info: hex("f0f1f2f3f4f5f6f7f8f9"),
      outputByteCount: 42)
    let expected = hex(
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(key == SymmetricKey(data: expected))
  }

  @Test func aCodeIsAValueToo() {
    let key = SymmetricKey(size: .bits256)
    var first = HMAC<SHA384>(key: key)
    first.update(data: Data("ab".utf8))
    var second = first
    second.update(data: Data("c".utf8))
    let abc = HMAC<SHA384>.authenticationCode(for: Data("abc".utf8), using: key)
    #expect(second.finalize() == abc)
    #expect(first.finalize() == HMAC<SHA384>.authenticationCode(for: Data("ab".utf8), using: key))
    #expect(HMAC<SHA384>.isValidAuthenticationCode(abc, authenticating: Data("abc".utf8), using: key))
    #expect(HMAC<SHA384>.isValidAuthenticationCode(Data(abc), authenticating: Data("abc".utf8), using: key))
    #expect(
      !HMAC<SHA384>.isValidAuthenticationCode(
        Data(abc).dropLast(), authenticating: Data("abc".utf8), using: key))
    #expect(!HMAC<SHA384>.isValidAuthenticationCode(abc, authenticating: Data("abd".utf8), using: key))
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 300]) func keysOfEveryLengthAreTaken(_ size: Int) {
    let key = SymmetricKey(data: [UInt8](repeating: 0xA5, count: size))
    let message = [UInt8]("message".utf8)
    var streaming = HMAC<SHA256>(key: key)
    streaming.update(data: message)
    #expect(streaming.finalize() == HMAC<SHA256>.authenticationCode(for: message.chunked(by: 2), using: key))
  }

  @Test func aHashFunctionFromElsewhereServesToo() {
    let key = SymmetricKey(data: [UInt8](repeating: 3, count: 100))
    let message = Data("message".utf8)
    let code = HMAC<Foreign>.authenticationCode(for: message, using: key)
    #expect(Array(code) == Array(HMAC<SHA256>.authenticationCode(for: message, using: key)))
    for count in [0, 1, 32, 33, 255 * 32] {
      let derived = HKDF<Foreign>.deriveKey(
        inputKeyMaterial: key, salt: message, info: message, outputByteCount: count)
      #expect(
        derived
          == HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: message, info: message, outputByteCount: count))
    }
  }

  /// A function that only the protocol is known of.
  struct Foreign: HashFunction {
    static let blockByteCount = 64
    private var function = SHA256()
    mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      unsafe function.update(bufferPointer: bufferPointer)
    }
    func finalize() -> SHA256Digest { function.finalize() }
  }
}
