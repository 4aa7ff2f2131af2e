#if canImport(UIKit)
import Foundation
public import OmamoriDevice
import UIKit

extension SchemeAnswers {
  /// Asks the system which of the tools' apps are there.
  ///
  /// It answers only for schemes that the app's property list names under `LSApplicationQueriesSchemes`, and says no for
  /// all others; those count as not asked. An app extension has no application to ask with.
  ///
  /// - Returns: The answers, for a `JailbreakProbe`.
  @available(iOSApplicationExtension, unavailable)
  @MainActor public static func current() -> SchemeAnswers {
    let listed = Bundle.main.object(forInfoDictionaryKey: "LSApplicationQueriesSchemes") as? [String]
    return answers(listed: Set(listed ?? []))
  }

  @available(iOSApplicationExtension, unavailable)
  @MainActor static func answers(listed: Set<String>) -> SchemeAnswers {
    let asked = listed.intersection(schemes)
    let opened = asked.filter { scheme in
      URL(string: "\(scheme)://").map { UIApplication.shared.canOpenURL($0) } ?? false
    }
    return SchemeAnswers(opened: opened, asked: asked)
  }
}
#endif
