// Compared with the module interface (iOS 18.0 SDK) and ASAuthorizationAppleIDProvider.h, ...Credential.h, ...Request.h.
import Dispatch
public import Foundation

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest>.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest, @unchecked Sendable {
  // because Apple's is
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest/user>.
  open var user: String?
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential>.
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  // because Apple's is
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/user>.
  public let user: String
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/state>.
  public let state: String?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/authorizationcode>.
  public let authorizationCode: Data?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/identitytoken>.
  public let identityToken: Data?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/email>.
  public let email: String?
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/fullname>.
  public let fullName: PersonNameComponents?

  init(_ person: FakeAppleID.Person, state: String?) {
    user = person.user
    self.state = state
    authorizationCode = person.code.map { Data($0.utf8) }
    identityToken = person.token.map { Data($0.utf8) }
    email = person.email
    var name = PersonNameComponents()
    name.givenName = person.givenName
    name.familyName = person.familyName
    fullName = name
  }
}

/// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider>.
///
/// Completion handlers run on a queue of the system's.
open class ASAuthorizationAppleIDProvider: NSObject, @unchecked Sendable {  // because Apple's is
  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/credentialstate>.
  public enum CredentialState: Int, Sendable {
    /// The person withdrew the consent.
    case revoked
    /// The person consented.
    case authorized
    /// There is no consent.
    case notFound
    /// The app was transferred to another team.
    case transferred
  }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/credentialrevokednotification>.
  public class var credentialRevokedNotification: NSNotification.Name {
    NSNotification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
  }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/createrequest()>.
  open func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }

  /// See <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/getcredentialstate(foruserid:completion:)>.
  open func getCredentialState(
    forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
  ) {
    let outcome = FakeAppleID.current.state(of: userID)
    DispatchQueue.global().async {
      switch outcome {
      // Apple's header promises an error beside this state.
      case .success(.notFound): completion(.notFound, ASAuthorizationError(.unknown))
      case .success(let state): completion(state, nil)
      case .failure(let error): completion(.notFound, error)
      }
    }
  }
}
