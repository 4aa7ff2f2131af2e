import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct CryptoErrorTests {
  @Test(arguments: CryptoFormat.allCases)
  func everyFormatIsNamedInBothLanguages(_ format: CryptoFormat) {
    let error = CryptoError.malformed(format, offset: 7)
    #expect(error.message(in: .en).contains(format.name.english))
    #expect(error.message(in: .en).contains("byte 7"))
    #expect(error.message(in: .ja).contains(format.name.japanese))
  }

  @Test func aRefusalOfTheSystemIsNoLackOfMemory() {
    let error = CryptoError.system(code: 11)
    for language in Language.allCases {
      #expect(error.message(in: language).contains("11"))
      #expect(error.message(in: language) != CryptoError.outOfMemory.message(in: language))
    }
  }
}
