/// Why a finding is not counted.
package struct Suppression: Sendable, Hashable, Codable {
  /// Where the suppression is written.
  package enum Kind: String, Sendable, Hashable, Codable {
    /// A comment beside the code.
    case inSource
    /// A configuration file.
    case external
  }

  /// Where the suppression is written.
  package let kind: Kind
  /// The reason somebody gave.
  package let reason: String
  /// Who answers for it, when somebody is named.
  package let author: String?
  /// The last day on which it holds, or `nil` when it holds for ever.
  package let expires: CalendarDay?

  /// Makes a suppression.
  package init(kind: Kind, reason: String, author: String? = nil, expires: CalendarDay? = nil) {
    (self.kind, self.reason, self.author, self.expires) = (kind, reason, author, expires)
  }
}
