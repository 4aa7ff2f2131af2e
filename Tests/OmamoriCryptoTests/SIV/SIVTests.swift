import Foundation
import OmamoriCrypto
import Testing

@Suite struct SIVTests {
  @Test func severalHeadersGiveTheTestVectorOfTheSpecification() throws {
    // RFC 5297 §A.2.
    let key = SymmetricKey(
      data: hex("7f7e7d7c7b7a79787776757473727170 404142434445464748494a4b4c4d4e4f"))
    let headers = [
      hex("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
      hex("102030405060708090a0"), hex("09f911029d74e35bd84156c5635688c0"),
    ].map { Data($0) }
    let message = Data("this is some plaintext to encrypt using SIV-AES".utf8)
    let sealed = try AES.SIV.seal(message, using: key, authenticating: headers)
    #expect(
      Array(sealed)
        == hex(
          """
          7bdb6e3b432667eb06f4d14bff2fbd0f cb900f2fddbe404326601965c889bf17
          dba77ceb094fa663b7a3f748ba8af829 ea64ad544a272e9c485b62a3fd5c0d
          """))
    #expect(try AES.SIV.open(sealed, using: key, authenticating: headers) == message)
    for other in [[], [headers[0]], [headers[1], headers[0], headers[2]], headers + [Data()]] {
      #expect(throws: CryptoError.authenticationFailed) {
        try AES.SIV.open(sealed, using: key, authenticating: other)
      }
    }
  }

  @Test(arguments: [32, 48, 64]) func messagesOfEveryLengthAreOpened(_ size: Int) throws {
    let key = SymmetricKey(size: .init(bitCount: size * 8))
    for count in [0, 1, 15, 16, 17, 31, 32, 33, 1000] {
      let message = Data(repeating: 0x5A, count: count)
      let sealed = try AES.SIV.seal(message, using: key)
      #expect(sealed.count == count + AES.SIV.overhead)
      #expect(try AES.SIV.open(sealed, using: key) == message)
      for index in Set([0, 15, count / 2 + 15, count + 15]) {
        var changed = sealed
        changed[index] ^= 0x80
        #expect(throws: CryptoError.authenticationFailed) { try AES.SIV.open(changed, using: key) }
      }
    }
  }

  @Test func wrongSizesAreRefused() throws {
    let key = SymmetricKey(size: .bits256)
    #expect(throws: CryptoError.authenticationFailed) { try AES.SIV.open(Data(count: 15), using: key) }
    #expect(throws: CryptoError.outOfRange(lower: 0, upper: 126)) {
      try AES.SIV.seal(Data(), using: key, authenticating: Array(repeating: Data(), count: 127))
    }
    #expect(throws: CryptoError.outOfRange(lower: 32, upper: 64)) {
      try AES.SIV.seal(Data(), using: SymmetricKey(size: .bits128))
    }
  }
}
