import OmamoriCore
import OmamoriTPM
import Testing

@Suite struct TPMErrorTests {
  private static let all: [TPMError] =
    TPMAbsence.allCases.map { .unavailable($0) } + [
      .invalidAddress, .wrongAuthorization, .pinMissing, .lockedOut(seconds: 600), .lockedOut(seconds: nil),
      .otherDevice, .tampered, .newerFormat(version: 2), .systemChanged, .ownerAuthorizationRequired,
      .invalidLength(limit: 32), .invalidIndex, .counterMissing, .counterExists, .notACounter, .noRoom, .busy,
      .cancelled, .failed(code: 0x101),
    ]

  @Test(arguments: all) func texts(error: TPMError) {
    for text in [error.explanation, error.recovery] {
      #expect(text.english.hasSuffix(".") && text.english.utf8.allSatisfy { $0 < 0x80 })
      #expect(text.japanese.hasSuffix("。"))
    }
  }

  @Test func textsDiffer() {
    let texts = Self.all.map(\.explanation.english)
    #expect(Set(texts).count == texts.count)
  }

  @Test func numbers() {
    #expect(TPMError.lockedOut(seconds: 600).description.contains("600"))
    #expect(TPMError.failed(code: 0x101).description.contains("0x101"))
  }
}
