import Foundation
import OmamoriCrypto
import Testing

@Suite struct KeyWrapTests {
  @Test func theTestVectorsOfTheSpecificationsHold() throws {
    // RFC 3394 §4.6.
    let kek = SymmetricKey(data: Array(0..<32 as Range<UInt8>))
    let key = SymmetricKey(
      data: hex("00112233445566778899aabbccddeeff 000102030405060708090a0b0c0d0e0f"))
    let wrapped = hex(
      """
      28c9f404c4b810f4cbccb35cfb87f826 3f5786e2d80ed326cbc7f0e71a99f43b
      fb988b9b7a02dd21
      """)
    #expect(try Array(AES.KeyWrap.wrap(key, using: kek)) == wrapped)
    #expect(try AES.KeyWrap.unwrap(wrapped, using: kek) == key)
    // RFC 5649 §6.
    let second = SymmetricKey(data: hex("5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"))
    let secret = SymmetricKey(data: hex("466f7250617369"))
    let padded = hex("afbeb0f07dfbf5419200f2ccb50bb24f")
    #expect(try Array(AES.PaddedKeyWrap.wrap(secret, using: second)) == padded)
    #expect(try AES.PaddedKeyWrap.unwrap(padded, using: second) == secret)
  }

  @Test func everyChangedByteIsNoticed() throws {
    let kek = SymmetricKey(size: .bits256)
    let key = SymmetricKey(size: .bits256)
    let wrapped = try AES.KeyWrap.wrap(key, using: kek)
    let padded = try AES.PaddedKeyWrap.wrap(key, using: kek)
    for index in wrapped.indices {
      var (changed, changedPadded) = (wrapped, padded)
      changed[index] ^= 1
      changedPadded[index] ^= 1
      #expect(throws: CryptoKitError.unwrapFailure) { try AES.KeyWrap.unwrap(changed, using: kek) }
      #expect(throws: CryptoKitError.unwrapFailure) {
        try AES.PaddedKeyWrap.unwrap(changedPadded, using: kek)
      }
    }
    for count in 0..<wrapped.count {
      #expect(throws: CryptoKitError.unwrapFailure) {
        try AES.KeyWrap.unwrap(wrapped.prefix(count), using: kek)
      }
    }
  }

  @Test func wrongSizesAreRefused() throws {
    let kek = SymmetricKey(size: .bits256)
    for size in [0, 8, 15, 17, 31] {
      let key = SymmetricKey(data: Data(count: size))
      #expect(throws: CryptoKitError.wrapFailure) { try AES.KeyWrap.wrap(key, using: kek) }
      #expect(throws: CryptoKitError.incorrectKeySize) { try AES.KeyWrap.wrap(kek, using: key) }
    }
    #expect(throws: CryptoKitError.wrapFailure) {
      try AES.PaddedKeyWrap.wrap(SymmetricKey(data: Data()), using: kek)
    }
  }
}
