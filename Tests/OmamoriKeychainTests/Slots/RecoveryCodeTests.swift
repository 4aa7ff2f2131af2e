@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct RecoveryCodeTests {
  private static func read(_ text: String) throws(KeychainError) -> RecoveryCode {
    try RecoveryCode(reading: SecretBytes(copying: Array(text.utf8)))
  }

  private static func text(_ code: RecoveryCode) -> String {
    code.text().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func isReadAsItWasWritten() throws {
    let randomness = SeededRandomness(seed: 7)
    for _ in 0..<50 {
      let code = try RecoveryCode(from: randomness)
      let text = Self.text(code)
      #expect(text.utf8.count == 44)
      #expect(text.split(separator: "-").map(\.utf8.count) == Array(repeating: 4, count: 9))
      #expect(try Self.read(text).secret == code.secret)
    }
  }

  @Test func isAlwaysTheSameText() throws {
    let zeros = RecoveryCode(SharedSecretBytes(SecretBytes(copying: [UInt8](repeating: 0, count: 20))))
    let ones = RecoveryCode(SharedSecretBytes(SecretBytes(copying: [UInt8](repeating: 255, count: 20))))
    #expect(Self.text(zeros).hasPrefix("0000-0000-0000-0000-0000-0000-0000-0000-"))
    #expect(Self.text(ones).hasPrefix("ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-"))
    #expect(try Self.read(Self.text(zeros)).secret == zeros.secret)
    #expect(try Self.read(Self.text(ones)).secret == ones.secret)
  }

  @Test func heedsNeitherCaseNorSpacesNorWidth() throws {
    let code = try RecoveryCode(from: SeededRandomness(seed: 8))
    let text = Self.text(code)
    let plain = text.filter { $0 != "-" }
    let wide = String(
      String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
    var forms = [
      text.lowercased(), plain, " \(text)\n", wide, plain.map(String.init).joined(separator: "\u{3000}"),
    ]
    forms.append(text.split(separator: "-").joined(separator: "\u{2014}"))
    forms.append(text.split(separator: "0", omittingEmptySubsequences: false).joined(separator: "O"))
    forms.append(text.split(separator: "1", omittingEmptySubsequences: false).joined(separator: "l"))
    forms.append(text.split(separator: "V", omittingEmptySubsequences: false).joined(separator: "u"))
    for form in forms { #expect(try Self.read(form).secret == code.secret) }
  }

  @Test func correctsOneWrongCharacterAndExchangedNeighbours() throws {
    let code = try RecoveryCode(from: SeededRandomness(seed: 9))
    let characters = Array(Self.text(code).filter { $0 != "-" })
    for place in characters.indices {
      var wrong = characters
      wrong[place] = characters[place] == "7" ? "8" : "7"
      // One mistake in some thousands looks like another one, too; then nothing is guessed.
      if let read = try? Self.read(String(wrong)) { #expect(read.secret == code.secret) }
      guard place > 0 else { continue }
      var exchanged = characters
      exchanged.swapAt(place - 1, place)
      if let read = try? Self.read(String(exchanged)) { #expect(read.secret == code.secret) }
    }
    var wrong = characters
    wrong[5] = characters[5] == "7" ? "8" : "7"
    #expect(try Self.read(String(wrong)).secret == code.secret)
  }

  @Test func refusesWhatIsNoCode() throws {
    let text = Self.text(try RecoveryCode(from: SeededRandomness(seed: 10)))
    var texts = ["", "-", String(text.dropLast()), text + "0", text + "-" + text]
    texts += ["\(text.dropLast())!", "\(text.dropLast())あ", String(repeating: "0", count: 36)]
    texts += [String(repeating: "-", count: 600)]
    for text in texts { #expect(throws: KeychainError.wrongCredential) { try Self.read(text) } }
    #expect(throws: KeychainError.wrongCredential) {
      try RecoveryCode(reading: SecretBytes(copying: [0xFF, 0xFE] as [UInt8]))
    }
  }

  @Test func showsNothing() throws {
    let code = try RecoveryCode()
    let probe = LeakProbe(marker: Self.text(code).replacing("-", with: ""))
    #expect(probe.leaks(in: code).isEmpty)
    #expect("\(code)" == "<redacted>" && String(reflecting: code) == "<redacted>")
    #expect(probe.leaks(in: SlotCredential.recoveryCode(code)).isEmpty)
    #expect(probe.leaks(in: NewSlot("Paper", .recoveryCode(code))).isEmpty)
  }
}
