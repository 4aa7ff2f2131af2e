/// Which biometry a device has, and whether it can be used now.
///
/// A sensor that is locked out is still one: ``kind`` stays what it is. A value; safe to share between threads.
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
