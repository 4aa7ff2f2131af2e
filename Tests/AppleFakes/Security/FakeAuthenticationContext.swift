package import Foundation

/// What the keychain asks of the object under `kSecUseAuthenticationContext`; the fake `LAContext` answers.
package protocol FakeAuthenticationContext: AnyObject {
  /// Whether no dialogue may be shown.
  var interactionNotAllowed: Bool { get }

  /// Whether the person has proved to be there with this context.
  var isAuthenticated: Bool { get }

  /// What tells the keychain of the context; `nil` when the context is invalid or its service cannot be reached.
  var externalizedContext: Data? { get }

  /// The application password given to this context.
  var applicationPassword: Data? { get }
}
