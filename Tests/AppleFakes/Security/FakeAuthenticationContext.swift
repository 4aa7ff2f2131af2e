package import Foundation

/// What the keychain asks of the object under `kSecUseAuthenticationContext`; the fake `LAContext` answers.
package protocol FakeAuthenticationContext: AnyObject {
  /// Whether no dialogue may be shown.
  var interactionNotAllowed: Bool { get }

  /// Whether the person has proved to be there with this context.
  var isAuthenticated: Bool { get }

  /// The application password given to this context.
  var applicationPassword: Data? { get }
}
