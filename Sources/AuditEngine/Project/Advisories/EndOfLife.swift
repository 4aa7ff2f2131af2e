package import OmamoriCore

/// Components that nobody maintains any more, or whose service has been switched off.
///
/// Sources: the notices of the projects themselves, <https://github.com/microsoft/appcenter>,
/// <https://learn.microsoft.com/appcenter/retirement>, <https://firebase.google.com/support/dynamic-links-faq>. The table is
/// dated; what ended later is not in it.
package enum EndOfLife {
  /// The day on which the table was last compared with its sources.
  package static let date = "2026-11-22"

  /// A component that has ended.
  package struct Notice: Sendable {
    package let package: PackageIdentity
    /// The first version that is maintained, or `nil` when none is.
    let maintainedFrom: SemanticVersion?
    package let reason: LocalizedText

    package init(_ package: String, before: String? = nil, _ reason: LocalizedText) {
      self.package = PackageIdentity(package)
      maintainedFrom = before.flatMap(SemanticVersion.init)
      self.reason = reason
    }
  }

  /// What is known of `package` in `version`, if it has ended.
  package static func notice(_ package: PackageIdentity, _ version: SemanticVersion?) -> Notice? {
    all.first { notice in
      guard notice.package == package else { return false }
      guard let first = notice.maintainedFrom else { return true }
      return version.map { $0 < first } ?? false
    }
  }

  private static let all = [
    Notice(
      "AFNetworking",
      LocalizedText("the project is deprecated in favour of Alamofire", ja: "開発が終了し、Alamofire への移行が推奨されています")),
    Notice(
      "AppCenter",
      LocalizedText(
        "the service was retired on 2025-03-31, its analytics and diagnostics on 2026-06-30",
        ja: "サービスは 2025-03-31 に、分析と診断は 2026-06-30 に終了しました")),
    Notice(
      "FirebaseDynamicLinks",
      LocalizedText("the service ended on 2025-08-25", ja: "サービスは 2025-08-25 に終了しました")),
    Notice(
      "swift-nio", before: "2.0.0",
      LocalizedText("version 1 gets no security patches", ja: "バージョン 1 にはセキュリティ修正が提供されません")),
  ]
}
