package import OmamoriCore

/// Everything about a rule except how it finds: texts, ratings, mappings and examples.
package struct RuleMetadata: Sendable, Hashable {
  /// A pair of small sources: one in which the rule speaks, and the same repaired.
  package struct Example: Sendable, Hashable {
    /// The kind of file the sources are, by extension, such as `swift`, `plist` or `m`.
    package let language: String
    /// A source in which the rule speaks.
    package let bad: String
    /// The same, repaired; the rule is silent.
    package let good: String

    /// Makes an example.
    package init(language: String = "swift", bad: String, good: String) {
      (self.language, self.bad, self.good) = (language, bad, good)
    }
  }

  /// The name of the rule.
  package let id: RuleID
  /// A short name for people, without a full stop.
  package let title: LocalizedText
  /// Why it is a weakness: who can do what.
  package let why: LocalizedText
  /// How to repair it.
  package let fix: RuleFix
  /// The usual severity.
  package let severity: Severity
  /// The usual confidence.
  package let confidence: Confidence
  /// Weakness numbers of the Common Weakness Enumeration.
  package let cwe: [Int]
  /// Categories of the 2024 list; the first is the one the score counts it under.
  package let owaspMobile2024: [OWASPMobile2024]
  /// Categories of the 2016 list.
  package let owaspMobile2016: [OWASPMobile2016]
  /// Its place in the lists of OWASP Mobile Application Security; a catalogue of rules fills it in.
  package internal(set) var standards: RuleStandards
  /// What the rule speaks and does not speak about.
  package let example: Example

  /// Makes the metadata of a rule.
  package init(
    id: RuleID, title: LocalizedText, why: LocalizedText, fix: RuleFix, severity: Severity,
    confidence: Confidence, cwe: [Int], owaspMobile2024: [OWASPMobile2024],
    owaspMobile2016: [OWASPMobile2016], example: Example
  ) {
    (self.id, self.title, self.why, self.fix) = (id, title, why, fix)
    (self.severity, self.confidence, self.cwe) = (severity, confidence, cwe)
    (self.owaspMobile2024, self.owaspMobile2016) = (owaspMobile2024, owaspMobile2016)
    (self.example, standards) = (example, RuleStandards(weaknesses: [], controls: []))
  }

  /// The CWE references as reports write them: `CWE-319`.
  package var cweReferences: [String] { cwe.map { "CWE-\($0)" } }

  /// The public pages about the weakness: CWE first, then MASVS, MASWE, MASTG and the OWASP Mobile Top 10.
  var references: [RuleReference] {
    cwe.map(RuleReference.cwe) + masvsReferences.map(RuleReference.masvs)
      + standards.weaknesses.map(RuleReference.maswe) + standards.tests.map(RuleReference.mastg)
      + owaspMobile2024.map { RuleReference.owasp("OWASP \($0.rawValue):2024") }
      + owaspMobile2016.map { RuleReference.owasp("OWASP \($0.rawValue):2016") }
  }
}

/// A public page about a weakness or a test.
struct RuleReference {
  /// What the page is about, such as `CWE-319`.
  let name: String
  /// Its web address, or `nil` when the name does not fit into one.
  let address: String?

  /// The page of a weakness.
  static func cwe(_ number: Int) -> Self {
    Self(name: "CWE-\(number)", address: "https://cwe.mitre.org/data/definitions/\(number).html")
  }

  /// The page of a control of MASVS.
  static func masvs(_ name: String) -> Self {
    Self(name: name, address: isPlain(name) ? "https://mas.owasp.org/MASVS/controls/\(name)/" : nil)
  }

  /// The page of a MASWE weakness.
  static func maswe(_ number: Int) -> Self {
    Self(name: MASWeakness.id(number), address: MAS.weakness(number)?.address)
  }

  /// The page of a MASTG test.
  static func mastg(_ number: Int) -> Self {
    Self(name: MASTest.id(number), address: MAS.test(number)?.address)
  }

  /// The page of the OWASP Mobile Top 10; its categories have no lasting pages of their own.
  static func owasp(_ name: String) -> Self {
    Self(name: name, address: "https://owasp.org/www-project-mobile-top-10/")
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }
}

/// How to repair what a rule finds.
package struct RuleFix: Sendable, Hashable {
  /// The part of Omamori that does it right.
  package enum Library: String, Sendable, Hashable, CaseIterable, Codable {
    /// OmamoriCrypto.
    case crypto = "OmamoriCrypto"
    /// OmamoriKeychain.
    case keychain = "OmamoriKeychain"
    /// OmamoriTransport.
    case transport = "OmamoriTransport"
    /// OmamoriAuth.
    case auth = "OmamoriAuth"
    /// OmamoriDevice.
    case device = "OmamoriDevice"
    /// OmamoriMessaging.
    case messaging = "OmamoriMessaging"
    /// OmamoriAuditLog.
    case auditLog = "OmamoriAuditLog"
    /// A change of configuration is enough.
    case none = ""
  }

  /// What to do.
  package let text: LocalizedText
  /// The part of Omamori that does it, or ``Library/none``.
  package let library: Library

  /// Makes a fix.
  package init(_ text: LocalizedText, library: Library = .none) {
    (self.text, self.library) = (text, library)
  }
}

/// The name of a rule, such as `weak-hash`: lower-case words joined by `-`, stable for ever.
package struct RuleID: RawRepresentable, Sendable, Hashable, Codable, Comparable, ExpressibleByStringLiteral {
  /// The name.
  package let rawValue: String

  /// Makes an id from its name.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an id from a literal name.
  package init(stringLiteral value: String) { self.init(rawValue: value) }

  /// Orders ids by name.
  package static func < (left: RuleID, right: RuleID) -> Bool { left.rawValue < right.rawValue }
}

extension RuleID: CustomStringConvertible {
  /// The name.
  package var description: String { rawValue }
}
