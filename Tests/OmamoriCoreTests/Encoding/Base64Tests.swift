import OmamoriCore
import Testing

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func spellsTheExamplesOfItsSpecification(_ plain: String, _ text: String) {
    let bytes = Array(plain.utf8)
    let short = text.replacing("=", with: "")
    #expect(Base64.standard.encode(bytes, padded: true) == text)
    #expect(Base64.standard.encode(bytes, padded: false) == short)
    #expect(Base64.standard.decode(text, padded: true) == bytes)
    #expect(Base64.standard.decode(short, padded: false) == bytes)
    let secret = SharedSecretBytes(SecretBytes(copying: bytes))
    let line = SharedSecretBytes(Base64.standard.encodeSecret(secret.bytes))
    #expect(line == SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
    #expect(Self.secret(Array(text.utf8)) == secret)
  }

  private static func secret(_ text: [UInt8]) -> SharedSecretBytes? {
    guard let secret = Base64.standard.decodeSecret(text.rawSpan) else { return nil }
    return SharedSecretBytes(secret)
  }

  @Test func differsInTwoCharactersBetweenItsAlphabets() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Base64.standard.encode(bytes, padded: true) == "++//")
    #expect(Base64.url.encode(bytes, padded: true) == "--__")
    #expect(Base64.standard.decode("--__", padded: true) == nil)
    #expect(Base64.url.decode("++//", padded: true) == nil)
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "=", "==", "====", "Z===", "Zh==", "Zm9=", "Zm 8=", "Zm8=\n", "Zg==Zg==", "Zé==",
  ])
  func refusesASecondSpellingWithPadding(_ text: String) {
    #expect(Base64.standard.decode(text, padded: true) == nil)
    #expect(Self.secret(Array(text.utf8)) == nil)
  }

  @Test(arguments: ["Zg==", "Z", "Zh", "Zm9", "Zm9vZ", "Z g", "Zm9v="])
  func refusesASecondSpellingWithoutPadding(_ text: String) {
    #expect(Base64.standard.decode(text, padded: false) == nil)
  }

  @Test func ignoresSpareBitsWhereItIsToldTo() {
    let texts = ["Zh==", "Zm9="].map { Array($0.utf8) }
    let bytes = texts.map { Base64.standard.decode($0.rawSpan, padded: true, ignoringSpareBits: true) }
    #expect(bytes == [Array("f".utf8), Array("fo".utf8)])
  }

  @Test func givesBackEveryLength() {
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      for padded in [true, false] {
        let text = Base64.standard.encode(bytes, padded: padded)
        #expect(Base64.standard.decode(text, padded: padded) == bytes)
        #expect(text == Data(bytes).base64EncodedString().replacing("=", with: padded ? "=" : ""))
      }
    }
  }
}
