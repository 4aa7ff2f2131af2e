public import OmamoriCore

/// Something about the security header fields of a response that should be otherwise.
///
/// It says which rule and which field, never what a field contains. A value; safe to share between threads.
public struct HeaderFinding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Good practice.
    case low = 1
    /// A protection is missing or weak.
    case medium
    /// A protection that everything else rests on is missing, or switched off.
    case high

    /// Orders by how much it matters.
    public static func < (first: Severity, second: Severity) -> Bool { first.rawValue < second.rawValue }
  }

  /// What is wrong.
  public let rule: HeaderRule
  /// How much it matters in this response.
  public let severity: Severity
  /// Which `Set-Cookie` field it is about, counted from 1; `nil` for other fields.
  public let cookie: Int?

  /// Makes a finding.
  public init(_ rule: HeaderRule, _ severity: Severity, cookie: Int? = nil) {
    (self.rule, self.severity, self.cookie) = (rule, severity, cookie)
  }

  /// What is wrong, as a sentence.
  public var explanation: LocalizedText {
    guard let cookie else { return rule.explanation }
    return LocalizedText(
      "Cookie \(cookie): \(rule.explanation.english)", ja: "\(cookie)番目のCookie: \(rule.explanation.japanese)")
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { rule.recovery }
}
