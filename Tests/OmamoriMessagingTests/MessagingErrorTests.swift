import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging
import Testing

/// What the module's errors say.
@Suite("MessagingError")
struct MessagingErrorTests {
  static let all: [MessagingError] = [
    .identity(.invalid), .identity(.changed), .identity(.own), .prekey(.invalid), .prekey(.unknown),
    .prekey(.expired), .prekey(.noCommonSuite), .prekey(.exhausted), .message(.malformed),
    .message(.unsupported), .message(.unreadable), .message(.forged), .message(.replayed),
    .message(.tooFarAhead), .message(.tooLarge),
    .conversation(.noSession), .conversation(.otherPeer), .conversation(.resetTooSoon),
    .conversation(.reservedRecord), .storage(.conflict), .storage(.damaged),
    .storage(.rolledBack), .storage(.exists), .storage(.missing), .storage(.invalid), .storage(.tooLarge),
    .storage(.full), .storage(.readOnly),
    .group(.notMember), .group(.wrongEpoch), .group(.notAllowed), .group(.missingKey),
    .group(.invalid), .attachment(.damaged), .attachment(.invalid), .backup(.wrongSecret), .backup(.invalid),
    .backup(.newerVersion), .backup(.weakSecret),
    .cryptography(.authenticationFailed), .core(.secretStore(.locked)), .system(code: 5), .cancelled,
  ]

  @Test(arguments: all)
  func saysWhatFailedAndWhatToDo(error: MessagingError) {
    for text in [error.explanation, error.recovery] {
      #expect(!text[.en].isEmpty && text[.en].utf8.allSatisfy { $0 < 128 })
      #expect(text[.ja].unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value })
    }
    #expect(error.description.contains(error.explanation[.en]))
    #expect(error.message(in: .en) != error.message(in: .ja))
  }

  @Test func eachSaysSomethingElse() {
    #expect(Set(Self.all.map { $0.explanation[.en] }).count == Self.all.count)
  }
}
