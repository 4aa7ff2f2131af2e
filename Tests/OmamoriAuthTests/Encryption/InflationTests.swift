import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite("Compressed contents")
struct InflationTests {
  /// Writes DEFLATE with the fixed code, bit by bit.
  struct Writer {
    var bits: [UInt8] = []

    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) {
          $0 | $1.element << UInt8($1.offset)
        }
      }
    }

    /// A number, its lowest bit first.
    mutating func number(_ value: Int, _ count: Int) {
      for bit in 0..<count { bits.append(UInt8(value >> bit & 1)) }
    }
    /// A code, its highest bit first.
    mutating func code(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }

    /// One byte, and many times 258 copies of it.
    static func bomb(_ copies: Int) -> [UInt8] {
      var writer = Writer()
      writer.number(1, 1)
      writer.number(1, 2)
      writer.code(0x30 + 0x41, 8)
      for _ in 0..<copies {
        writer.code(0b1100_0101, 8)
        writer.code(0, 5)
      }
      writer.code(0, 7)
      return writer.bytes
    }
  }

  /// What zlib makes: stored, with the fixed code, and with a code of its own.
  static let compressions: [(String, [UInt8])] = [
    ("010500faff48656c6c6f", Array("Hello".utf8)),
    ("f348cdc9c90700", Array("Hello".utf8)),
    ("0300", []),
    ("6360c00400", [UInt8](repeating: 0, count: 20)),
    (
      """
      1dcfcb0d44210800c0962470c170f1ff795528a2fd77b0c94e07b382db1134d1c96c056f95d7fcea7e0fd189e7630b7423bc\
      e456865d482b9f86d6e50effa65f9fec801af924b20cb7b8576135da9d75e099629fbfc1bf282be1ceac854e056bee767883\
      d6e4fda10639d15bf237cb2bb82aef46dae10c6713ee472ff08ab89368f6a778ab721bbece6bd09ea09f3b012cd24dfc32ae\
      22bb7a6dfe74b18177f2fb6805d8d1698293c90adf8aafc9bfe975caf9d002df482fc1ca6e17d04aa7b175bc43fe4dbf8368\
      c493d832dd02afbad56077d2c167a27df26ffa956467d4c2a79235b8ddbd016bd20f
      """, mixture
    ),
  ]

  private static let mixture: [UInt8] = (0..<120).flatMap { (place: Int) -> [UInt8] in
    [UInt8(place % 7 + 97), UInt8(place % 11 + 65), UInt8(place * place % 13 + 48)]
  }

  @Test("what zlib makes", arguments: compressions)
  func examples(_ compressed: String, _ content: [UInt8]) throws {
    let bytes = try hexadecimal(compressed)
    #expect(Inflation.inflate(bytes, limit: 1000) == content)
    #expect(Inflation.inflate(bytes, limit: content.count) == content)
    if !content.isEmpty { #expect(Inflation.inflate(bytes, limit: content.count - 1) == nil) }
    #expect(Inflation.inflate(bytes + [0], limit: 1000) == nil)
    for count in 0..<bytes.count {
      #expect(Inflation.inflate(Array(bytes.prefix(count)), limit: 1000) == nil)
    }
  }

  @Test(
    "malformed input",
    arguments: [
      "07", "010500faee48656c6c6f", "fff", "04c001", "05e0ff00", "6300ff", "ffffffffffffffff",
    ])
  func malformed(_ compressed: String) throws {
    let bytes = try hexadecimal(compressed + (compressed.utf8.count.isMultiple(of: 2) ? "" : "0"))
    #expect(Inflation.inflate(bytes, limit: 1000) == nil)
  }

  @Test("the compressed token of RFC 7520 5.9 is taken only when that is asked for")
  func cookbook() throws {
    let example = EncryptionExample.compressed
    let key = try DecryptionKey(JSONWebKey(json: example.key))
    func decrypter(_ limit: Int?) throws -> TokenDecrypter {
      try TokenDecrypter(
        keys: [key], keyManagement: [.a128KW], contentEncryption: [.a128GCM], inflationLimit: limit)
    }
    let count = example.content.utf8.count
    let content = try decrypter(count).decrypt(example.token).content
    #expect(String(decoding: content, as: UTF8.self) == example.content)
    #expect(ForgedToken.fault(example.token, with: try decrypter(nil)) == .token(.criticalHeader))
    #expect(ForgedToken.fault(example.token, with: try decrypter(count - 1)) == .token(.decryptionFailed))
  }

  @Test("a bomb does not go off")
  func bomb() throws {
    let (small, large) = (Writer.bomb(100), Writer.bomb(16_000))
    #expect(Inflation.inflate(small, limit: 100_000)?.count == 25_801)
    #expect(large.count < 1 << 15)
    #expect(Inflation.inflate(large, limit: 1 << 22)?.count == 4_128_001)
    // Whatever a caller asks for, no more than 256 KiB come out of a token.
    let token = try ForgedToken(#"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, content: large)
    let decrypter = try ForgedToken.decrypter(inflationLimit: .max)
    #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
    let bearable = try ForgedToken(#"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, content: small)
    #expect(ForgedToken.fault(bearable.text, with: decrypter) == nil)
  }
}
