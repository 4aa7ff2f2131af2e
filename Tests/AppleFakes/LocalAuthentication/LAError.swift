// Compared with LAError.h (iOS 18.0 SDK) and LAPublicDefines.h (iOS 18.1 SDK).
internal import Foundation

/// See <https://developer.apple.com/documentation/localauthentication/laerrordomain>.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// See <https://developer.apple.com/documentation/localauthentication/laerror>.
public struct LAError: Error, Sendable, Equatable {
  /// See <https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code>.
  public enum Code: Int, Sendable {
    /// The person was not recognised.
    case authenticationFailed = -1
    /// The person pressed Cancel.
    case userCancel = -2
    /// The person pressed the fallback button.
    case userFallback = -3
    /// The system closed the dialogue.
    case systemCancel = -4
    /// No passcode is set.
    case passcodeNotSet = -5
    /// The device has no biometry, or the app may not use it.
    case biometryNotAvailable = -6
    /// No face or finger is enrolled.
    case biometryNotEnrolled = -7
    /// Too many failures; the passcode is needed.
    case biometryLockout = -8
    /// The app closed the dialogue.
    case appCancel = -9
    /// The context was invalidated.
    case invalidContext = -10
    /// The companion that was to be asked is away.
    @available(macOS 15.0, iOS 18.0, *) @available(visionOS, unavailable)
    case companionNotAvailable = -11
    /// The removable sensor was never paired with this Mac.
    @available(macOS 11.2, *) @available(iOS, unavailable) @available(visionOS, unavailable)
    case biometryNotPaired = -12
    /// The removable sensor is not connected.
    @available(macOS 11.2, *) @available(iOS, unavailable) @available(visionOS, unavailable)
    case biometryDisconnected = -13
    /// The dialogue does not fit into its view.
    @available(macOS 12.0, *) @available(iOS, unavailable) @available(visionOS, unavailable)
    case invalidDimensions = -14
    /// A dialogue is needed and not allowed.
    case notInteractive = -1004
  }

  /// Why it failed.
  public let code: Code

  /// Makes an error.
  public init(_ code: Code) { self.code = code }

  /// The error as Objective-C sees it.
  var bridged: NSError { NSError(domain: LAErrorDomain, code: code.rawValue) }
}
