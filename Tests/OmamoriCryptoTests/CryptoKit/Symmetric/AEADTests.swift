import Foundation
import OmamoriCrypto
import Testing

@Suite struct AEADTests {
  let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
  let message = Data("kept from everybody else".utf8)

  @Test func aesGCMGivesTheTestVectorOfItsSpecification() throws {
    // Test case 16 of the submission of GCM to NIST.
    let key = SymmetricKey(data: hex("feffe9928665731c6d6a8f9467308308 feffe9928665731c6d6a8f9467308308"))
    let message = hex(
      """
      d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
      1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
      """)
    let data = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    let nonce = try AES.GCM.Nonce(data: hex("cafebabefacedbaddecaf888"))
    let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data)
    #expect(
      Array(box.ciphertext)
        == hex(
          """
          522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
          8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
          """))
    #expect(Array(box.tag) == hex("76fc6ece0f4e1768cddf8853bb2d551b"))
    #expect(try AES.GCM.open(box, using: key, authenticating: data) == Data(message))
  }

  @Test func chaChaPolyGivesTheTestVectorOfItsSpecification() throws {
    // RFC 8439 §2.8.2.
    let key = SymmetricKey(data: Array(0x80...0x9F as ClosedRange<UInt8>))
    let message =
      Array(
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
          .utf8) + Array("sunscreen would be it.".utf8)
    let box = try ChaChaPoly.seal(
      message, using: key, nonce: .init(data: hex("070000004041424344454647")),
      authenticating: hex("50515253c0c1c2c3c4c5c6c7"))
    #expect(Array(box.tag) == hex("1ae10b594f09e26a7e902ecbd0600691"))
    #expect(Array(box.ciphertext.prefix(8)) == hex("d31a8d34648e60db"))
    #expect(box.combined.count == 12 + message.count + 16)
  }

  @Test(arguments: [16, 24, 32]) func everyKeySizeOfAESOpensWhatItSealed(_ size: Int) throws {
    let key = SymmetricKey(size: SymmetricKeySize(bitCount: size * 8))
    let box = try AES.GCM.seal(message, using: key)
    let combined = try #require(box.combined)
    #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key) == message)
  }

  @Test(arguments: [12, 13, 16, 31, 64, 128, 129, 255]) func everyNonceFromTwelveBytesOnIsTaken(_ size: Int)
    throws
  {
    let nonce = try AES.GCM.Nonce(data: Array(0..<UInt8(size)))
    let box = try AES.GCM.seal(message, using: key, nonce: nonce)
    #expect((box.combined == nil) == (size != 12))
    #expect(Array(box.nonce) == Array(nonce))
    let again = try AES.GCM.SealedBox(nonce: box.nonce, ciphertext: box.ciphertext, tag: box.tag)
    #expect(try AES.GCM.open(again, using: key) == message)
  }

  @Test func aLongNonceProtectsLikeAShortOne() throws {
    let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 1, count: 200))
    for count in [0, 1, 16, 1000] {
      let message = Data(repeating: 4, count: count)
      let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: message)
      #expect(try AES.GCM.open(box, using: key, authenticating: message) == message)
      #expect(throws: CryptoKitError.authenticationFailure) {
        try AES.GCM.open(box, using: key, authenticating: message + [0])
      }
      var tag = box.tag
      tag[tag.startIndex] ^= 1
      let changed = try AES.GCM.SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: tag)
      #expect(throws: CryptoKitError.authenticationFailure) {
        try AES.GCM.open(changed, using: key, authenticating: message)
      }
    }
  }

  @Test func wrongSizesAreRefused() throws {
    #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.Nonce(data: Data(count: 11)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) { try ChaChaPoly.Nonce(data: Data(count: 11)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) { try ChaChaPoly.Nonce(data: Data(count: 13)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try AES.GCM.SealedBox(combined: Data(count: 27))
    }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try ChaChaPoly.SealedBox(combined: Data(count: 27))
    }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try AES.GCM.SealedBox(nonce: .init(), ciphertext: message, tag: Data(count: 15))
    }
    for size in [0, 1, 15, 17, 31, 33, 64] {
      let key = SymmetricKey(data: Data(count: size))
      #expect(throws: CryptoKitError.incorrectKeySize) { try AES.GCM.seal(message, using: key) }
      #expect(throws: CryptoKitError.incorrectKeySize) { try ChaChaPoly.seal(message, using: key) }
    }
  }

  @Test func everyChangedBitIsNoticed() throws {
    let data = Data("context".utf8)
    let combined = try #require(AES.GCM.seal(message, using: key, authenticating: data).combined)
    for index in combined.indices {
      for bit in 0..<8 {
        var changed = combined
        changed[index] ^= 1 << bit
        let box = try AES.GCM.SealedBox(combined: changed)
        #expect(throws: CryptoKitError.authenticationFailure) {
          try AES.GCM.open(box, using: key, authenticating: data)
        }
      }
    }
    let box = try AES.GCM.SealedBox(combined: combined)
    #expect(throws: CryptoKitError.authenticationFailure) { try AES.GCM.open(box, using: key) }
    #expect(throws: CryptoKitError.authenticationFailure) {
      try AES.GCM.open(box, using: SymmetricKey(size: .bits256), authenticating: data)
    }
  }

  @Test func emptyMessagesAndDataInPiecesAreSealed() throws {
    let box = try ChaChaPoly.seal(Data(), using: key, authenticating: message)
    #expect(try ChaChaPoly.open(box, using: key, authenticating: message).isEmpty)
    let pieces = [UInt8](message).chunked(by: 5)
    let joined = try AES.GCM.seal(pieces, using: key, authenticating: pieces)
    #expect(try AES.GCM.open(joined, using: key, authenticating: message) == message)
  }
}

extension [UInt8] {
  /// The bytes in several regions, as data from a network are.
  func chunked(by size: Int) -> FlattenedPieces {
    FlattenedPieces(
      stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) })
  }
}
