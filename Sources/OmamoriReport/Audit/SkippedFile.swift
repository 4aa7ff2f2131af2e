public import OmamoriCore

/// A file the audit met and did not read, or did not read to its end.
public struct SkippedFile: Sendable, Hashable {
  /// Why a file was skipped.
  public enum Reason: String, CaseIterable, Sendable, Hashable, Codable {
    /// Reading failed, for example for lack of permission.
    case unreadable
    /// Larger than the limit for its kind.
    case tooLarge
    /// Neither UTF-8 nor another encoding that is recognised.
    case encoding
    /// A link that leads out of the audited path, nowhere, or in a circle.
    case link
    /// Broken or hostile content.
    case malformed
    /// Not a regular file: a pipe, a socket, a device.
    case special
  }

  /// The file, relative to the audited path.
  public let file: String
  /// Why it was skipped.
  public let reason: Reason
  /// The particulars, in words.
  public let message: LocalizedText

  /// Makes an entry.
  public init(file: String, reason: Reason, message: LocalizedText) {
    (self.file, self.reason, self.message) = (file, reason, message)
  }
}
