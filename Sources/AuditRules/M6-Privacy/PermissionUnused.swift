import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A usage description for data that nothing in the app asks for.
struct PermissionUnused: ProjectRule {
  static let metadata = RuleMetadata(
    id: "permission-unused",
    title: LocalizedText("Permission that nothing asks for", ja: "使用されていない権限の宣言"),
    why: LocalizedText(
      """
      With the description in place, any library that the app carries can ask in the app's name. What is not needed \
      should not be possible.
      """,
      ja: "用途の説明があると、組み込まれたどのライブラリもアプリの名前で許可を求められます。不要な権限は取得できないようにすべきです。"),
    fix: RuleFix(
      LocalizedText(
        "Remove the key from Info.plist, or use the API that it is for.",
        ja: "Info.plist からキーを削除してください。")),
    severity: .low, confidence: .medium, cwe: [250], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: "<key>NSContactsUsageDescription</key><string>Finds friends who watch the moon.</string>",
      good: "<key>NSCameraUsageDescription</key><string>Scans the code on a ticket.</string>"))

  static let names: Set<String> = Set(needs.values.flatMap(\.names))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let inputs = project.inventory.inputs
    guard project.inventory.target.isApp, inputs.contains(.swift) else { return }
    let others = ObjectiveCNames(project.inventory)
    let hasPackages = Self.carriesLibraries(project.inventory.layout)
    let entitlements = Set(project.propertyLists(.entitlements).flatMap { $0.root.dictionary?.keys ?? [] })
    var told: Set<String> = []
    for information in AppInformation.all(in: project) where information.isApp {
      for (key, need) in Self.needs.sorted(by: { $0.key < $1.key }) {
        guard let entry = information.entry(key), told.insert("\(entry.file):\(key)").inserted,
          need.modules.isDisjoint(with: project.imports),
          need.names.allSatisfy({ project.uses(of: $0).isEmpty }),
          !need.isDeclaredElsewhere(information, entitlements),
          !others.mayMention(need.modules.union(need.names))
        else { continue }
        report.add(
          Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
          LocalizedText(
            "\(information.name) declares \(key), and nothing in the sources asks for it.",
            ja: "\(information.name) は \(key) を宣言していますが、ソースコードで使われていません。"),
          confidence: hasPackages ? .low : .medium)
      }
    }
  }

  /// Whether the app is built with libraries whose sources are not here; any of them may ask.
  private static func carriesLibraries(_ layout: ProjectLayout) -> Bool {
    !layout.locks.isEmpty || !layout.podfiles.isEmpty || !layout.cartfiles.isEmpty
      || layout.xcodeProjects.contains { !$0.packages.isEmpty }
  }

  /// What would ask for a permission: one of these modules is imported, or one of these names is used.
  private struct Need {
    let modules: Set<String>
    let names: Set<String>
    /// Keys of the app or its entitlements that are there for the same purpose.
    var companions: Set<String> = []
    /// Modes in the background that are there for the same purpose.
    var modes: Set<String> = []

    /// Whether the app says at another place that it uses what the permission is for, by a library then.
    func isDeclaredElsewhere(_ information: AppInformation, _ entitlements: Set<String>) -> Bool {
      companions.contains { entitlements.contains($0) || information.texts($0)?.isEmpty == false }
        || !modes.isDisjoint(with: information.texts("UIBackgroundModes") ?? [])
    }
  }

  private static let picker: Set<String> = [
    "UIImagePickerController", "PHPickerViewController", "PhotosPicker",
  ]

  private static let needs: [String: Need] = [
    "NSCameraUsageDescription": Need(
      modules: ["AVFoundation", "AVKit", "ARKit", "RealityKit", "VisionKit", "WebKit", "CodeScanner"],
      names: picker),
    "NSMicrophoneUsageDescription": Need(
      modules: ["AVFoundation", "AVFAudio", "AVKit", "Speech", "WebKit", "ReplayKit", "AudioToolbox"],
      names: picker),
    "NSPhotoLibraryUsageDescription": Need(
      modules: ["Photos", "PhotosUI", "AssetsLibrary", "WebKit"],
      names: picker.union(["UIImageWriteToSavedPhotosAlbum", "UISaveVideoAtPathToSavedPhotosAlbum"])),
    "NSContactsUsageDescription": Need(
      modules: ["Contacts", "ContactsUI", "AddressBook", "Messages"], names: []),
    "NSCalendarsUsageDescription": Need(modules: ["EventKit", "EventKitUI"], names: []),
    "NSCalendarsFullAccessUsageDescription": Need(modules: ["EventKit", "EventKitUI"], names: []),
    "NSRemindersUsageDescription": Need(modules: ["EventKit", "EventKitUI"], names: []),
    "NSRemindersFullAccessUsageDescription": Need(modules: ["EventKit", "EventKitUI"], names: []),
    "NSBluetoothAlwaysUsageDescription": Need(
      modules: ["CoreBluetooth", "AccessorySetupKit", "ExternalAccessory", "Matter"], names: [],
      companions: ["UISupportedExternalAccessoryProtocols"],
      modes: ["bluetooth-central", "bluetooth-peripheral", "external-accessory"]),
    "NSSpeechRecognitionUsageDescription": Need(modules: ["Speech"], names: []),
    "NSHealthShareUsageDescription": Need(modules: ["HealthKit", "HealthKitUI"], names: []),
    "NSHealthUpdateUsageDescription": Need(modules: ["HealthKit", "HealthKitUI"], names: []),
    "NSHomeKitUsageDescription": Need(modules: ["HomeKit", "Matter", "MatterSupport"], names: []),
    "NSLocationWhenInUseUsageDescription": Need(
      modules: ["CoreLocation", "CoreLocationUI", "MapKit", "WebKit", "WeatherKit"], names: []),
    "NSLocationAlwaysAndWhenInUseUsageDescription": Need(
      modules: ["CoreLocation", "CoreLocationUI", "MapKit"], names: []),
    "NSMotionUsageDescription": Need(modules: ["CoreMotion", "SensorKit"], names: []),
    "NSUserTrackingUsageDescription": Need(modules: ["AppTrackingTransparency"], names: []),
    "NFCReaderUsageDescription": Need(
      modules: ["CoreNFC"], names: [],
      companions: [
        "com.apple.developer.nfc.readersession.formats",
        "com.apple.developer.nfc.readersession.iso7816.select-identifiers",
        "com.apple.developer.nfc.readersession.felica.systemcodes",
      ]),
  ]
}
