import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Sensitive values are followed to stores, logs, services and connections.
@Suite struct DisclosureTests {
  @Test func reportsTheCallerOfAHelperThatKeepsWhatItIsGiven() async throws {
    let helper = """
      import Foundation
      struct Shelf {
        func put(_ value: Any?, under key: String) { UserDefaults.standard.set(value, forKey: key) }
      }
      """
    let caller = """
      final class Desk {
        let shelf = Shelf()
        func arrive(unlockPin: String, visits: Int) {
          shelf.put(unlockPin, under: "a")
          shelf.put(visits, under: "pinVisits")
          shelf.put(unlockPin.count, under: "b")
        }
      }
      """
    #expect(
      try await flowLines(PreferencesSecret.self, ["A.swift": helper, "B.swift": caller]) == ["B.swift:4"])
  }

  @Test func endsWhereAValueIsSealedHashedOrReplaced() async throws {
    let file = """
      import CryptoKit
      func keep(passphrase: String, key: SymmetricKey) throws {
        let sealed = try AES.GCM.seal(Data(passphrase.utf8), using: key).combined
        UserDefaults.standard.set(sealed, forKey: "a")
        UserDefaults.standard.set(SHA256.hash(data: Data(passphrase.utf8)).description, forKey: "b")
        UserDefaults.standard.set(passphrase.isEmpty, forKey: "d")
        UserDefaults.standard.set(passphrase, forKey: "e")
      }
      """
    #expect(try await flowLines(PreferencesSecret.self, ["A.swift": file]) == ["A.swift:7"])
  }

  @Test func judgesANameByTheTypeOfItsValue() async throws {
    let types = """
      enum TokenKind: String { case bearer, mac }
      struct Grant { let refreshToken: String; let tokenKind: TokenKind; let tokenCount: Int; let pinned: Bool }
      """
    let use = """
      func log(_ grant: Grant, password: Bool) {
        print(grant.refreshToken)
        print(grant.tokenKind, grant.tokenCount, grant.pinned, password)
      }
      """
    #expect(try await flowLines(LogSensitive.self, ["A.swift": types, "B.swift": use]) == ["B.swift:2"])
  }

  @Test func findsWhatModelsOfADatabaseAreAssigned() async throws {
    let model = """
      import RealmSwift
      final class Guest: Object {
        @Persisted var name = ""
        @Persisted var passportNo: String?
      }
      """
    let use = """
      struct Scan { let documentText: String }
      func fill(_ guest: Guest, _ scan: Scan) {
        guest.passportNo = scan.documentText
        guest.name = "Somebody"
        guest.passportNo = nil
      }
      """
    #expect(
      try await flowLines(DatabaseSecretPlaintext.self, ["A.swift": model, "B.swift": use]).contains(
        "B.swift:3"))
    let key = "let configuration = Realm.Configuration(encryptionKey: key)"
    #expect(
      try await flowLines(DatabaseSecretPlaintext.self, ["A.swift": model, "B.swift": use, "C.swift": key])
        .allSatisfy { !$0.hasPrefix("B") })
  }

  @Test func findsWholeValuesThatAreEncodedAndWritten() async throws {
    let types = """
      struct Login: Codable { let user: String; let accessToken: String }
      struct Place: Codable { let title: String; let visits: Int }
      struct Partly: Codable {
        var title: String
        var accessToken = ""
        enum CodingKeys: String, CodingKey { case title }
      }
      """
    let use = """
      func keep(_ login: Login, _ place: Place, _ partly: Partly, at url: URL) throws {
        let data = try JSONEncoder().encode(login)
        try data.write(to: url)
        try JSONEncoder().encode(place).write(to: url)
        try JSONEncoder().encode(partly).write(to: url)
        try data.write(to: url, options: .completeFileProtection)
      }
      """
    #expect(
      try await flowLines(FileSecretPlaintext.self, ["A.swift": types, "B.swift": use]) == ["B.swift:3"])
  }

  @Test func followsSettersAndPropertyWrappers() async throws {
    let store = """
      @propertyWrapper struct Kept<Value> {
        let key: String
        var wrappedValue: Value? {
          get { UserDefaults.standard.object(forKey: key) as? Value }
          set { UserDefaults.standard.set(newValue, forKey: key) }
        }
      }
      enum Settings {
        @Kept("a") static var first = ""
        static var second: String? {
          get { UserDefaults.standard.string(forKey: "b") }
          set { UserDefaults.standard.set(newValue, forKey: "b") }
        }
      }
      """
    let use = """
      func keep(mnemonic: String) {
        Settings.first = mnemonic
        Settings.second = mnemonic
        Settings.second = "none"
      }
      """
    #expect(
      try await flowLines(PreferencesSecret.self, ["A.swift": store, "B.swift": use]) == [
        "B.swift:2", "B.swift:3",
      ])
  }

  @Test func reportsTheSystemLogOnlyWhereItShowsTheValue() async throws {
    let file = """
      import os
      let logger = Logger()
      func log(accessToken: String, heartRate: Int) {
        logger.info("\\(accessToken)")
        logger.info("\\(accessToken, privacy: .public)")
        logger.info("\\(accessToken, privacy: .private)")
      }
      """
    #expect(try await flowLines(LogPublicPrivacy.self, ["A.swift": file]) == ["A.swift:5"])
  }

  @Test func asksForASensitiveValueAndAPlainConnection() async throws {
    let file = """
      enum Hosts {
        static let old = "http://api.example.jp/login"
        static let new = "https://api.example.jp/login"
      }
      func send(_ password: String) {
        var request = URLRequest(url: URL(string: Hosts.old)!)
        request.httpBody = Data(password.utf8)
        URLSession.shared.dataTask(with: request).resume()
        URLSession.shared.dataTask(with: URLRequest(url: URL(string: Hosts.old)!)).resume()
        var other = URLRequest(url: URL(string: Hosts.new)!)
        other.httpBody = Data(password.utf8)
        URLSession.shared.dataTask(with: other).resume()
      }
      """
    let found = try await flowLines(CleartextURL.self, ["A.swift": file])
    #expect(found.contains("A.swift:8"))
    #expect(!found.contains("A.swift:9") && !found.contains("A.swift:12"))
  }

  @Test func followsPropertiesAndMessagesOfObjectiveC() async throws {
    let header = """
      @interface Member : NSObject
      @property (nonatomic, copy) NSString *memberPin;
      @property (nonatomic) NSInteger pinTries;
      @end
      """
    let use = """
      #import "Member.h"
      @implementation Desk
      - (void)keep:(Member *)member {
        NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
        [defaults setObject:member.memberPin forKey:@"a"];
        [defaults setObject:@(member.pinTries) forKey:@"b"];
        NSData *sealed = [RNEncryptor encryptData:[member.memberPin dataUsingEncoding:4] withPassword:@"x" error:nil];
        [defaults setObject:sealed forKey:@"c"];
        [self note:member.memberPin];
      }
      - (void)note:(NSString *)text {
        NSLog(@"%@", text);
      }
      @end
      """
    let files = ["Member.h": header, "Desk.m": use]
    #expect(try await flowLines(PreferencesSecret.self, files) == ["Desk.m:5"])
    #expect(try await flowLines(LogSensitive.self, files) == ["Desk.m:9"])
  }

  @Test func findsPersonalDataForAnalytics() async throws {
    let file = """
      import FirebaseAnalytics
      struct Stop { let homeAddress: String; let number: Int }
      func report(_ stop: Stop) {
        let parameters: [String: Any] = ["where": stop.homeAddress]
        Analytics.logEvent("stopped", parameters: parameters)
        Analytics.logEvent("counted", parameters: ["number": stop.number])
      }
      """
    #expect(try await flowLines(AnalyticsPersonalData.self, ["A.swift": file]) == ["A.swift:5"])
  }

  @Test func gathersTheSameWithOneWorkerAndMore() async throws {
    let files = [
      "A.swift": "func show(_ text: String) { print(text) }",
      "B.swift": "func go(password: String) { show(password) }",
    ]
    #expect(try await flowLines(LogSensitive.self, files, jobs: 1) == ["B.swift:1"])
    #expect(try await flowLines(LogSensitive.self, files, jobs: 3) == ["B.swift:1"])
  }
}
