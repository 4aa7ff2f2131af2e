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
}
