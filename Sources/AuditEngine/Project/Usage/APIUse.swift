package import OmamoriReport

/// A place in the sources where something is used that a rule about the whole project wants to know of.
package struct APIUse: Sendable, Hashable {
  /// What is used.
  package enum Subject: Sendable, Hashable {
    /// An API that needs the person's permission.
    case permission(PermissionFamily)
    /// An API whose use has to be explained in the privacy manifest.
    case requiredReason(RequiredReasonFamily)
    /// A question whether another app can open a URL, with its scheme in lower case.
    case canOpenScheme(String)
    /// A handler of universal links.
    case universalLinkHandler
    /// A handler of URLs that other apps open.
    case urlHandler
    /// Files or databases in the Documents folder.
    case documentsFolder
    /// A certificate that is read from the bundle, with its file name.
    case bundledCertificate(String)
    /// An address of a tracker, with its host.
    case trackerHost(String)
    /// A decision about the keyboards of other makers.
    case keyboardDecision
    /// A field of SwiftUI for something secret that is not secure, with what it asks for as its name.
    case plainSecretField
  }

  /// What is used.
  package let subject: Subject
  /// The name in the source, such as `CLLocationManager`.
  package let name: String
  /// The file.
  package let file: String
  /// Where in the file.
  package let region: SourceRegion
  /// The first line of the place.
  package let snippet: String
  /// What the file is for.
  package let context: FileContext
}

/// Something a person is asked for, with the keys of `Info.plist` that say why.
///
/// Source: <https://developer.apple.com/documentation/bundleresources/information-property-list/protected-resources>
package enum PermissionFamily: String, CaseIterable, Sendable, Hashable {
  case camera = "NSCameraUsageDescription"
  case microphone = "NSMicrophoneUsageDescription"
  case location = "NSLocationWhenInUseUsageDescription"
  case alwaysLocation = "NSLocationAlwaysAndWhenInUseUsageDescription"
  case photoLibrary = "NSPhotoLibraryUsageDescription"
  case addPhotos = "NSPhotoLibraryAddUsageDescription"
  case contacts = "NSContactsUsageDescription"
  case calendars = "NSCalendarsUsageDescription"
  case reminders = "NSRemindersUsageDescription"
  case faceID = "NSFaceIDUsageDescription"
  case bluetooth = "NSBluetoothAlwaysUsageDescription"
  case motion = "NSMotionUsageDescription"
  case speech = "NSSpeechRecognitionUsageDescription"
  case mediaLibrary = "NSAppleMusicUsageDescription"
  case health = "NSHealthShareUsageDescription"
  case home = "NSHomeKitUsageDescription"
  case siri = "NSSiriUsageDescription"
  case tracking = "NSUserTrackingUsageDescription"
  case nfc = "NFCReaderUsageDescription"

  /// The keys of which one is enough, the one to write today first.
  package var keys: [String] {
    switch self {
    case .alwaysLocation: [rawValue, "NSLocationAlwaysUsageDescription"]
    case .location: [rawValue, "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationUsageDescription"]
    case .addPhotos: [rawValue, "NSPhotoLibraryUsageDescription"]
    case .calendars:
      [
        "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription", rawValue,
      ]
    case .reminders: ["NSRemindersFullAccessUsageDescription", rawValue]
    case .bluetooth: [rawValue, "NSBluetoothPeripheralUsageDescription"]
    case .health:
      [rawValue, "NSHealthUpdateUsageDescription", "NSHealthClinicalHealthRecordsShareUsageDescription"]
    default: [rawValue]
    }
  }

  /// The family that a call of `name` with `receiver` in front of the dot and `labels` needs, if any.
  ///
  /// Only calls that make the system ask are listed; naming a type is not enough.
  package static func family(
    name: String, receiver: @autoclosure () -> [String], labels: @autoclosure () -> [String]
  ) -> PermissionFamily? {
    if let family = byCall[name] { return family }
    guard name.hasPrefix("request") else { return nil }
    switch (name, receiver().last) {
    case ("requestAuthorization", "PHPhotoLibrary"): return .photoLibrary
    case ("requestAuthorization", "SFSpeechRecognizer"): return .speech
    case ("requestAuthorization", "MPMediaLibrary"), ("request", "MusicAuthorization"): return .mediaLibrary
    case ("requestSiriAuthorization", _): return .siri
    case ("requestAuthorization", _) where labels().starts(with: ["toShare", "read"]): return .health
    default: return nil
    }
  }

  private static let byCall: [String: PermissionFamily] = [
    "requestWhenInUseAuthorization": .location, "requestAlwaysAuthorization": .alwaysLocation,
    "requestTrackingAuthorization": .tracking, "requestRecordPermission": .microphone,
    "AVCaptureDeviceInput": .camera, "enumerateContacts": .contacts, "unifiedContacts": .contacts,
    "CBCentralManager": .bluetooth,
    "CBPeripheralManager": .bluetooth, "CMPedometer": .motion, "CMMotionActivityManager": .motion,
    "HMHomeManager": .home, "requestFullAccessToEvents": .calendars,
    "requestWriteOnlyAccessToEvents": .calendars,
    "requestFullAccessToReminders": .reminders, "UIImageWriteToSavedPhotosAlbum": .addPhotos,
    "UISaveVideoAtPathToSavedPhotosAlbum": .addPhotos, "NFCNDEFReaderSession": .nfc,
    "NFCTagReaderSession": .nfc, "AVAudioRecorder": .microphone,
  ]
}

