import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A permission that reaches further than what the app does with it.
struct PermissionOverbroad: ProjectRule {
  static let metadata = RuleMetadata(
    id: "permission-overbroad",
    title: LocalizedText("Permission reaches further than its use", ja: "用途に対して広すぎる権限"),
    why: LocalizedText(
      """
      Whoever gets into the app gets everything that people have granted it: where they are at night, all their \
      pictures, their whole calendar. The smaller permission does the same work.
      """,
      ja: "アプリが侵害されると、許可されたすべてのデータ（夜間の居場所、全写真、カレンダー全体など）が漏えいします。より狭い権限で同じ機能を実現できます。"),
    fix: RuleFix(
      LocalizedText(
        """
        Ask for location while in use, for adding to the photo library only (.addOnly), or for write-only access to \
        the calendar.
        """,
        ja: "位置情報は使用中のみ、写真は追加のみ（.addOnly）、カレンダーは書き込みのみの許可を求めてください。")),
    severity: .low, confidence: .medium, cwe: [272], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        @main struct Moon: App {
          let manager = CLLocationManager()
          func start() { manager.requestAlwaysAuthorization() }
        }
        """,
      good: """
        @main struct Moon: App {
          let manager = CLLocationManager()
          func start() { manager.requestWhenInUseAuthorization() }
        }
        """))

  static let names: Set<String> = Set(cases.flatMap { [$0.asks] + $0.needs })

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, !project.inventory.inputs.contains(.objectiveC) else { return }
    let modes = project.propertyLists(.infoPlist).flatMap { list in
      (list.root["UIBackgroundModes"]?.array ?? []).compactMap(\.string)
    }
    for test in Self.cases {
      guard let use = project.uses(of: test.asks).first(where: { $0.context == .app }),
        test.needs.allSatisfy({ project.uses(of: $0).isEmpty }),
        test.mode.map({ !modes.contains($0) }) ?? true
      else { continue }
      report.add(Self.self, at: use, test.message)
    }
  }

  /// A request with the names of which at least one is used by an app that needs it.
  private struct Case {
    let asks: String
    let needs: Set<String>
    let mode: String?
    let message: LocalizedText
  }

  private static let cases = [
    Case(
      asks: "requestAlwaysAuthorization",
      needs: [
        "startMonitoring", "CLCircularRegion", "CLBeaconRegion", "CLMonitor", "startMonitoringVisits",
        "startMonitoringSignificantLocationChanges", "allowsBackgroundLocationUpdates",
        "CLBackgroundActivitySession", "CLServiceSession",
      ],
      mode: "location",
      message: LocalizedText(
        "Location is asked for at all times, and nothing watches it in the background.",
        ja: "位置情報を常に求めていますが、バックグラウンドで使用する処理がありません。")),
    Case(
      asks: "requestFullAccessToEvents",
      needs: [
        "predicateForEvents", "events", "enumerateEvents", "event", "calendars", "calendarItem",
        "EKEventViewController", "EKCalendarChooser", "refreshSourcesIfNecessary", "remove",
      ],
      mode: nil,
      message: LocalizedText(
        "The whole calendar is asked for, and no event is read.",
        ja: "カレンダー全体へのアクセスを求めていますが、予定を読み取る処理がありません。")),
  ]
}
