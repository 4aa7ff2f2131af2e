package import OmamoriCore

/// One operation on Apple's keychain, with an authentication context of its own.
///
/// Made for one operation and thrown away, so that one answer of a person never serves another question. All calls may
/// block for as long as a person takes. Safe to use from any thread.
package protocol SecItemSession: Sendable {
  /// Calls a function of the keychain.
  ///
  /// - Parameter request: The function and its dictionaries.
  /// - Returns: Its answer.
  /// - Throws: ``KeychainError`` when an object of the dictionaries, such as an access control, cannot be made; then the
  ///   function is not called.
  func perform(_ request: SecItemRequest) throws(KeychainError) -> SecItemReply

  /// Asks the person for what an access control demands, once for all items with the same one.
  ///
  /// - Parameter accessControl: The access control.
  /// - Returns: How it ended; never a success when nobody can be asked.
  func authenticate(_ accessControl: AccessControl) async -> AuthenticationOutcome

  /// Ends what is going on and refuses what follows; may be called at any time.
  func invalidate()

  /// The state of the biometry, which changes with every finger or face; `nil` when none is enrolled.
  var biometryState: Data? { get }
}

/// Apple's keychain, or what stands for it.
///
/// Safe to share between threads.
package protocol SecItemSystem: Sendable {
  /// The sessions.
  associatedtype Session: SecItemSession

  /// Begins an operation.
  ///
  /// - Parameter access: What the caller brings along; without an authenticator nobody is asked.
  /// - Returns: The operation.
  func session(_ access: ItemAccess) -> Session
}
