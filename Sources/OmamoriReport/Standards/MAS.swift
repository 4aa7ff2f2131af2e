package import OmamoriCore

/// The lists of OWASP Mobile Application Security that rules and reports refer to.
///
/// Sources: MASWE v1.0 and MASTG v2.0.0, as <https://mas.owasp.org> published them by ``date``. Only numbers, titles and
/// mappings are here. Where the guide still names weaknesses by the numbers of the beta, the tables have their successors.
package enum MAS {
  /// The day of the tables.
  package static let date = "2026-08-22"

  /// The weakness with this number, if the list has it.
  package static func weakness(_ number: Int) -> MASWeakness? { weaknessesByNumber[number] }

  /// The test for iOS with this number, if it is a current one.
  package static func test(_ number: Int) -> MASTest? { testsByNumber[number] }

  private static let weaknessesByNumber = Dictionary(uniqueKeysWithValues: weaknesses.map { ($0.number, $0) })
  private static let testsByNumber = Dictionary(uniqueKeysWithValues: tests.map { ($0.number, $0) })

  /// `MASWE-0027` or `MASTG-TEST-0396`: the numbers have four digits.
  static func name(_ prefix: String, _ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A testing profile of OWASP MAS.
package enum MASProfile: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Essential security, for every app.
  case l1 = "L1"
  /// Advanced security, for apps with sensitive data.
  case l2 = "L2"
  /// Resilience against reverse engineering and tampering.
  case r = "R"
  /// Privacy.
  case p = "P"

  /// What the profile is about.
  package var title: LocalizedText {
    switch self {
    case .l1: LocalizedText("essential security", ja: "基本的なセキュリティ")
    case .l2: LocalizedText("advanced security", ja: "高度なセキュリティ")
    case .r: LocalizedText("resilience", ja: "耐タンパー性")
    case .p: LocalizedText("privacy", ja: "プライバシー")
    }
  }

  /// Orders profiles as OWASP lists them: L1, L2, R, P.
  package static func < (left: MASProfile, right: MASProfile) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .l1: 0
    case .l2: 1
    case .r: 2
    case .p: 3
    }
  }
}

/// A weakness of the Mobile Application Security Weakness Enumeration.
package struct MASWeakness: Sendable, Hashable {
  /// Its number: 27 is `MASWE-0027`.
  package let number: Int
  /// Its name.
  package let title: LocalizedText
  /// The profiles that it belongs to.
  package let profiles: Set<MASProfile>
  /// Controls of MASVS v2 without the prefix; the first names the group that the weakness is listed under.
  package let controls: [String]
  /// Whether it exists on iOS.
  package let isForIOS: Bool

  init(
    _ number: Int, _ title: String, ja japanese: String, _ profiles: Set<MASProfile>, _ controls: [String],
    isForIOS: Bool = true
  ) {
    (self.number, self.title) = (number, LocalizedText(title, ja: japanese))
    (self.profiles, self.controls, self.isForIOS) = (profiles, controls, isForIOS)
  }

  /// Its name in reports: `MASWE-0027`.
  package var id: String { Self.id(number) }

  /// The page about it.
  package var address: String {
    let group = controls.first?.split(separator: "-").first ?? ""
    return "https://mas.owasp.org/MASWE/MASVS-\(group)/\(id)/"
  }

  /// The name in reports of the weakness with this number.
  package static func id(_ number: Int) -> String { MAS.name("MASWE-", number) }
}

/// A test for iOS of the Mobile Application Security Testing Guide.
package struct MASTest: Sendable, Hashable {
  /// Its number: 209 is `MASTG-TEST-0209`.
  package let number: Int
  /// Its name.
  package let title: LocalizedText
  /// The group of MASVS that it is listed under, without the prefix: `CRYPTO`.
  package let group: String
  /// The profiles that it belongs to.
  package let profiles: Set<MASProfile>
  /// Whether reading code and files is enough; the others need a running app.
  package let isStatic: Bool
  /// The numbers of the weaknesses that it looks for.
  package let weaknesses: [Int]

  init(
    _ number: Int, _ title: String, ja japanese: String, _ group: String, _ profiles: Set<MASProfile>,
    _ weaknesses: [Int], isStatic: Bool = true
  ) {
    (self.number, self.title) = (number, LocalizedText(title, ja: japanese))
    (self.group, self.profiles) = (group, profiles)
    (self.weaknesses, self.isStatic) = (weaknesses, isStatic)
  }

  /// Its name in reports: `MASTG-TEST-0209`.
  package var id: String { Self.id(number) }

  /// The page about it.
  package var address: String { "https://mas.owasp.org/MASTG/tests/ios/MASVS-\(group)/\(id)/" }

  /// The name in reports of the test with this number.
  package static func id(_ number: Int) -> String { MAS.name("MASTG-TEST-", number) }
}
