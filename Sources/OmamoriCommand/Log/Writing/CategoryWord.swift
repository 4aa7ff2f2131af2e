#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog

/// The part of security that an event is about, as it is typed.
struct CategoryWord: CommandLineValue, Hashable {
  let category: AuditCategory

  init?(commandLine word: String) {
    guard let category = AuditCategory(rawValue: word) else { return nil }
    self.category = category
  }

  var commandLineWord: String { category.rawValue }
  static var completion: Completion { .words(AuditCategory.allCases.map(\.rawValue)) }
}
#endif
