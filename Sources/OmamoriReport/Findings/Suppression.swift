/// Why a finding is not counted.
public struct Suppression: Sendable, Hashable, Codable {
  /// Where the suppression is written.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A comment beside the code.
    case inSource
    /// A configuration file.
    case external
  }

  /// Where the suppression is written.
  public let kind: Kind
  /// The reason somebody gave.
  public let reason: String

  /// Makes a suppression.
  public init(kind: Kind, reason: String) {
    (self.kind, self.reason) = (kind, reason)
  }
}
