import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Attacks with the form of encrypted tokens")
struct EncryptionFormAttackTests {
  @Test("only five parts are a token")
  func parts() throws {
    let token = try ForgedToken()
    let decrypter = try ForgedToken.decrypter()
    #expect(ForgedToken.fault(token.text, with: decrypter) == nil)
    for count in [0, 1, 2, 3, 4] {
      let text = token.parts.prefix(count).joined(separator: ".")
      #expect(ForgedToken.fault(text, with: decrypter) == .token(.malformed))
    }
    for text in [token.text + ".", "." + token.text, token.text + ".AA", "....", "", ".", "......"] {
      #expect(ForgedToken.fault(text, with: decrypter) == .token(.malformed))
    }
  }

  @Test("a signed token is none", arguments: ["HS256", "none"])
  func signed(_ algorithm: String) throws {
    let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm)"}"#.utf8))
    let text = "\(header).\(Base64URL.encode(Array("{}".utf8))).AAAA"
    #expect(ForgedToken.fault(text, with: try ForgedToken.decrypter()) == .token(.malformed))
  }

  @Test("each part has one spelling", arguments: 0..<5)
  func spelling(_ part: Int) throws {
    let decrypter = try ForgedToken.decrypter()
    // One byte and two bytes leave bits over.
    let good = try ForgedToken(#"{"alg":"dir","enc":"A256GCM"} "#, content: [1, 2])
    #expect(ForgedToken.fault(good.text, with: decrypter) == nil)
    for change in ["=", "==", " ", "\n", "+", "/", "%3D", "é", "\u{0}"] {
      var token = good
      token.parts[part] += change
      let fault = ForgedToken.fault(token.text, with: decrypter)
      #expect(fault == .token(.malformed), "\(change.unicodeScalars)")
    }
  }

  @Test("bits beyond the last byte are not passed over")
  func looseBits() throws {
    var token = try ForgedToken(content: [1, 2])
    // Two bytes are three characters, the last of which has two bits too many.
    let last = try #require(token.parts[3].last)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let place = try #require(alphabet.firstIndex(of: last))
    token.parts[3] = String(token.parts[3].dropLast()) + String(alphabet[place + 1])
    #expect(ForgedToken.fault(token.text, with: try ForgedToken.decrypter()) == .token(.malformed))
  }

  @Test("a vector, a ciphertext or a tag of another length is not authentic")
  func lengths() throws {
    let decrypter = try ForgedToken.decrypter()
    let good = try ForgedToken()
    for part in 2..<5 {
      let bytes = try Base64URL.decode(good.parts[part])
      for changed in [[], Array(bytes.dropLast()), Array(bytes.prefix(4)), bytes + [0], [0] + bytes] {
        var token = good
        token.parts[part] = Base64URL.encode(changed)
        #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
      }
    }
  }

  @Test("every bit of every part counts")
  func bits() throws {
    let decrypter = try ForgedToken.decrypter()
    let good = try ForgedToken(content: [1, 2, 3])
    for part in 2..<5 {
      let bytes = try Base64URL.decode(good.parts[part])
      for bit in 0..<bytes.count * 8 {
        var (token, changed) = (good, bytes)
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        token.parts[part] = Base64URL.encode(changed)
        #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
      }
    }
    // Another spelling of the same header is another header.
    var token = good
    token.parts[0] = Base64URL.encode(Array(#"{"enc":"A256GCM","alg":"dir"}"#.utf8))
    #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
  }

  @Test("a key where none belongs, and none where one belongs")
  func encryptedKeys() throws {
    let surplus = try ForgedToken(encryptedKey: [1, 2, 3])
    #expect(ForgedToken.fault(surplus.text, with: try ForgedToken.decrypter()) == .token(.malformed))
    for algorithm in [KeyManagementAlgorithm.a256KW, .a256GCMKW] {
      let decrypter = try TokenDecrypter(
        keys: [DecryptionKey(ForgedToken.key, for: algorithm)], keyManagement: [algorithm],
        contentEncryption: [.a256GCM])
      let missing = try ForgedToken(
        #"{"alg":"\#(algorithm.rawValue)","enc":"A256GCM","iv":"AAAA","tag":"AAAA"}"#)
      #expect(ForgedToken.fault(missing.text, with: decrypter) == .token(.malformed))
    }
  }

  @Test("tokens of any size beyond the limit are refused before they are read")
  func size() throws {
    let decrypter = try ForgedToken.decrypter()
    for count in [TokenDecrypter.sizeLimit + 1, 1 << 20] {
      let fault = AuthError.token(.tooLarge(limit: TokenDecrypter.sizeLimit))
      #expect(ForgedToken.fault(String(repeating: "A", count: count), with: decrypter) == fault)
      #expect(throws: fault) { _ = try decrypter.decrypt(json: [UInt8](repeating: 0x20, count: count)) }
    }
  }
}
