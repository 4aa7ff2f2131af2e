import AuditEngine
import OmamoriReport

/// Compares the schemes that sources ask about with those that `Info.plist` declares.
enum QuerySchemes {
  /// Schemes that need no declaration: the system answers for them.
  static let system: Set<String> = [
    "http", "https", "tel", "telprompt", "sms", "mailto", "facetime", "facetime-audio", "maps", "itms",
    "itms-apps",
    "itms-appss", "itms-services", "app-settings", "app-prefs", "prefs", "file", "data", "about", "calshow",
    "x-web-search",
    "shortcuts", "music", "videos", "message", "photos-redirect",
  ]

  /// The uses of schemes that no covering `Info.plist` declares; nothing when no list is known.
  static func undeclared(in project: ProjectFacts) -> [(use: APIUse, scheme: String)] {
    let all = AppInformation.all(in: project)
    guard !all.isEmpty else { return [] }
    return project.apiUses.compactMap { use in
      guard use.context == .app, case .canOpenScheme(let scheme) = use.subject, !system.contains(scheme)
      else {
        return nil
      }
      let isDeclared = AppInformation.covering(use.file, in: all).contains { information in
        information.texts("LSApplicationQueriesSchemes")?.contains { $0.lowercased() == scheme } == true
          || information.ownSchemes.contains(scheme)
      }
      return isDeclared ? nil : (use, scheme)
    }
  }
}
