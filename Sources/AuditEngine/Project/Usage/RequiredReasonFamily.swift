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
