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
        the calendar. Let people choose single pictures and contacts in the system's pickers.
        """,
        ja: """
          位置情報は使用中のみ、写真は追加のみ（.addOnly）、カレンダーは書き込みのみの許可を求めてください。\
          個々の写真や連絡先は、システムのピッカーで選んでもらってください。
          """)),
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

  static let names: Set<String> = Set(cases.flatMap { [$0.asks] + $0.needs + $0.uses })

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    let lists = project.propertyLists(.infoPlist)
    let modes = lists.flatMap { ($0.root["UIBackgroundModes"]?.array ?? []).compactMap(\.string) }
    let others = ObjectiveCNames(project.inventory)
    for test in Self.cases {
      guard let request = test.request(in: project),
        test.needs.allSatisfy({ project.uses(of: $0).isEmpty }), !others.mayMention(test.needs),
        test.mode.map({ !modes.contains($0) }) ?? true,
        test.key.map({ key in !lists.contains { $0.root[key]?.boolean == true } }) ?? true
      else { continue }
      let use = test.uses.sorted().lazy.compactMap { name in
        project.uses(of: name).first { $0.context == .app }
      }.first
      guard test.uses.isEmpty || use != nil else { continue }
      report.add(
        Self.self, file: request.file, region: request.region, snippet: request.snippet, test.message,
        related: use.map { use in
          let step = LocalizedText("This is what it is used for.", ja: "ここで使用しています。")
          return [FindingStep(file: use.file, region: use.region, message: step)]
        } ?? [])
    }
  }

  /// A request with the names of which at least one is used by an app that needs it.
  private struct Case {
    let asks: String
    /// The permission that the request has to be for, where its name alone does not tell.
    var family: PermissionFamily?
    let needs: Set<String>
    /// The names of which at least one is used by an app that does not need it; empty where any app is meant.
    var uses: Set<String> = []
    /// The mode in the background that needs it.
    var mode: String?
    /// The key of `Info.plist` that narrows the permission.
    var key: String?
    let message: LocalizedText

    /// Where the app asks.
    func request(in project: ProjectFacts) -> (file: String, region: SourceRegion, snippet: String)? {
      guard let family else {
        let use = project.uses(of: asks).first { $0.context == .app }
        return use.map { ($0.file, $0.region, $0.snippet) }
      }
      let use = project.apiUses.first {
        $0.context == .app && $0.name == asks && $0.subject == .permission(family)
      }
      return use.map { ($0.file, $0.region, $0.snippet) }
    }
  }

  private static let cases = location + calendar + photos + contacts

  /// What depends on where exactly a device is.
  private static let exact: Set = [
    "kCLLocationAccuracyBest", "kCLLocationAccuracyBestForNavigation", "kCLLocationAccuracyNearestTenMeters",
    "kCLLocationAccuracyHundredMeters", "CLCircularRegion", "CLBeaconRegion", "CLBeaconIdentityConstraint",
    "CLMonitor", "CLLocationUpdate", "startMonitoring", "startRangingBeacons", "startUpdatingHeading",
    "MKMapView", "Map", "MKDirections", "UserAnnotation", "MapUserLocationButton", "CLVisit",
    "startMonitoringVisits",
  ]

  private static let location =
    [
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
          ja: "位置情報を常に求めていますが、バックグラウンドで使用する処理がありません。"))
    ]
    + ["requestWhenInUseAuthorization", "requestAlwaysAuthorization"].map { name in
      Case(
        asks: name, needs: exact.union(["kCLLocationAccuracyReduced"]),
        uses: ["kCLLocationAccuracyKilometer", "kCLLocationAccuracyThreeKilometers"],
        key: "NSLocationDefaultAccuracyReduced",
        message: LocalizedText(
          """
          The exact location is asked for, and the app uses it to the kilometre; NSLocationDefaultAccuracyReduced in \
          Info.plist asks for the approximate one.
          """,
          ja: """
            正確な位置情報を求めていますが、キロメートル単位でしか使っていません。\
            Info.plist の NSLocationDefaultAccuracyReduced で、おおよその位置を求められます。
            """))
    }

  private static let calendar = [
    Case(
      asks: "requestFullAccessToEvents",
      needs: [
        "predicateForEvents", "events", "enumerateEvents", "event", "calendars", "calendarItem",
        "EKEventViewController", "EKCalendarChooser", "refreshSourcesIfNecessary", "remove",
      ],
      message: LocalizedText(
        "The whole calendar is asked for, and no event is read.",
        ja: "カレンダー全体へのアクセスを求めていますが、予定を読み取る処理がありません。"))
  ]

  /// What reads or changes pictures that are in the library.
  private static let library: Set = [
    "fetchAssets", "fetchAssetCollections", "fetchTopLevelUserCollections", "fetchKeyAssets", "PHFetchResult",
    "PHFetchOptions", "PHImageManager", "PHCachingImageManager", "PHAssetResourceManager",
    "PHAssetCollection",
    "PHAssetCollectionChangeRequest", "PHCollectionList", "PHLivePhoto", "PHCloudIdentifier", "deleteAssets",
    "assetIdentifier", "itemIdentifier", "phAsset", "presentLimitedLibraryPicker",
    "requestContentEditingInput",
    "contentEditingOutput", "PHPhotoLibraryChangeObserver", "unregisterChangeObserver",
  ]
  private static let additions: Set = [
    "creationRequestForAsset", "creationRequestForAssetFromImage", "creationRequestForAssetFromVideo",
    "forAsset", "PHAssetCreationRequest", "UIImageWriteToSavedPhotosAlbum",
    "UISaveVideoAtPathToSavedPhotosAlbum",
  ]

  private static let photos = [
    Case(
      asks: "requestAuthorization", family: .photoLibrary, needs: library, uses: additions,
      message: LocalizedText(
        "The whole photo library is asked for, and the app only adds to it; ask for .addOnly.",
        ja: "写真ライブラリ全体へのアクセスを求めていますが、追加しかしていません。.addOnly を指定してください。")),
    Case(
      asks: "requestAuthorization", family: .photoLibrary, needs: library.union(additions),
      uses: ["PHPickerViewController", "PhotosPicker", "UIImagePickerController"],
      message: LocalizedText(
        "The whole photo library is asked for, and the app only shows the picker, which needs no permission.",
        ja: "写真ライブラリ全体へのアクセスを求めていますが、許可の不要なピッカーしか使っていません。")),
  ]

  private static let contacts = [
    Case(
      asks: "requestAccess", family: .contacts,
      needs: [
        "CNContactFetchRequest", "enumerateContacts", "unifiedContacts", "unifiedContact", "unifiedMeContact",
        "unifiedMeContactWithKeys", "predicateForContacts", "CNSaveRequest", "CNChangeHistoryFetchRequest",
        "CNContactViewController", "containers", "groups",
      ],
      uses: ["CNContactPickerViewController"],
      message: LocalizedText(
        "All contacts are asked for, and the app only shows the picker, which needs no permission.",
        ja: "すべての連絡先へのアクセスを求めていますが、許可の不要なピッカーしか使っていません。"))
  ]
}
