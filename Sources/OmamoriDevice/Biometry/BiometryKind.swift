public import OmamoriCore

/// The biometry that a device has.
///
/// A value; safe to share between threads. Source:
/// <https://developer.apple.com/documentation/localauthentication/labiometrytype>.
public enum BiometryKind: Int, Sendable, Hashable, CaseIterable {
  /// None, or one that is not known yet.
  case none = 0
  /// A fingerprint.
  case touchID = 1
  /// A face.
  case faceID = 2
  /// The eyes.
  case opticID = 4

  /// The name to show, as Apple writes it.
  public var name: LocalizedText {
    switch self {
    case .none: LocalizedText("Passcode", ja: "パスコード")
    case .touchID: LocalizedText("Touch ID", ja: "Touch ID")
    case .faceID: LocalizedText("Face ID", ja: "Face ID")
    case .opticID: LocalizedText("Optic ID", ja: "Optic ID")
    }
  }

  /// The symbol of SF Symbols that stands for it.
  public var symbolName: String {
    switch self {
    case .none: "lock"
    case .touchID: "touchid"
    case .faceID: "faceid"
    case .opticID: "opticid"
    }
  }
}
