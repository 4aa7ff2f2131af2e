import AuditEngine
import OmamoriATS

/// What a privacy manifest may hold.
///
/// Source: <https://developer.apple.com/documentation/bundleresources/privacy-manifest-files>, as of November 2025.
enum PrivacyManifestKeys {
  /// The keys of the outermost dictionary.
  static let root: Set<String> = [
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
    "NSPrivacyAccessedAPITypes",
  ]
  /// The keys of an entry of `NSPrivacyCollectedDataTypes`.
  static let collected: Set<String> = [
    "NSPrivacyCollectedDataType", "NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking",
    "NSPrivacyCollectedDataTypePurposes",
  ]
  /// The keys of an entry of `NSPrivacyAccessedAPITypes`.
  static let accessed: Set<String> = ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"]
  /// The purposes of collected data.
  static let purposes: Set<String> = [
    "NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising",
    "NSPrivacyCollectedDataTypePurposeDeveloperAdvertising", "NSPrivacyCollectedDataTypePurposeAnalytics",
    "NSPrivacyCollectedDataTypePurposeProductPersonalization",
    "NSPrivacyCollectedDataTypePurposeAppFunctionality", "NSPrivacyCollectedDataTypePurposeOther",
  ]
}
