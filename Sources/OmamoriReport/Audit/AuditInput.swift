/// A kind of material an audit can read; what was there decides what can be answered.
public enum AuditInput: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Swift source files.
  case swift
  /// Objective-C source files.
  case objectiveC
  /// An app's `Info.plist`.
  case infoPlist
  /// Entitlements.
  case entitlements
  /// A privacy manifest.
  case privacyManifest
  /// Storyboards and xib files.
  case interfaceBuilder
  /// An Xcode project file.
  case project
  /// Dependency manifests or lock files.
  case dependencies
  /// A built app.
  case binary

  /// Orders inputs by name.
  public static func < (left: AuditInput, right: AuditInput) -> Bool { left.rawValue < right.rawValue }
}