/// An API whose use has to be explained with a reason code in the privacy manifest.
///
/// Source: <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>, as of
/// November 2025.
package enum RequiredReasonFamily: String, CaseIterable, Sendable, Hashable {
  case fileTimestamp = "NSPrivacyAccessedAPICategoryFileTimestamp"
  case systemBootTime = "NSPrivacyAccessedAPICategorySystemBootTime"
  case diskSpace = "NSPrivacyAccessedAPICategoryDiskSpace"
  case activeKeyboards = "NSPrivacyAccessedAPICategoryActiveKeyboards"
  case userDefaults = "NSPrivacyAccessedAPICategoryUserDefaults"

  /// The reason codes that Apple accepts for the family.
  package var reasons: Set<String> {
    switch self {
    case .fileTimestamp: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]
    case .systemBootTime: ["35F9.1", "8FFB.1", "3D61.1"]
    case .diskSpace: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]
    case .activeKeyboards: ["3EC4.1", "54BD.1"]
    case .userDefaults: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]
    }
  }

  /// The family that a name in the source belongs to, if any.
  ///
  /// Names that ordinary code gives to other things (`stat`, `creationDate`) are not listed.
  package static let byName: [String: RequiredReasonFamily] = [
    "UserDefaults": .userDefaults, "NSUserDefaults": .userDefaults, "AppStorage": .userDefaults,
    "contentModificationDateKey": .fileTimestamp, "creationDateKey": .fileTimestamp,
    "NSFileModificationDate": .fileTimestamp, "NSFileCreationDate": .fileTimestamp,
    "NSURLContentModificationDateKey": .fileTimestamp, "NSURLCreationDateKey": .fileTimestamp,
    "fileModificationDate": .fileTimestamp, "systemUptime": .systemBootTime,
    "mach_absolute_time": .systemBootTime, "volumeAvailableCapacityKey": .diskSpace,
    "volumeAvailableCapacityForImportantUsageKey": .diskSpace,
    "volumeAvailableCapacityForOpportunisticUsageKey": .diskSpace, "volumeTotalCapacityKey": .diskSpace,
    "NSFileSystemFreeSize": .diskSpace, "NSFileSystemSize": .diskSpace, "systemFreeSize": .diskSpace,
    "statfs": .diskSpace, "statvfs": .diskSpace,
    "activeInputModes": .activeKeyboards,
  ]
}
