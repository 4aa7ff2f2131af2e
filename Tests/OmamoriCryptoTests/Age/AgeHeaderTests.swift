@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct AgeHeaderTests {
  /// The header that the specification of age shows (c2sp.org/age, section "Header").
  static let example = """
    age-encryption.org/v1
    -> X25519 XEl0dJ6y3C7KZkgmgWUicg63EyXJiwBJW8PdYJ/cYBE
    qRS0AMjdjPvZ/WT08U2KL4G+PIooA3hy38SvLpvaC1E
    --- HK2NmOBN9Dpq0Gw6xMCuhFcQlQLvZ/wQUi/2scLG75s

    """
  static let mac = "--- HK2NmOBN9Dpq0Gw6xMCuhFcQlQLvZ/wQUi/2scLG75s\n"
  static let version = "age-encryption.org/v1\n"
  static let full = String(repeating: "A", count: 64)

  private func read(_ text: [UInt8], pieces size: Int = .max) throws(CryptoError) -> (AgeHeader, used: Int) {
    var reader = AgeHeaderReader()
    var used = 0
    while reader.header == nil, used < text.count {
      let piece = Array(text[used...].prefix(size))
      used += try reader.read(piece.byteSpan)
    }
    return (try reader.finish(), used)
  }

  @Test func theExampleOfTheSpecificationIsReadAndWritten() throws {
    let text = Array(Self.example.utf8)
    let (header, used) = try read(text)
    #expect(used == text.count)
    #expect(header.stanzas.map(\.type) == ["X25519"])
    #expect(header.stanzas[0].arguments[1] == "XEl0dJ6y3C7KZkgmgWUicg63EyXJiwBJW8PdYJ/cYBE")
    #expect(header.stanzas[0].body.count == 32)
    #expect(header.mac.count == 32)
    #expect(header.text == text)
    #expect(AgeHeader.authenticatedText(header.stanzas) == header.authenticatedText)
    #expect(String(decoding: header.authenticatedText, as: UTF8.self).hasSuffix("\n---"))
  }

  @Test(arguments: [1, 2, 3, 7, 64, 65, 1000])
  func noByteBeyondTheHeaderIsTaken(_ size: Int) throws {
    let text = Array(Self.example.utf8)
    let (header, used) = try read(text + [0, 10, 255, 10], pieces: size)
    #expect(used == text.count)
    #expect(header.text == text)
  }

  @Test(arguments: [
    ("an empty body", header("-> empty\n\n")),
    ("many arguments", header("-> a b c d e f\nAA\n")),
    ("all visible characters", header("-> !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~ ABC\n\n")),
    ("a full line and an empty one", header("-> grease\n\(full)\n\n")),
    ("a full line and another", header("-> grease\n\(full)\nAAAA\n")),
    ("several stanzas", header("-> a\n\n-> b\nAAA\n-> c\n\(full)\n\n")),
  ])
  func validHeadersComeBack(_ name: String, _ text: String) throws {
    let (header, used) = try read(Array(text.utf8))
    #expect(used == text.utf8.count)
    #expect(String(decoding: header.text, as: UTF8.self) == text)
    #expect(AgeHeader.authenticatedText(header.stanzas) == header.authenticatedText)
  }

  private static let crlf = example.split(separator: "\n").map { $0 + "\r\n" }.joined()

  private static func header(_ stanzas: String, end: String = mac) -> String { version + stanzas + end }

  private static let malformed: [(name: String, text: String, error: CryptoError)] = [
    ("version 1234", "age-encryption.org/v1234\n\(example.dropFirst(22))", .unsupported(.ageFile)),
    ("no version", "age-encryption.org/\n", .malformed(.ageFile, offset: 0)),
    ("version in upper case", "AGE-encryption.org/v1\n", .malformed(.ageFile, offset: 0)),
    ("version with space", "age-encryption.org/v1 \n", .malformed(.ageFile, offset: 0)),
    ("another file", "%PDF-1.7", .malformed(.ageFile, offset: 0)),
    ("an armor", "-----BEGIN AGE ENCRYPTED FILE-----\n", .malformed(.ageFile, offset: 0)),
    ("an empty line first", "\n\(example)", .malformed(.ageFile, offset: 0)),
    (
      "CRLF", crlf,
      .malformed(.ageFile, offset: 0)
    ),
    ("CR in an argument", header("-> X25519 AA\r\nAA\n"), .malformed(.ageFile, offset: 22)),
    ("CR in a body", header("-> X25519 AA\nAA\r\n"), .malformed(.ageFile, offset: 35)),
    ("no stanza", header(""), .malformed(.ageFile, offset: 22)),
    ("no argument", header("-> \n\n"), .malformed(.ageFile, offset: 22)),
    ("no argument and no space", header("->\n\n"), .malformed(.ageFile, offset: 22)),
    ("no space", header("->a\n\n"), .malformed(.ageFile, offset: 22)),
    ("two spaces", header("-> a  b\n\n"), .malformed(.ageFile, offset: 22)),
    ("a space at the end", header("-> a \n\n"), .malformed(.ageFile, offset: 22)),
    ("a tab", header("-> a\tb\n\n"), .malformed(.ageFile, offset: 22)),
    ("an argument in Japanese", header("-> 鍵\n\n"), .malformed(.ageFile, offset: 22)),
    ("a bad beginning", header("-- a\n\n"), .malformed(.ageFile, offset: 22)),
    ("no body", header("-> a\n"), .malformed(.ageFile, offset: 27)),
    ("no final line", header("-> a\n\(full)\n"), .malformed(.ageFile, offset: 92)),
    ("a line of 65", header("-> a\n\(full)A\n\n"), .malformed(.ageFile, offset: 27)),
    ("two short lines", header("-> a\nAAAA\nAAAA\n"), .malformed(.ageFile, offset: 32)),
    ("two empty lines", header("-> a\n\n\n"), .malformed(.ageFile, offset: 28)),
    ("padding", header("-> a\nAA==\n"), .malformed(.ageFile, offset: 27)),
    ("spare bits", header("-> a\nAB\n"), .malformed(.ageFile, offset: 27)),
    ("one character", header("-> a\nAAAAA\n"), .malformed(.ageFile, offset: 27)),
    ("a character of base64url", header("-> a\nAA-_\n"), .malformed(.ageFile, offset: 27)),
    ("a space in the body", header("-> a\nAA A\n"), .malformed(.ageFile, offset: 27)),
    ("no MAC", header("-> a\n\n", end: "---\n"), .malformed(.ageFile, offset: 28)),
    ("no MAC after the space", header("-> a\n\n", end: "--- \n"), .malformed(.ageFile, offset: 28)),
    (
      "MAC without a space", header("-> a\n\n", end: "---\(mac.dropFirst(4))"),
      .malformed(.ageFile, offset: 28)
    ),
    (
      "MAC after two spaces", header("-> a\n\n", end: "--- \(mac.dropFirst(3))"),
      .malformed(.ageFile, offset: 28)
    ),
    ("a short MAC", header("-> a\n\n", end: "\(mac.dropLast(5))\n"), .malformed(.ageFile, offset: 28)),
    ("a long MAC", header("-> a\n\n", end: "\(mac.dropLast(1))AAAA\n"), .malformed(.ageFile, offset: 28)),
    ("a padded MAC", header("-> a\n\n", end: "\(mac.dropLast(1))=\n"), .malformed(.ageFile, offset: 28)),
    (
      "a MAC with spare bits", header("-> a\n\n", end: "\(mac.dropLast(2))t\n"),
      .malformed(.ageFile, offset: 28)
    ),
    ("a MAC and a space", header("-> a\n\n", end: "\(mac.dropLast(1)) \n"), .malformed(.ageFile, offset: 28)),
    ("a MAC and CR", header("-> a\n\n", end: "\(mac.dropLast(1))\r\n"), .malformed(.ageFile, offset: 28)),
    ("garbage for the MAC", header("-> a\n\n", end: "--- \u{1F511}\n"), .malformed(.ageFile, offset: 28)),
    ("nothing", "", .truncated(.ageFile)),
  ]

  @Test(arguments: malformed)
  func malformedHeadersAreRefused(_ name: String, _ text: String, _ expected: CryptoError) {
    for size in [1, 5, Int.max] {
      #expect(throws: expected, "\(name)") { try read(Array(text.utf8), pieces: size) }
    }
  }

  @Test func everyTruncationIsToldFromAWholeHeader() {
    let text = Array(Self.example.utf8)
    for count in 0..<text.count {
      #expect(throws: CryptoError.truncated(.ageFile)) { try read(Array(text[..<count])) }
    }
  }

  @Test func aHeaderIsBounded() throws {
    let stanza = "-> a\n\n"
    let most = Self.version + String(repeating: stanza, count: AgeHeaderReader.maximumStanzas)
    #expect(try read(Array((most + Self.mac).utf8)).0.stanzas.count == AgeHeaderReader.maximumStanzas)
    #expect(throws: CryptoError.malformed(.ageFile, offset: most.utf8.count)) {
      try read(Array((most + stanza + Self.mac).utf8))
    }
    let longLine = Self.version + "-> " + String(repeating: "a", count: AgeHeaderReader.maximumLine)
    #expect(throws: CryptoError.malformed(.ageFile, offset: 22 + AgeHeaderReader.maximumLine)) {
      try read(Array(longLine.utf8))
    }
    let longBody =
      Array((Self.version + "-> a\n").utf8) + (0..<40_000).flatMap { _ in Array((Self.full + "\n").utf8) }
    #expect(throws: CryptoError.malformed(.ageFile, offset: AgeHeaderReader.maximumSize)) {
      try read(longBody)
    }
    let longVersion = Array("age-encryption.org/".utf8) + [UInt8](repeating: 65, count: 1000)
    #expect(throws: CryptoError.malformed(.ageFile, offset: 256)) { try read(longVersion) }
  }

  /// A header that is accepted is exactly the text that its content is written as.
  @Test func mutationsAreRefusedOrComeBackTheSame() throws {
    let randomness = SeededRandomness(seed: 0xA6E)
    let probe = LeakProbe(marker: "c2VjcmV0TWFya2VyN2YxZDdm")
    let template = Self.version + "-> X25519 %\n%\n-> scrypt AA 18\n\(Self.full)\nAAAA\n" + Self.mac
    var accepted = 0
    for input in try probe.inputs(from: [template], randomness: randomness, count: 3000) {
      do throws(CryptoError) {
        let (header, used) = try read(input)
        accepted += 1
        #expect(header.text == Array(input[..<used]))
        #expect(AgeHeader.authenticatedText(header.stanzas) == header.authenticatedText)
      } catch {
        #expect(probe.leaks(in: error).isEmpty)
      }
    }
    #expect(accepted > 1)
  }
}
