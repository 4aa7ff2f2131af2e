@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct KeyListTests {
  private func identities(_ text: String) throws(CryptoError) -> [Identity] {
    let file = Array(text.utf8)
    return unsafe try Identity.identities(inFile: file.byteSpan.bytes)
  }

  private func recipients(_ text: String) throws(CryptoError) -> [Recipient] {
    let file = Array(text.utf8)
    return unsafe try Recipient.recipients(inFile: file.byteSpan.bytes)
  }

  @Test func commentsBlankLinesAndLineEndsAreLeftOut() throws {
    let text = IdentityTests.text
    let file = "# created: 2025-01-01T00:00:00Z\r\n# public key: …\n\n\(text)\r\n  \n\t\(text) \n#\(text)"
    #expect(try identities(file) == [Identity(text: text), Identity(text: text)])
    #expect(try identities(text).count == 1)
    #expect(try recipients("# 鍵\n\(IdentityTests.recipient)").map(\.text) == [IdentityTests.recipient])
  }

  @Test func anErrorNamesTheLineAndNothingElse() throws {
    let probe = LeakProbe()
    let bad = "# one\n\n\(IdentityTests.text)\nAGE-SECRET-KEY-\(probe.marker)\n"
    let error = #expect(throws: CryptoError.malformedLine(.identity, line: 4)) { try identities(bad) }
    #expect(try probe.leaks(in: #require(error)).isEmpty)
    #expect(try #require(error).message(in: .en).hasPrefix("Line 4 "))
    #expect(throws: CryptoError.malformedLine(.recipient, line: 1)) { try recipients(IdentityTests.text) }
    #expect(throws: CryptoError.malformedLine(.identity, line: 2)) {
      try identities("#\nAGE-PLUGIN-YUBIKEY-1QQQQ")
    }
    #expect(throws: CryptoError.malformedLine(.identity, line: 1)) {
      try identities(IdentityTests.text + " # comment")
    }
  }

  @Test func aFileIsBounded() throws {
    #expect(throws: CryptoError.malformed(.identity, offset: nil)) { try identities("") }
    #expect(throws: CryptoError.malformed(.recipient, offset: nil)) { try recipients("# none\n") }
    let line = IdentityTests.recipient + "\n"
    #expect(try recipients(String(repeating: line, count: 1024)).count == 1024)
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 1024)) {
      try recipients(String(repeating: line, count: 1025))
    }
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 4 << 20)) {
      try recipients(String(repeating: "#", count: 4 << 20 + 1))
    }
  }
}
