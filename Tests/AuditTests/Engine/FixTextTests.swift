import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What the fix of a rule tells people to use has to exist.
@Suite struct FixTextTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The interfaces of the libraries: `Keychain`, `set`, and every name with its owner, `Keychain.set`.
  private static func interfaces() throws -> (names: Set<String>, members: Set<String>) {
    var (names, members): (Set<String>, Set<String>) = ([], [])
    let folder = root.appending(path: "API").path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".txt") {
      names.insert(String(file.dropLast(4)))
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      for line in text.split(separator: "\n") {
        let parts = line.prefix { $0 != ":" && $0 != "(" }.split(separator: ".").map(String.init)
        names.formUnion(parts)
        for (owner, member) in zip(parts, parts.dropFirst()) { members.insert(owner + "." + member) }
      }
    }
    return (names, members)
  }

  /// The dotted names in a text: `Keychain.set(_:for:)` gives `["Keychain", "set"]`.
  private static func paths(in text: String) -> [[String]] {
    text.split { !($0.isLetter && $0.isASCII || $0.isNumber || $0 == "_" || $0 == ".") }
      .map { $0.split(separator: ".", omittingEmptySubsequences: true).map(String.init) }
  }

  /// Whether a word is written as the name of a type: with a capital inside behind a small letter.
  private static func looksLikeType(_ word: String) -> Bool {
    guard word.first?.isUppercase == true else { return false }
    return zip(word, word.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
  }

  @Test func everyTypeAndMemberExists() throws {
    let (names, members) = try Self.interfaces()
    #expect(names.contains("Keychain") && members.contains("Keychain.set"))
    for rule in RuleCatalog.metadata {
      for text in [rule.fix.text.english, rule.fix.text.japanese] {
        for path in Self.paths(in: text) {
          for word in path where Self.looksLikeType(word) && !Self.others.contains(word) {
            let isThere = names.contains(word)
            #expect(isThere, "\(rule.id): \(word)")
          }
          for (owner, member) in zip(path, path.dropFirst())
          where names.contains(owner) && owner.first?.isUppercase == true && member.first?.isLowercase == true
          {
            let whole = owner + "." + member
            let isThere = members.contains(whole) || Self.others.contains(whole)
            #expect(isThere, "\(rule.id): \(whole)")
          }
        }
      }
    }
  }

  @Test func aTypeThatIsNotThereIsNoticed() throws {
    let (names, members) = try Self.interfaces()
    #expect(Self.looksLikeType("KeyStore") && !names.contains("KeyStore"))
    #expect(
      !members.contains("Keychain.get") && Self.paths(in: "(Keychain.get(_:))").first == ["Keychain", "get"])
  }

  /// Names of Apple's frameworks, of files and of formats.
  private static let others: Set = [
    "ATTrackingManager", "AfterFirstUnlockThisDeviceOnly", "AppStorage", "AutoFill", "Cartfile", "CryptoKit",
    "CycloneDX", "DeviceCheck", "FileProtectionType", "JSONEncoder", "JavaScript", "NSAllowsArbitraryLoads",
    "NSExceptionDomains", "NSExtensionActivationRule", "NSFileProtectionComplete", "NSLog", "NSPinnedDomains",
    "NSRegularExpression",
    "PasteButton", "PrivacyInfo", "RequestsOpenAccess", "SFSafariViewController", "SecItemAdd",
    "SecItemUpdate", "SecPolicyCreateSSL", "SecTrustEvaluateWithError", "SecureEnclave", "SecureField",
    "SubjectPublicKeyInfo", "SwiftUI", "SystemRandomNumberGenerator", "ThisDeviceOnly", "UIBackgroundModes",
    "ASWebAuthenticationSession", "ChaCha20", "LSApplicationQueriesSchemes", "NSAllowsArbitraryLoadsForMedia",
    "NSAllowsArbitraryLoadsInWebContent", "NSExceptionAllowsInsecureHTTPLoads",
    "NSExceptionMinimumTLSVersion",
    "NSExceptionRequiresForwardSecrecy", "NSPersistentStoreFileProtectionKey", "NSPrivacyAccessedAPITypes",
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSSecureCoding", "UIPasteControl", "URLQueryItem",
    "URLSessionConfiguration", "URLSessionConfiguration.ephemeral",
    "WKWebView", "WKWebsiteDataStore", "Int.random",
    "Transaction.currentEntitlements", "SecStaticCodeCheckValidity", "IntentsRestrictedWhileLocked",
    "INIntentsRestrictedWhileLocked",
  ]
}
