import Foundation
import TestSupport

/// The second reader of groups and attachments, written from the page of their format alone.
enum GroupScript {
  static let isThere = Python.has("cryptography.hazmat.primitives.ciphers.aead")

  /// What the script says of a document, one object a line.
  static func lines(of document: Data) throws -> [[String: Any]] {
    try Python.objects(of: "groups.py", about: document)
  }
}
