package import OmamoriCore

/// A file the audit met and did not read, or did not read to its end.
package struct SkippedFile: Sendable, Hashable {
  /// Why a file was skipped.
  package enum Reason: String, CaseIterable, Sendable, Hashable, Codable {
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
  package let file: String
  /// Why it was skipped.
  package let reason: Reason
  /// The particulars, in words.
  package let message: LocalizedText

  /// Makes an entry.
  package init(file: String, reason: Reason, message: LocalizedText) {
    (self.file, self.reason, self.message) = (file, reason, message)
  }
}
