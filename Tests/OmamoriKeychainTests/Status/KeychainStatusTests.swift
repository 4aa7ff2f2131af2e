import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite struct KeychainStatusTests {
  @Test func everyCodeAndNameStandsInTheTableOnce() {
    let all = KeychainStatus.all
    #expect(all.count >= 90)
    #expect(Set(all.map(\.code)).count == all.count)
    let names = all.flatMap { [$0.name] + $0.aliases }.map { $0.lowercased() }
    #expect(Set(names).count == names.count)
    #expect(all.allSatisfy { $0.name.hasPrefix("errSec") && $0.code <= 0 })
  }

  @Test func everyStatusHasTextsInBothLanguages() {
    for status in KeychainStatus.all {
      for text in [status.explanation, status.cure] {
        #expect(text.english.hasSuffix("."), "\(status)")
        #expect(text.japanese.hasSuffix("。"), "\(status)")
        #expect(text.japanese.unicodeScalars.contains { $0.value > 0x3000 }, "\(status)")
        #expect(!text.english.contains("  ") && !text.english.contains("\n"), "\(status)")
      }
    }
  }

  @Test(arguments: [
    ("-25300", "errSecItemNotFound"), ("25300", "errSecItemNotFound"), ("0xffff9d2c", "errSecItemNotFound"),
    ("0xFFFFFFFFFFFF9D2C", "errSecItemNotFound"), (" itemnotfound\n", "errSecItemNotFound"),
    ("ERRSECITEMNOTFOUND", "errSecItemNotFound"), ("errSecDskFull", "errSecDiskFull"), ("0", "errSecSuccess"),
    ("0x0", "errSecSuccess"), ("success", "errSecSuccess"),
    ("CertificateExpired", "errSecCertificateExpired"),
    ("-67818", "errSecCertificateExpired"), ("-34018", "errSecMissingEntitlement"),
  ])
  func aStatusIsFoundByNumberOrName(text: String, name: String) {
    #expect(KeychainStatus(text: text)?.name == name)
  }

  @Test(arguments: [
    "", " ", "-", "errSec", "0x", "0xg", "0x1ffff9d2c", "99999999999999999999", "-2530O", "item not found",
    "１",
    String(repeating: "9", count: 100), "-1", "1",
  ])
  func nothingElseIsFound(text: String) { #expect(KeychainStatus(text: text) == nil) }

  @Test func everyStatusIsFoundByWhatItPrints() {
    for status in KeychainStatus.all {
      #expect(KeychainStatus(code: status.code) == status)
      #expect(KeychainStatus(text: String(status.code)) == status)
      #expect(KeychainStatus(text: "0x" + String(UInt32(bitPattern: status.code), radix: 16)) == status)
      #expect(KeychainStatus(text: status.name) == status)
      #expect(status.description.contains(String(status.code)))
    }
  }

  @Test(
    arguments: [
      (-25308, ["first unlock", "background", "SSH", "not found"], ["最初のロック解除", "バックグラウンド"]),
      (-34018, ["host application", "codesign", "group", "prefix"], ["エンタイトルメント", "単体テスト"]),
      (-25300, ["synchronizable", "access group", "passcode"], ["同期", "アクセスグループ"]),
      (-25299, ["accessibility", "primary key", "never delete"], ["保護クラス", "主キー"]),
      (-50, ["kSecMatchLimit", "access control", "persistent reference"], ["kSecMatchLimit", "アクセス制御"]),
      (-128, ["dismissed", "never delete", "intact"], ["取り消", "再試行"]),
    ] as [(Int32, [String], [String])])
  func theCodesPeopleMeetAreExplainedAtLength(code: Int32, english: [String], japanese: [String]) throws {
    let status = try #require(KeychainStatus(code: code))
    let (explanation, cure) = (status.explanation, status.cure)
    #expect(explanation.english.count > 120 && explanation.japanese.count > 50)
    for word in english { #expect((explanation.english + cure.english).contains(word)) }
    for word in japanese { #expect((explanation.japanese + cure.japanese).contains(word)) }
  }

  @Test func anErrorAndItsStatusStandForOneAnother() {
    #expect(KeychainError(status: 0) == nil)
    #expect(KeychainError(status: -25300) == nil)
    for status in KeychainStatus.all where ![0, -25300, -61, -25315, -25320].contains(status.code) {
      #expect(KeychainError(status: status.code)?.status == status.code)
    }
    #expect(KeychainError(status: 12345)?.status == 12345)
    let errors: [KeychainError] = [
      .locked, .denied, .cancelled, .corrupt(.item), .duplicate, .accessGroupDenied, .storeExists, .diskFull,
      .readOnly, .contended, .busy, .status(-50), .unavailable(.appleKeychain),
    ]
    for error in errors { #expect(KeychainError(status: error.status) == error) }
  }

  @Test func noErrorBecomesAnAnswer() {
    let errors: [KeychainError] = [
      .wrongCredential, .lockedOut(seconds: 3), .invalidated, .corrupt(.items),
      .rolledBack(expected: 2, found: 1),
      .unavailable(.tpm), .unknownAttribute(.port), .invalidRequest(.limit), .wrongType, .tooLarge(limit: 1),
      .unsupported(.slot), .newerFormat(version: 9), .slot(.last), .insecurePermissions(.store),
      .migrationFailed(step: 1), .malformedImport(line: 4), .file(.store, code: 5), .system(code: 11),
      .backend(code: 7),
    ]
    for error in errors {
      let status = error.status
      #expect(status != 0 && status != -25300)
      #expect(KeychainStatus(code: status) != nil)
      #expect(KeychainError(status: status)?.status == status)
    }
  }

  @Test func anUnnamedErrorSaysWhatTheTableKnows() {
    #expect(KeychainError.status(-50).description.contains("errSecParam (-50)"))
    #expect(KeychainError.status(-50).message(in: .ja).contains("引数"))
    #expect(KeychainError.status(-1_234_567).description.contains("-1234567"))
  }
}
