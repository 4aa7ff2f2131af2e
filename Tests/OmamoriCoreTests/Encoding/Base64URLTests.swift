@_spi(Testing) import OmamoriCore
import Testing

@Suite struct Base64URLTests {
  /// RFC 4648 §10, without the padding.
  @Test(
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func followsTheVectorsOfTheRFC(_ plain: String, _ encoded: String) throws {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.encode(Data(plain.utf8)) == encoded)
    #expect(try Base64URL.decode(encoded) == Array(plain.utf8))
  }

  /// RFC 7515 appendices A.1 and C.
  @Test func followsTheVectorsOfJWS() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
    #expect(
      try String(decoding: Base64URL.decode(header), as: UTF8.self)
        == "{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}"
    )
  }

  @Test(
    arguments: [
      ("A", 1), ("AAAAA", 5), ("Zg==", 2), ("Zm8=", 3), ("Zm9v=", 4), ("Zm9v\n", 4), (" Zm9v", 0),
      ("Zm 9", 2),
      ("Zm+v", 2), ("Zm/v", 2), ("Zh", 1), ("Zm9", 2), ("Zm9vYh", 5), ("Zm9vYmF", 6), ("Zm9é", 3),
      ("\0AAA", 0),
      ("AAAAAA*A", 6), ("AAAA*", 4), ("AB", 1), ("AAB", 2),
    ])
  func refuses(_ text: String, _ offset: Int) {
    #expect(throws: CoreError.invalidBase64URL(offset: offset)) { try Base64URL.decode(text) }
  }

  @Test func acceptsExactlyOneSpelling() throws {
    var accepted: [[UInt8]: String] = [:]
    for first in UInt8.min ... .max {
      for second in UInt8.min ... .max {
        let text = [first, second]
        guard let bytes = try? Base64URL.decode(text.span) else { continue }
        #expect(accepted.updateValue(String(decoding: text, as: UTF8.self), forKey: bytes) == nil)
      }
    }
    #expect(accepted.count == 256)
  }

  @Test func roundTrips() throws {
    let random = SeededRandomness(seed: UInt64.random(in: .min ... .max))
    for count in 0..<300 {
      let bytes = try random.bytes(count: count)
      let text = Base64URL.encode(bytes)
      #expect(try Base64URL.decode(text) == bytes, "seed \(random.seed), \(count) bytes")
      #expect(text.utf8.count == (count * 4 + 2) / 3)
      #expect(try Base64URL.decode(text[...]) == bytes)
    }
  }
}
