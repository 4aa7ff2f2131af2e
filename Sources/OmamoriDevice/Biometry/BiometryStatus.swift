public import OmamoriCore

/// Which biometry a device has, and whether it can be used now.
///
/// A sensor that is locked out is still one: ``kind`` stays what it is.
public struct BiometryStatus: Sendable, Hashable {
  /// Whether it can be used.
  public enum State: Sendable, Hashable, CaseIterable {
    /// It can.
    case ready
    /// Nobody enrolled a finger, a face or eyes.
    case notEnrolled
    /// There were too many failures; the passcode opens it again.
    case lockedOut
    /// There is no passcode, without which there is no biometry.
    case passcodeNotSet
    /// The person does not let the app use it, the sensor is away, or there is none.
    case notAvailable
  }

  /// What the device has.
  public let kind: BiometryKind
  /// Whether it can be used now.
  public let state: State

  /// Reads the answers of LocalAuthentication.
  ///
  /// - Parameters:
  ///   - kind: The raw value of the `LABiometryType`, read after the policy was tried; unknown ones count as none.
  ///   - code: The code of the `LAError` of the biometric policy; `nil` when it can be evaluated.
  public init(localAuthenticationKind kind: Int, code: Int?) {
    self.kind = BiometryKind(rawValue: kind) ?? .none
    state =
      switch code {
      case nil: .ready
      case -5: .passcodeNotSet
      case -7: .notEnrolled
      case -8: .lockedOut
      default: .notAvailable
      }
  }

  /// Whether it can be asked for now.
  public var isReady: Bool { state == .ready }
}

/// The biometry that a device has.
///
/// Source:
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

/// Tells whether the device has a passcode, without which nothing on it is locked.
package struct PasscodeProbe: IntegrityProbe {
  private let ask: @Sendable () -> Int?

  /// Makes the probe.
  ///
  /// - Parameter ask: Gives the code of the `LAError` when the policy for biometry or passcode cannot be evaluated, and
  ///   `nil` when it can.
  package init(localAuthenticationCode ask: @escaping @Sendable () -> Int?) { self.ask = ask }

  /// ``IntegritySignal/Identifier/screenLock``.
  package var identifiers: [IntegritySignal.Identifier] { [.screenLock] }

  /// Asks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    switch ask() {
    case nil: [IntegritySignal(.screenLock, [IntegrityEvidence("passcode", [])], confidence: .high)]
    // passcodeNotSet
    case -5: [IntegritySignal(.screenLock, .clean)]
    default: [IntegritySignal(.screenLock, .unavailable(.denied))]
    }
  }
}
