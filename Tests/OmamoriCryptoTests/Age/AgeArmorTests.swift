@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct AgeArmorTests {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"
  static let full = String(repeating: "QUFB", count: 16)

  private func read(_ text: [UInt8], pieces size: Int = .max) throws(CryptoError) -> [UInt8] {
    var reader = AgeArmorReader()
    var (output, start): ([UInt8], Int) = ([], 0)
    while start < text.count {
      let piece = Array(text[start...].prefix(size))
      try reader.read(piece.byteSpan, into: &output)
      start += piece.count
    }
    try reader.finish(into: &output)
    return output
  }

  private func write(_ bytes: [UInt8], pieces size: Int = .max) -> [UInt8] {
    var writer = AgeArmorWriter()
    var (text, start): ([UInt8], Int) = ([], 0)
    while start < bytes.count {
      let piece = Array(bytes[start...].prefix(size))
      writer.write(piece.byteSpan, into: &text)
      start += piece.count
    }
    writer.finish(into: &text)
    return text
  }

  @Test func everySizeComesBackInPiecesOfEverySize() throws {
    let randomness = SeededRandomness(seed: 0xA3)
    for count in 0...150 {
      let bytes = try randomness.bytes(count: count)
      let text = write(bytes)
      #expect(AgeArmor.armoredSize(of: UInt64(count)) == UInt64(text.count))
      for size in [1, 7, 47, 48, 49, 64, 65, 66, 1000] {
        #expect(write(bytes, pieces: size) == text)
        #expect(try read(text, pieces: size) == bytes)
      }
    }
    #expect(AgeArmor.armoredSize(of: .max) == nil)
  }

  @Test func theTextIsPEM() {
    let text = String(decoding: write([UInt8](repeating: 0x41, count: 50)), as: UTF8.self)
    #expect(text == "\(Self.begin)\n\(Self.full)\nQUE=\n\(Self.end)\n")
  }

  private static let accepted: [(name: String, text: String, bytes: Int)] = [
    ("CRLF", "\(begin)\r\n\(full)\r\nQUFB\r\n\(end)\r\n", 51),
    ("white space around it", "\n \t\r\n\(begin)\nQUFB\n\(end)\n \r\n\t\n", 3),
    ("no line feed at the end", "\(begin)\nQUFB\n\(end)", 3),
    ("a full last line", "\(begin)\n\(full)\n\(end)\n", 48),
    ("a full last line with padding", "\(begin)\n\(full.dropLast(4))QUE=\n\(end)\n", 47),
    ("nothing", "\(begin)\n\(end)\n", 0),
    (
      "the most white space",
      "\(String(repeating: "\n", count: 1024))\(begin)\n\(end)\n" + String(repeating: " ", count: 1024), 0
    ),
  ]

  @Test(arguments: accepted)
  func variantsThatTheSpecificationAllows(_ name: String, _ text: String, _ count: Int) throws {
    for size in [1, 10, Int.max] {
      #expect(try read(Array(text.utf8), pieces: size) == [UInt8](repeating: 0x41, count: count), "\(name)")
    }
  }

  private static let refused: [(name: String, text: String)] = [
    ("an empty line at the beginning", "\(begin)\n\nQUFB\n\(end)\n"),
    ("an empty line at the end", "\(begin)\nQUFB\n\n\(end)\n"),
    ("an empty last line", "\(begin)\n\(full)\n\n\(end)\n"),
    ("a line feed in the padding", "\(begin)\nQQ=\n=\n\(end)\n"),
    ("garbage before", "x\n\(begin)\nQUFB\n\(end)\n"),
    ("garbage before on the line", "x\(begin)\nQUFB\n\(end)\n"),
    ("white space before on the line", " \(begin)\nQUFB\n\(end)\n"),
    ("white space after the first line", "\(begin) \nQUFB\n\(end)\n"),
    ("white space after the last line", "\(begin)\nQUFB\n\(end) \nx"),
    ("white space before the last line", "\(begin)\nQUFB\n \(end)\n"),
    ("white space before a line", "\(begin)\n QUFB\n\(end)\n"),
    ("white space after a line", "\(begin)\nQUFB \n\(end)\n"),
    ("garbage after", "\(begin)\nQUFB\n\(end)\nx"),
    ("a second armor", "\(begin)\nQUFB\n\(end)\n\(begin)\nQUFB\n\(end)\n"),
    ("headers", "\(begin)\nVersion: 1\n\nQUFB\n\(end)\n"),
    ("an invalid character", "\(begin)\nQU*B\n\(end)\n"),
    ("an invalid character in a full line", "\(begin)\n\(full.dropLast(1))*\n\(end)\n"),
    ("a long line", "\(begin)\n\(full)QUFB\n\(end)\n"),
    ("a short line", "\(begin)\nQUFB\nQUFB\n\(end)\n"),
    ("a padded line in the middle", "\(begin)\n\(full.dropLast(4))QUE=\nQUFB\n\(end)\n"),
    ("lower case", "\(begin.lowercased())\nQUFB\n\(end.lowercased())\n"),
    ("another type", "-----BEGIN AGE FILE-----\nQUFB\n-----END AGE FILE-----\n"),
    ("another end", "\(begin)\nQUFB\n-----END AGE FILE-----\n"),
    ("no padding", "\(begin)\nQUFBQQ\n\(end)\n"),
    ("spare bits", "\(begin)\nQUFBQR==\n\(end)\n"),
    ("a checksum of PGP", "\(begin)\nQUFB\n=QUFB\n\(end)\n"),
    ("an alphabet for URLs", "\(begin)\nQU-_\n\(end)\n"),
    ("CR only", "\(begin)\rQUFB\r\(end)\r"),
    ("two CR", "\(begin)\r\r\nQUFB\n\(end)\n"),
    ("too much white space before", String(repeating: "\n", count: 1025) + "\(begin)\n\(end)\n"),
    ("too much white space after", "\(begin)\n\(end)\n" + String(repeating: " ", count: 1025)),
    ("too long a line of white space", String(repeating: " ", count: 2000)),
  ]

  @Test(arguments: refused)
  func whatIsNotTheArmorIsRefused(_ name: String, _ text: String) {
    for size in [1, 10, Int.max] {
      let error = #expect(throws: CryptoError.self, "\(name)") { try read(Array(text.utf8), pieces: size) }
      if case .malformed(.ageArmor, offset: .some)? = error { continue }
      Issue.record("\(name): \(String(describing: error))")
    }
  }

  @Test func everyTruncationIsFound() throws {
    let text = write([UInt8](repeating: 0x41, count: 100))
    for count in 0..<(text.count - 1) {
      #expect(throws: CryptoError.truncated(.ageArmor)) { try read(Array(text[..<count])) }
    }
  }

  @Test func armorIsToldFromOtherFiles() {
    func isArmored(_ text: String) -> Bool? { AgeArmor.isArmored(Array(text.utf8).byteSpan) }
    #expect(isArmored("\(Self.begin)\n") == true)
    #expect(isArmored(" \r\n\(Self.begin)") == true)
    #expect(isArmored("-----BEGIN AGE") == nil)
    #expect(isArmored("") == nil)
    #expect(isArmored("age-encryption.org/v1\n") == false)
    #expect(isArmored(String(repeating: " ", count: 1025)) == false)
  }
}
