import OmamoriCore
import OmamoriRelay
import Testing

/// What the relay's errors say.
@Suite("RelayError")
struct RelayErrorTests {
  static let all: [RelayError] = [
    .cannotListen(code: 98), .store(code: 13), .store(code: 14), .certificate, .system(code: 5), .inUse,
    .insecureFolder,
    .invalidName,
    .core(.secretStore(.locked)),
  ]

  @Test(arguments: all)
  func saysWhatFailedAndWhatToDo(error: RelayError) {
    for text in [error.explanation, error.recovery] {
      #expect(!text[.en].isEmpty && text[.en].utf8.allSatisfy { $0 < 128 })
      #expect(text[.ja].unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value })
    }
    #expect(error.message(in: .en) != error.message(in: .ja))
  }

  @Test func aFullDiskIsNamed() {
    #expect(RelayError.store(code: 13).recovery[.en].contains("space"))
    #expect(RelayError.store(code: 13).recovery[.en] != RelayError.store(code: 14).recovery[.en])
  }
}
