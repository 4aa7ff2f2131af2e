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
