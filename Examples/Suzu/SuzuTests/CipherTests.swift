import CryptoKit
import Testing

@testable import Suzu

@Suite struct CipherTests {
  let password = "test-Password-1"

  @Test func sameKey() {
    let key = SymmetricKey(data: Data("0123456789abcdef0123456789abcdef".utf8))
    #expect(key.bitCount == 256)
  }
}
