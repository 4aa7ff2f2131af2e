// Compared with ASAuthorizationError.h, ASAuthorizationRequest.h and the module interface (iOS 18.0 SDK);
// codes from 1009 on: a seed of the iOS 26 SDK.
public import Foundation

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential>.
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorization>.
open class ASAuthorization: NSObject, @unchecked Sendable {  // because Apple's is
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorization/scope>.
  public struct Scope: Hashable, Sendable {
    let name: String

    /// See <https://developer.apple.com/documentation/authenticationservices/asauthorization/scope/fullname>.
    public static let fullName = Scope(name: "fullName")
    /// See <https://developer.apple.com/documentation/authenticationservices/asauthorization/scope/email>.
    public static let email = Scope(name: "email")
  }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorization/credential>.
  public let credential: any ASAuthorizationCredential

  init(credential: any ASAuthorizationCredential) { self.credential = credential }
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct>.
public struct ASAuthorizationError: Error, Sendable, Equatable {
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code>.
  public enum Code: Int, Sendable {
    /// Nobody knows why.
    case unknown = 1000
    /// The person cancelled.
    case canceled = 1001
    /// The answer made no sense.
    case invalidResponse = 1002
    /// Nobody took the request.
    case notHandled = 1003
    /// The attempt failed.
    case failed = 1004
    /// A person would have to be asked, which the request forbids.
    @available(macOS 12.0, iOS 15.0, *) case notInteractive = 1005
    /// A credential that the request excludes is there already.
    @available(macOS 15.0, iOS 18.0, *) case matchedExcludedCredential = 1006
    /// Credentials could not be imported.
    @available(macOS 15.2, iOS 18.2, *) case credentialImport = 1007
    /// Credentials could not be exported.
    @available(macOS 15.2, iOS 18.2, *) case credentialExport = 1008
    /// The person would rather sign in with Apple.
    @available(macOS 26.0, iOS 26.0, *) case preferSignInWithApple = 1009
    /// The device is not set up for passkeys.
    @available(macOS 26.0, iOS 26.0, *) case deviceNotConfiguredForPasskeyCreation = 1010
  }

  /// Why it failed.
  public let code: Code

  /// Makes an error.
  public init(_ code: Code) { self.code = code }
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest>.
open class ASAuthorizationRequest: NSObject, @unchecked Sendable {}  // because Apple's is

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest>.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest, @unchecked Sendable {  // because Apple's is
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/requestedscopes>.
  open var requestedScopes: [ASAuthorization.Scope]?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/state>.
  open var state: String?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce>.
  open var nonce: String?
}
