public import Foundation

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential>.
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorization>.
open class ASAuthorization: NSObject {
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
    case notInteractive = 1005
  }

  /// Why it failed.
  public let code: Code

  /// Makes an error.
  public init(_ code: Code) { self.code = code }
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest>.
open class ASAuthorizationRequest: NSObject {}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest>.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/requestedscopes>.
  open var requestedScopes: [ASAuthorization.Scope]?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/state>.
  open var state: String?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce>.
  open var nonce: String?
}
