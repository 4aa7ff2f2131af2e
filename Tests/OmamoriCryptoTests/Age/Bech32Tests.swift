@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct Bech32Tests {
  private func decode(_ text: String) throws -> (prefix: String, bytes: [UInt8]) {
    let characters = Array(text.utf8)
    let content = unsafe try Bech32.decode(characters.byteSpan.bytes, as: .recipient)
    return (
      content.prefix, content.bytes.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    )
  }

  private func encode(_ bytes: [UInt8], prefix: String, uppercase: Bool = false) -> String {
    let text = unsafe Bech32.encode(bytes.byteSpan.bytes, prefix: prefix, uppercase: uppercase)
    return text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// BIP-173, section "Test vectors": those whose data are whole bytes.
  @Test(arguments: [
    ("A12UEL5L", "a", []),
    ("a12uel5l", "a", []),
    (
      "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
      "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio", []
    ),
    (
      "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef",
      [
        0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF, 0x84, 0x65, 0x3A, 0x56, 0xD7, 0xC6,
        0x75, 0xBE, 0x77, 0xDF,
      ] as [UInt8]
    ),
  ])
  func validTexts(_ text: String, _ prefix: String, _ bytes: [UInt8]) throws {
    let content = try decode(text)
    #expect(content.prefix == prefix)
    #expect(content.bytes == bytes)
    #expect(encode(bytes, prefix: prefix) == text.lowercased())
    #expect(encode(bytes, prefix: prefix, uppercase: true) == text.uppercased())
  }

  /// BIP-173, section "Test vectors", without the one that is only too long; spare bits that are set.
  @Test(arguments: [
    "\u{20}1nwldj5", "\u{7F}1axkwrx", "\u{80}1eym55h", "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v",
    "li1dgmt3",
    "de1lg7wt\u{FF}", "A1G7SGD8", "10a06t8", "1qzzfhee", "a12uEL5L", "A12uel5l", "a12uel5m", "", "1", "a1",
    // Spare bits that are not zero.
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv",
  ])
  func invalidTexts(_ text: String) {
    #expect(throws: CryptoError.self) { try decode(text) }
  }

  @Test func everyChangeOfOneCharacterIsFound() throws {
    let text = Array("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj".utf8)
    for index in text.indices {
      for character in Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l1b".utf8) where character != text[index] {
        var changed = text
        changed[index] = character
        #expect(throws: CryptoError.self) { try decode(String(decoding: changed, as: UTF8.self)) }
      }
    }
  }

  @Test func randomBytesComeBack() throws {
    let randomness = SeededRandomness(seed: 0xB32)
    for count in [0, 1, 2, 3, 4, 5, 6, 31, 32, 33, 1216] {
      let bytes = try randomness.bytes(count: count)
      let content = try decode(encode(bytes, prefix: "age1pq"))
      #expect(content.prefix == "age1pq")
      #expect(content.bytes == bytes)
    }
  }

  @Test func aTextThatIsTooLongIsRefused() {
    let text = "age1" + String(repeating: "q", count: Bech32.maximumLength)
    #expect(throws: CryptoError.malformed(.recipient, offset: Bech32.maximumLength)) { try decode(text) }
  }
}
