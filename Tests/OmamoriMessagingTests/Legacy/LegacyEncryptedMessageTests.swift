import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Messages of older programs, made by another implementation, and everything that is not one.
@Suite("LegacyEncryptedMessage")
struct LegacyEncryptedMessageTests {
  private static let python = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"]

  /// Writes, for each line of a plaintext in hex, the two private keys, both public keys and the document.
  private static let script = """
    import base64, json, os, sys
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    b64 = lambda b: base64.b64encode(b).decode()
    for text in sys.argv[1:]:
        a, b = X25519PrivateKey.generate(), X25519PrivateKey.generate()
        key = HKDF(SHA256(), 32, b"", b"").derive(a.exchange(b.public_key()))
        nonce = os.urandom(12)
        sealed = AESGCM(key).encrypt(nonce, bytes.fromhex(text), None)
        document = json.dumps({"ciphertext": b64(sealed[:-16]), "nonce": b64(nonce), "tag": b64(sealed[-16:])})
        print(json.dumps([a.private_bytes_raw().hex(), a.public_key().public_bytes_raw().hex(),
                          b.private_bytes_raw().hex(), b.public_key().public_bytes_raw().hex(),
                          document.replace("/", "\\\\/")]))
    """

  private struct Sample {
    let keys: [Curve25519.KeyAgreement.PrivateKey]
    let document: [UInt8]
  }

  private static func samples(_ texts: [[UInt8]]) throws -> [Sample] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["--default-signal", "timeout", "-s", "KILL", "60", try #require(python), "-c", script]
      + texts.map { $0.map { String(UInt16($0) | 256, radix: 16).dropFirst() }.joined() }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try data.split(separator: 10).map { line in
      let fields = try #require(try StrictJSON.parse(Data(line)).arrayValue?.compactMap(\.stringValue))
      let keys = try [0, 2].map { index in
        let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes(ofHex: fields[index]))
        #expect(Array(key.publicKey.rawRepresentation) == bytes(ofHex: fields[index + 1]))
        return key
      }
      return Sample(keys: keys, document: Array(fields[4].utf8))
    }
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test(.enabled(if: python != nil)) func opensWhatAnotherImplementationSealed() throws {
    let texts = [[], Array("やあ、アリス".utf8), Array(repeating: 0xFF, count: 5000)]
    let samples = try Self.samples(texts)
    try #require(samples.count == texts.count)
    for (sample, text) in zip(samples, texts) {
      let message = try LegacyEncryptedMessage(json: sample.document)
      // Both directions have one key: the recipe cannot tell an author, which is why it is not written any more.
      #expect(try message.open(with: sample.keys[1], and: sample.keys[0].publicKey) == text)
      #expect(try message.open(with: sample.keys[0], and: sample.keys[1].publicKey) == text)
      let other = Curve25519.KeyAgreement.PrivateKey()
      #expect(throws: MessagingError.message(.forged)) {
        try message.open(with: other, and: sample.keys[0].publicKey)
      }
    }
  }

  @Test(.enabled(if: python != nil)) func changedMessagesDoNotOpen() throws {
    let sample = try #require(try Self.samples([Array("Hello".utf8)]).first)
    let object = try #require(try StrictJSON.parse(sample.document).objectValue)
    for member in object.members {
      let text = try #require(member.value.stringValue)
      var bytes = Array(try #require(Data(base64Encoded: text)))
      bytes[0] ^= 1
      let fields = object.members.map { other in
        let text = other.value.stringValue ?? ""
        return "\"\(other.name)\":\"\(other.name == member.name ? Data(bytes).base64EncodedString() : text)\""
      }
      let message = try LegacyEncryptedMessage(json: Array("{\(fields.joined(separator: ","))}".utf8))
      #expect(throws: MessagingError.message(.forged)) {
        try message.open(with: sample.keys[0], and: sample.keys[1].publicKey)
      }
    }
  }

  @Test func everythingElseIsRefused() throws {
    let (nonce, tag) = (
      Data(repeating: 1, count: 12).base64EncodedString(), Data(repeating: 2, count: 16).base64EncodedString()
    )
    func document(_ ciphertext: String, _ nonce: String, _ tag: String, _ more: String = "") -> String {
      "{\"ciphertext\":\"\(ciphertext)\",\"nonce\":\"\(nonce)\",\"tag\":\"\(tag)\"\(more)}"
    }
    _ = try LegacyEncryptedMessage(json: Array(document("", nonce, tag).utf8))
    let refused = [
      "", "{}", "[]", "null", "{\"ciphertext\":\"\"}", document("A", nonce, tag),
      document("AB==", nonce, tag),
      document("AA", nonce, tag), document("A A=", nonce, tag), document("-_==", nonce, tag),
      document("", tag, tag), document("", nonce, nonce), document("", nonce, tag, ",\"sender\":\"a\""),
      document("", nonce, tag, ",\"tag\":\"\(tag)\""),
      "{\"ciphertext\":[],\"nonce\":\"\(nonce)\",\"tag\":\"\(tag)\"}",
      String(repeating: "[", count: 100_000),
    ]
    for text in refused {
      #expect(throws: MessagingError.message(.malformed), "\(text.prefix(80))") {
        try LegacyEncryptedMessage(json: Array(text.utf8))
      }
    }
    #expect(throws: MessagingError.message(.tooLarge)) {
      try LegacyEncryptedMessage(
        json: [UInt8](repeating: 0x20, count: LegacyEncryptedMessage.greatestDocument + 1))
    }
    // A key that gives everybody the same secret is no key.
    let zero = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 32))
    let message = try LegacyEncryptedMessage(json: Array(document("", nonce, tag).utf8))
    #expect(throws: MessagingError.message(.forged)) { try message.open(with: .init(), and: zero) }
  }

  /// The type can be read and opened, and no function of it seals or encodes.
  @Test func nothingMakesSuchMessages() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/OmamoriMessaging")
    let text = try String(
      contentsOf: sources.appending(path: "Legacy/LegacyEncryptedMessage.swift"), encoding: .utf8)
    let declarations = text.split(separator: "\n").filter { line in
      line.contains("public ") && !line.contains("import ") && !line.contains("///")
    }
    #expect(declarations.count == 4, "the type, its bound, reading and opening: \(declarations)")
    for word in ["seal(", "encrypt(", "encode(", "JSONWriter", "Encodable", "Codable"] {
      #expect(!text.contains(word))
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: "Legacy").path)
    #expect(folders == ["LegacyEncryptedMessage.swift"])
  }
}
